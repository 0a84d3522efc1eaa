package io.github.camelsms.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that share a message store and consume statuses from a simulator. Store and simulator share a clock that stands
 * still.
 */
abstract class StoredStatusFixture {

    static final String NUMBER = "11987654321";
    static final String POLL = "sms:status?delay=20&initialDelay=0&bridgeErrorHandler=true";

    final SettableClock clock = new SettableClock(Instant.parse("2026-03-10T15:00:00Z"));
    final InMemoryMessageStore store = new InMemoryMessageStore(() -> Instant.ofEpochMilli(clock.currentTimeMillis()));
    final List<Node> nodes = new ArrayList<>();
    SmsSimulator simulator;
    String account;

    /** One process. */
    static final class Node {

        final CamelContext context = new DefaultCamelContext();
        final SmsComponent component = context.getComponent("sms", SmsComponent.class);

        SmsEndpoint endpoint() {
            return (SmsEndpoint) context.getRoute("poll").getEndpoint();
        }

        MockEndpoint statuses() {
            return context.getEndpoint("mock:statuses", MockEndpoint.class);
        }

        MockEndpoint errors() {
            return context.getEndpoint("mock:errors", MockEndpoint.class);
        }

        List<String> ids() {
            return statuses().getReceivedExchanges().stream()
                    .map(exchange -> exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class)).toList();
        }

        List<SmsQueryException> failures() {
            return errors().getReceivedExchanges().stream()
                    .map(exchange -> exchange.getProperty(Exchange.EXCEPTION_CAUGHT, SmsQueryException.class)).toList();
        }
    }

    @BeforeEach
    void startSimulator() {
        simulator = SmsSimulator.builder().username("demo").password("secret-1").requestsPerSecond(0).clock(clock)
                .deliveryDelay(Duration.ofDays(10), Duration.ofDays(20)).build().start();
        account = "demo@localhost:" + simulator.port();
    }

    @AfterEach
    void stopAll() {
        nodes.forEach(node -> node.context.stop());
        simulator.stop();
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
    }

    static void nothing(Exchange exchange) {
    }

    /** Starts a process whose route consumes statuses. */
    Node start(MessageStore itsStore, String uri, Processor step) throws Exception {
        Node node = start(itsStore);
        node.context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().logExhausted(false));
                onException(SmsQueryException.class).handled(true).to("mock:errors");
                from(uri).routeId("poll").process(step).to("mock:statuses");
            }
        });
        return node;
    }

    /**
     * Starts a process.
     *
     * @param itsStore null for a process without message store
     */
    Node start(MessageStore itsStore) {
        Node node = new Node();
        nodes.add(node);
        node.context.getShutdownStrategy().setTimeout(10);
        node.component.getConfiguration().setBaseUrl("http://localhost:" + simulator.port());
        node.component.getConfiguration().setUsername("demo");
        node.component.getConfiguration().setPassword("secret-1");
        node.component.getConfiguration().setRequestsPerSecond(1_000);
        node.component.setMessageStore(itsStore);
        node.context.disableJMX();
        node.context.start();
        return node;
    }

    /** Sends messages without the store, so that the service has a status for each. */
    void sendMessages(int first, int count) {
        Node sender = start((MessageStore) null);
        List<SmsMessage> messages = messages(first, count);
        Object results = sender.context.createProducerTemplate().requestBody("sms:send", messages);
        assertThat((Collection<?>) results).hasSize(count)
                .allSatisfy(result -> assertThat(((SmsSendResult) result).outcome()).isEqualTo(SmsOutcome.ACCEPTED));
        sender.context.stop();
    }

    /** Stores messages and completes them in the store, without a request to the service. */
    void storeMessages(int first, int count, SmsOutcome outcome, Map<String, String> headers) {
        List<SmsNewMessage> fresh = messages(first, count).stream()
                .map(message -> new SmsNewMessage(message, null, headers, SmsOffer.NEVER)).toList();
        SmsLease lease
                = ((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(account, "sender " + first))).lease();
        SmsClaimed claimed = MessageStore
                .await(store.sending().claim(new SmsClaim(lease, 1, 1, count, Duration.ofMinutes(1), fresh)));
        SmsClaimed.Request request = claimed.requests().get(0);
        List<SmsMessageOutcome> outcomes = request.messages().stream()
                .map(message -> new SmsMessageOutcome(message.id(), result(message, outcome), false)).toList();
        MessageStore.await(
                store.sending().record(request.id(), outcomes, new SmsWhenUnknown(Duration.ofSeconds(30), false)));
        MessageStore.await(store.leases().release(lease));
    }

    private SmsSendResult result(SmsStoredMessage message, SmsOutcome outcome) {
        Instant now = Instant.ofEpochMilli(clock.currentTimeMillis());
        return new SmsSendResult(outcome, null, null, null, message.correlationId(), now);
    }

    static List<SmsMessage> messages(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(i -> new SmsMessage("hello", NUMBER, "m" + i, null)).toList();
    }

    static List<String> idsOf(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(i -> "m" + i).toList();
    }
}
