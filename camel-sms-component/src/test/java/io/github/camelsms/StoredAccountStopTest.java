package io.github.camelsms;

import java.util.concurrent.CompletableFuture;

import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheckHelper;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what a stopping component leaves in a message store. */
class StoredAccountStopTest extends StoreFixture {

    @Override
    protected void prepare() {
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
    }

    @Test
    void stop_acquisitionInProgress_releasesTheAccount() throws Exception {
        store.acquisitions = new CompletableFuture<>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:store").to("sms:send?completeOn=stored");
            }
        });
        assertThat(owners()).isOne();

        CompletableFuture<Void> stopped = stopUntilAccountsAreClosed();
        assertThat(stopped).isNotDone();
        store.acquisitions.complete(null);
        stopped.join();

        assertThat(owners()).isZero();
    }

    @Test
    void stop_polling_releasesBothLeases() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?initialDelay=1h").to("sms:send?completeOn=stored");
            }
        });
        assertThat(owners()).isEqualTo(2);

        component.stop();

        assertThat(owners()).isZero();
    }

    private CompletableFuture<Void> stopUntilAccountsAreClosed() {
        assertThat(isAnyAccountOpen()).isTrue();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
        await().until(() -> !isAnyAccountOpen());
        return stopped;
    }

    private boolean isAnyAccountOpen() {
        return HealthCheckHelper.getHealthCheckRepository(context, "producers").stream()
                .anyMatch(check -> check.getId().startsWith("producer:sms-"));
    }

    private int owners() {
        return MessageStore.await(store.leases().owners()).size();
    }
}
