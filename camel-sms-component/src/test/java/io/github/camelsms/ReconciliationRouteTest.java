package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.UnknownMessages;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.console.DevConsole;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.support.PluginHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for messages of unknown outcome from an earlier process when a route with their account starts.
 */
class ReconciliationRouteTest extends SmsRouteTestSupport {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-05-04T15:00:00Z"));
    private final MessageStore store = new InMemoryMessageStore(() -> Instant.ofEpochMilli(clock.currentTimeMillis()));

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.clock(clock);
    }

    @Override
    protected RouteBuilder routes() {
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

    /** Lets the service accept the message, as if the response to an earlier process was lost. */
    private UnknownMessages loseResponse(String correlationId) {
        return lose(correlationId, this::accept);
    }

    /** The host of the account has another name. */
    private UnknownMessages loseResponseOfAnotherAccount(String correlationId) {
        return lose("demo@" + otherBaseUrl().replace("http://", ""), correlationId, this::accept);
    }

    private String otherBaseUrl() {
        return "http://127.0.0.1:" + simulator.port();
    }

    private void accept(List<SmsMessage> batch) {
        batch.forEach(message -> send("direct:plain", exchange -> exchange.getMessage().setBody(message)));
    }

    private UnknownMessages lose(String correlationId, Consumer<List<SmsMessage>> sender) {
        return lose("demo@" + simulator.baseUrl().replace("http://", ""), correlationId, sender);
    }

    private UnknownMessages lose(String account, String correlationId, Consumer<List<SmsMessage>> sender) {
        UnknownMessages messages = new UnknownMessages(store, account);
        SmsLease lease = ((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(account, "earlier"))).lease();
        messages.make(lease, sender, correlationId);
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
    void start_messageDue_isSettled() throws Exception {
        UnknownMessages messages = loseResponse("a");
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);

        addRoute("sms:send");

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> messages.state("a") == SmsMessageState.ACCEPTED);
        assertThat(simulator.statistics().statusByDateRequests()).isEqualTo(1);
    }

    @Test
    void parked_message_isShownByHealthConsoleAndJmx() throws Exception {
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
        UnknownMessages messages = lose("a", batch -> {
        });
        clock.advance(Duration.ofHours(2));
        MessageStore.await(store.reconciliation().lookAgain(List.of(messages.find("a").named()), Duration.ZERO));

        addRoute("sms:send");

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> messages.state("a") == SmsMessageState.PARKED);
        SmsEndpoint endpoint = context.getEndpoint("sms:send", SmsEndpoint.class);
        assertThat(endpoint.countMessages()).containsEntry("PARKED", 1L);
        assertThat(endpoint.countMessages().getOrDefault("UNKNOWN", 0L)).isZero();
        assertThat(health().getDetails()).containsEntry("sms.parked", 1L).containsEntry("sms.unknown", 0L);
        DevConsole console = PluginHelper.getDevConsoleResolver(context).resolveDevConsole("sms");
        assertThat(console.call(DevConsole.MediaType.TEXT, Map.of())).asString().contains("PARKED=1");
    }

    @Test
    void notFound_whenNotFoundResend_isSentAgain() throws Exception {
        UnknownMessages messages = lose("a", batch -> {
        });
        clock.advance(Duration.ofHours(2));
        MessageStore.await(store.reconciliation().lookAgain(List.of(messages.find("a").named()), Duration.ZERO));

        addRoute("sms:send?whenNotFound=resend");

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> messages.state("a") == SmsMessageState.ACCEPTED);
        assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).containsExactly("a");
    }

    private HealthCheck.Result health() {
        return HealthCheckHelper.invokeReadiness(context, "full").stream()
                .filter(result -> result.getCheck().getId().startsWith("producer:sms-demo@")).findFirst().orElseThrow();
    }

    @Test
    void start_reconcileFalse_makesNoQuery() throws Exception {
        UnknownMessages messages = loseResponse("a");

        addRoute("sms:send?reconcile=false");
        SmsEndpoint endpoint = context.getEndpoint("sms:send?reconcile=false", SmsEndpoint.class);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> component.find(endpoint).stored().lease() != null);

        UnknownMessages later = loseResponseOfAnotherAccount("b");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:other").to("sms:send?baseUrl=" + otherBaseUrl());
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> later.state("b") == SmsMessageState.ACCEPTED);

        assertThat(simulator.statistics().statusByDateRequests()).as("queries, of which account b has one").isEqualTo(1);
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
    }
}
