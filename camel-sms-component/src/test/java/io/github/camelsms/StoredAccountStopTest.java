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
    void prepare() {
        store.acquisitions = new CompletableFuture<>();
    }

    @Test
    void stop_acquisitionInProgress_releasesTheAccount() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:store").to("sms:send?completeOn=stored");
            }
        });
        assertThat(MessageStore.await(store.leases().owners())).hasSize(1);

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
        await().until(this::isAccountClosed);
        store.acquisitions.complete(null);
        stopped.join();

        assertThat(MessageStore.await(store.leases().owners())).isEmpty();
    }

    private boolean isAccountClosed() {
        return HealthCheckHelper.getHealthCheckRepository(context, "producers").stream()
                .noneMatch(check -> check.getId().startsWith("producer:sms-"));
    }
}
