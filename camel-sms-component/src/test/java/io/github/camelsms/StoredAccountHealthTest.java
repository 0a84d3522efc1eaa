package io.github.camelsms;

import java.time.Duration;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLeaseResult;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;

import static org.assertj.core.api.Assertions.assertThat;

class StoredAccountHealthTest extends StoreFixture {

    @Override
    protected void prepare() {
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
    }

    @Test
    void health_anotherNodeHasTakenOverDuringAProblem_isUp() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:store").to("sms:send?completeOn=stored");
            }
        });
        SmsEndpoint endpoint = context.getEndpoint("sms:send?completeOn=stored", SmsEndpoint.class);
        context.createProducerTemplate().sendBodyAndHeader("direct:store", "hello", SmsConstants.DESTINATION, "11987654321");
        await().until(() -> endpoint.getSending().equals("TROUBLED"));
        assertThat(health()).isEqualTo(HealthCheck.State.DOWN);

        advance(Duration.ofMinutes(1));
        assertThat(MessageStore.await(store.leases().acquire(ACCOUNT, "another node")))
                .isInstanceOf(SmsLeaseResult.Granted.class);

        await().until(() -> endpoint.getSending().equals("RUNNING"));
        assertThat(endpoint.getTrouble()).isNull();
        assertThat(health()).isEqualTo(HealthCheck.State.UP);
    }

    private HealthCheck.State health() {
        return HealthCheckHelper.invokeReadiness(context, "full").stream()
                .filter(result -> result.getCheck().getId().startsWith("producer:sms-")).findFirst().orElseThrow().getState();
    }
}
