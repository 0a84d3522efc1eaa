package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.account.UnknownMessages;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Messages of unknown outcome that an earlier process has left, when a route with their account starts.
 */
class ReconciliationRouteTest extends SmsRouteTestSupport {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-05-04T15:00:00Z"));
    private final MessageStore store = new InMemoryMessageStore(() -> Instant.ofEpochMilli(clock.currentTimeMillis()));

    @Override
    SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.clock(clock);
    }

    @Override
    RouteBuilder routes() {
        SmsComponent withoutStore = new SmsComponent();
        withoutStore.setConfiguration(component.getConfiguration().copy());
        context.addComponent("plain", withoutStore);
        component.setMessageStore(store);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:plain").to("plain:send");
            }
        };
    }

    /** Lets the service accept the message, as if the response to an earlier process were lost. */
    private UnknownMessages loseResponse(String correlationId) {
        String account = "demo@" + simulator.baseUrl().replace("http://", "");
        UnknownMessages messages = new UnknownMessages(store, account);
        SmsLease lease = ((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(account, "earlier"))).lease();
        messages.make(
                lease,
                batch -> send(
                        "direct:plain",
                        exchange -> exchange.getMessage().setBody(new SmsMessage("hello", "11987654321", correlationId, null))),
                correlationId);
        MessageStore.await(store.leases().release(lease));
        clock.advance(UnknownMessages.LOOK_AFTER);
        return messages;
    }

    private void addRoute(String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to(uri);
            }
        });
    }

    @Test
    void routeStarts_messageIsDue_isSettled() throws Exception {
        UnknownMessages messages = loseResponse("a");
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);

        addRoute("sms:send");

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> messages.state("a") == SmsMessageState.ACCEPTED);
        assertThat(simulator.statistics().statusByDateRequests()).isEqualTo(1);
    }

    @Test
    void routeStarts_reconcileIsFalse_asksNothing() throws Exception {
        UnknownMessages messages = loseResponse("a");

        addRoute("sms:send?reconcile=false");
        SmsEndpoint endpoint = context.getEndpoint("sms:send?reconcile=false", SmsEndpoint.class);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> component.find(endpoint).stored().lease() != null);

        assertThat(simulator.statistics().statusByDateRequests()).isZero();
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
    }
}
