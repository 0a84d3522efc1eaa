package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import org.junit.jupiter.api.Test;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for priority, time to live, a full queue that rejects and a failing service, over real HTTP.
 */
class SmsPriorityTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    /** Number of messages of a list that are queued at a time, with this batch size and rate. */
    private static final int READ_AHEAD = 60;

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send?batchSize=10&requestsPerSecond=5&pacing=strict");
                from("direct:full").to(
                        "sms:send?baseUrl=" + simulator.baseUrl().replace("localhost", "127.0.0.1")
                                       + "&batchSize=1&maxPendingMessages=2&requestsPerSecond=0.01&whenQueueFull=fail&longMessage=split");
            }
        };
    }

    @Test
    void send_highPriorityHeader_overtakesLowerPriorities() throws Exception {
        component.suspendSending();
        CompletableFuture<Exchange> campaign = sendAsync("direct:send", campaign(100), Map.of());
        // The rest of the list is read later.
        await().until(() -> component.getPendingMessages() == READ_AHEAD);
        CompletableFuture<Exchange> password = sendAsync(
                "direct:send", "Your code is 123456",
                Map.of("CamelSmsDestination", NUMBER, "CamelSmsCorrelationId", "password", "CamelSmsPriority", "9"));
        await().until(() -> component.getPendingMessages() == READ_AHEAD + 1);
        component.resumeSending();
        assertThat(result(get(password)).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(results(get(campaign))).hasSize(100);
        List<String> order = simulator.messages().stream().map(SimulatedMessage::correlationId).toList();
        assertThat(order.indexOf("password")).as("in the first request").isLessThan(10);
        assertThat(order.stream().filter(id -> id.startsWith("campaign"))).isEqualTo(
                IntStream.range(0, 100).mapToObj(i -> "campaign-" + i).toList());
    }

    @Test
    void send_timeToLiveExpiresBeforeTheSlot_isNotSent() throws Exception {
        Exchange old = get(sendWhileSuspended(
                SmsMessage.of("old", NUMBER), Map.of("CamelSmsTimeToLive", Duration.ofMillis(1))));
        assertThat(old.getException()).isInstanceOf(SmsNotSentException.class).hasMessageContaining("time to live");
        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void send_manyWithHeaders_applyToElementsWithoutTheirOwn() throws Exception {
        Exchange many = get(sendWhileSuspended(
                List.of(SmsMessage.of("old", NUMBER), SmsMessage.of("fresh", NUMBER).withTimeToLive(Duration.ofHours(1))),
                Map.of("CamelSmsTimeToLive", 1)));
        assertThat(results(many)).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.NOT_SENT, SmsOutcome.ACCEPTED);
    }

    @Test
    void send_invalidHeaders_rejectThatMessageOnly() {
        Exchange priority = send("direct:send", exchange -> {
            exchange.getMessage().setBody(SmsMessage.of("text", NUMBER));
            exchange.getMessage().setHeader("CamelSmsPriority", 12);
        });
        assertThat(priority.getException()).isNull();
        assertThat(result(priority).outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(result(priority).reason()).contains("priority is 12");
        Exchange timeToLive = send("direct:send", exchange -> {
            exchange.getMessage().setBody(List.of(SmsMessage.of("text", NUMBER)));
            exchange.getMessage().setHeader("CamelSmsTimeToLive", "soon");
        });
        assertThat(results(timeToLive).get(0).reason()).contains("timeToLive");
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_queueFull_failsImmediatelyAndIsSafeToRepeat() throws Exception {
        AsyncProducer producer = context.getEndpoint("direct:full").createAsyncProducer();
        producer.start();
        for (int i = 0; i < 3; i++) {
            // Submitted when this returns: one is sent immediately, two wait for a slot far in the future.
            Exchange waiting = producer.getEndpoint().createExchange();
            waiting.getMessage().setBody(SmsMessage.of("text " + i, NUMBER));
            producer.process(waiting, doneSync -> {
            });
            await().until(() -> simulator.statistics().sendRequests() == 1);
        }
        Exchange refused = send("direct:full", exchange -> exchange.getMessage().setBody(SmsMessage.of("text", NUMBER)));
        assertThat(refused.getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("maxPendingMessages=2");
        assertThat(refused.getMessage().getBody()).isInstanceOf(SmsMessage.class);

        Exchange split = send(
                "direct:full", exchange -> exchange.getMessage().setBody(SmsMessage.of("text ".repeat(40), NUMBER)));
        assertThat(split.getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("maxPendingMessages=2");
        context.getShutdownStrategy().setTimeout(1);
    }

    @Test
    void send_serviceReturns503_halvesRequestsAndProbesWithOneMessage() throws Exception {
        for (int i = 0; i < 3; i++) {
            simulator.failNext(Fault.httpStatus(503));
        }
        Exchange campaign = get(sendAsync("direct:send", campaign(60), Map.of()));
        assertThat(campaign.getMessage().getHeader("CamelSmsUnknown")).isEqualTo(10 + 5 + 2);
        assertThat(campaign.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(60 - 10 - 5 - 2);
        // After three failures, 43 messages: 1, 1, 2, 2, 4, 4, 8, 8, 10, 3.
        assertThat(simulator.statistics().sendRequests()).isEqualTo(13);
    }

    /** Submits messages, and resumes sending at least a millisecond after the first of them waits or has expired. */
    private CompletableFuture<Exchange> sendWhileSuspended(Object body, Map<String, Object> headers) {
        component.suspendSending();
        CompletableFuture<Exchange> sending = sendAsync("direct:send", body, headers);
        await().until(() -> sending.isDone() || component.getPendingMessages() > 0);
        long pendingSince = System.nanoTime();
        await().until(() -> System.nanoTime() - pendingSince > 1_000_000);
        component.resumeSending();
        return sending;
    }

    private CompletableFuture<Exchange> sendAsync(String uri, Object body, Map<String, Object> headers) {
        ProducerTemplate template = context.createProducerTemplate();
        return template.asyncSend(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }

    private static Exchange get(CompletableFuture<Exchange> sending) throws Exception {
        return sending.get(60, TimeUnit.SECONDS);
    }

    private static List<SmsMessage> campaign(int count) {
        List<SmsMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(new SmsMessage("Sale", NUMBER, "campaign-" + i, null));
        }
        return messages;
    }
}
