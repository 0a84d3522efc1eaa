package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.with;

/**
 * Nodes with routes that store, send and poll against a simulator while their store fails, and what they were told of
 * each message. Messages are submitted one after the other, and failed ones again, like a queue.
 */
final class FailingStoreRoutes implements AutoCloseable {

    final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(20)
            .deliveryDelay(Duration.ofMillis(50), Duration.ofMillis(500)).build();
    final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    final Queue<String> failures = new ConcurrentLinkedQueue<>();
    final Set<String> results = ConcurrentHashMap.newKeySet();
    /** Results of other messages than the submitted one. */
    private final Queue<String> foreignResults = new ConcurrentLinkedQueue<>();
    final Set<String> statuses = ConcurrentHashMap.newKeySet();
    private final AtomicInteger next = new AtomicInteger();
    private final List<CamelContext> nodes = new ArrayList<>();
    private final long deliveryTimeout;
    private volatile boolean isFeeding = true;

    /**
     * @param stores          one for each node
     * @param deliveryTimeout in milliseconds
     */
    FailingStoreRoutes(List<JdbcMessageStore> stores, long deliveryTimeout) throws Exception {
        this.deliveryTimeout = deliveryTimeout;
        simulator.start();
        for (JdbcMessageStore store : stores) {
            nodes.add(node(store));
        }
    }

    private CamelContext node(JdbcMessageStore store) throws Exception {
        CamelContext camel = new DefaultCamelContext();
        camel.getShutdownStrategy().setTimeout(10);
        SmsComponent component = new SmsComponent();
        store.setLeaseDuration(Duration.ofSeconds(2));
        component.setMessageStore(store);
        component.getConfiguration().setBaseUrl(simulator.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("demo");
        component.getConfiguration().setRequestsPerSecond(20);
        component.getConfiguration().setRequestTimeout(1_000);
        component.getConfiguration().setDeliveryTimeout(deliveryTimeout);
        component.getConfiguration().setReconcileAfter(1_000);
        component.getConfiguration().setReconcileFor(1_000);
        camel.addComponent("sms", component);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:store").to("sms:send?completeOn=stored");
                from("direct:send").to("sms:send");
                from("sms:results?delay=50").process(exchange -> results.add(outcome(exchange)));
                from("sms:status?delay=100").process(exchange -> statuses.add(
                        id(exchange) + " " + exchange.getMessage().getMandatoryBody(SmsStatus.class).status()));
            }
        });
        camel.start();
        return camel;
    }

    List<SmsComponent> components() {
        return nodes.stream().map(camel -> camel.getComponent("sms", SmsComponent.class)).toList();
    }

    /** Returns whether any node has the lease of the account. */
    boolean isAnyOwner() {
        return nodes.stream().anyMatch(camel -> camel.getEndpoint("sms:send", SmsEndpoint.class).isAccountOwner());
    }

    String account() {
        return components().get(0).getAccounts().get(0);
    }

    void feed() {
        for (CamelContext camel : nodes) {
            feed(camel, "direct:store");
            feed(camel, "direct:send");
        }
    }

    private void feed(CamelContext camel, String route) {
        Thread feeder = new Thread(() -> {
            Queue<String> again = new ConcurrentLinkedQueue<>();
            try (ProducerTemplate template = camel.createProducerTemplate()) {
                while (isFeeding || !again.isEmpty()) {
                    String id = again.isEmpty() ? "m" + next.incrementAndGet() : again.remove();
                    if (!submit(template, route, id)) {
                        again.add(id);
                        // Like the redelivery delay of a queue.
                        new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "feeder-" + route);
        feeder.setDaemon(true);
        feeder.start();
    }

    private boolean submit(ProducerTemplate template, String route, String id) {
        Exchange done = template.request(
                route, exchange -> exchange.getMessage().setBody(
                        new SmsMessage(("Order " + id + " ").repeat(10).strip(), "11987654321", id, null)));
        boolean isTaken = done.getException() == null;
        if (!isTaken) {
            failures.add(String.valueOf(done.getException().getMessage()));
            return false;
        }
        if (route.equals("direct:send")) {
            SmsSendResult result = done.getMessage().getBody(SmsSendResult.class);
            if (result == null || !id.equals(result.correlationId())) {
                foreignResults.add(id + ": " + result);
            } else {
                results.add(outcome(done));
            }
        }
        acknowledged.add(id);
        return true;
    }

    /** Returns how many messages were submitted; their correlation ids are m1, m2 and so on. */
    int submitted() {
        return next.get();
    }

    /** Submits nothing new, and waits until everything that was submitted is acknowledged. */
    void stopFeeding() {
        isFeeding = false;
        await(() -> acknowledged.size() == next.get());
        assertThat(foreignResults).as("results of other messages").isEmpty();
    }

    private static String id(Exchange exchange) {
        return exchange.getMessage().getHeader(SmsConstants.CORRELATION_ID, String.class);
    }

    private static String outcome(Exchange exchange) {
        SmsSendResult result = exchange.getMessage().getBody(SmsSendResult.class);
        return result.correlationId() + " " + result.outcome();
    }

    static void await(Callable<Boolean> condition) {
        with().pollInterval(Duration.ofMillis(50)).await().atMost(Duration.ofMinutes(2)).until(condition);
    }

    /** Waits until so many more messages were acknowledged. */
    void awaitAcknowledged(int more) {
        int before = acknowledged.size();
        await(() -> acknowledged.size() >= before + more);
    }

    /** Returns whether no message waits or is in doubt. */
    boolean isSettled(JdbcMessageStore store) {
        return isSent(store) && count(store).get(SmsMessageState.UNKNOWN) == 0;
    }

    /** Returns whether no message waits or is in flight. */
    boolean isSent(JdbcMessageStore store) {
        Map<SmsMessageState, Long> counts = count(store);
        return Stream.of(SmsMessageState.WAITING, SmsMessageState.SCHEDULED, SmsMessageState.SENDING)
                .allMatch(state -> counts.get(state) == 0);
    }

    private Map<SmsMessageState, Long> count(JdbcMessageStore store) {
        return MessageStore.await(store.operations().count(account()));
    }

    Set<String> missingStatuses() {
        return simulator.messages().stream().map(message -> message.correlationId() + " " + message.status())
                .filter(status -> !statuses.contains(status)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the correlation ids of what the service has accepted, those that it has accepted twice twice. */
    List<String> accepted() {
        return simulator.messages().stream().map(SimulatedMessage::correlationId).toList();
    }

    @Override
    public void close() {
        isFeeding = false;
        nodes.forEach(CamelContext::stop);
        simulator.stop();
    }
}
