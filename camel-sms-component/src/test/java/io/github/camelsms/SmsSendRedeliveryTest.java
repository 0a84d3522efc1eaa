package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.support.processor.DefaultExchangeFormatter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a redelivery sends nothing twice, and that another message of the same exchange is sent.
 */
class SmsSendRedeliveryTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final SmsMessage MESSAGE = new SmsMessage("hello", NUMBER, null, null);
    private static final SmsMessage ALERT = new SmsMessage("order failed", "11912345678", "alert", null);

    private final AtomicInteger calls = new AtomicInteger();
    private final List<SmsMessage> page = new ArrayList<>();

    @Override
    RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(redelivering()).to("sms:send");
                from("direct:alerting")
                        .doTry().to("direct:send")
                        .doCatch(SmsException.class).setBody(constant(ALERT)).to("direct:send").end();
                from("direct:loop").loop(3)
                        .process(e -> e.getMessage().setBody(
                                new SmsMessage("text " + e.getProperty(Exchange.LOOP_INDEX), NUMBER, null, null)))
                        .doTry().to("direct:send").doCatch(SmsException.class).end();
                from("direct:reminders").loop(3)
                        .process(SmsSendRedeliveryTest.this::remind)
                        .doTry().to("sms:send").doCatch(SmsException.class).end();
                from("direct:urgent").loop(2)
                        .setHeader(SmsConstants.PRIORITY, exchangeProperty(Exchange.LOOP_INDEX))
                        .doTry().to("sms:send").doCatch(SmsException.class).end();
                from("direct:pages").loop(3)
                        .process(SmsSendRedeliveryTest.this::nextPage)
                        .doTry().to("sms:send").doCatch(SmsException.class).end();
                from("direct:marshalling").errorHandler(redelivering()).to("direct:marshal");
                from("direct:marshal").errorHandler(noErrorHandler()).removeHeaders("Camel*")
                        .process(SmsSendRedeliveryTest::marshal).to("sms:send");
                from("direct:counting").errorHandler(redelivering()).to("direct:count");
                from("direct:count").errorHandler(noErrorHandler())
                        .process(e -> e.getMessage()
                                .setBody(Map.of("messageText", "text " + calls.get(), "destination", NUMBER)))
                        .process(e -> calls.incrementAndGet()).to("sms:send");
                from("direct:later").errorHandler(redelivering()).to("direct:failsLater");
                from("direct:failsLater").errorHandler(noErrorHandler()).to("sms:send?longMessage=split")
                        .process(failingTwice());
                from("direct:two").errorHandler(redelivering()).to("direct:sendsTwo");
                from("direct:sendsTwo").errorHandler(noErrorHandler())
                        .to("sms:send").process(e -> failNext(Fault.dropAfterAccepting()))
                        .setBody(constant(ALERT)).to("sms:send");
                from("direct:failover").errorHandler(noErrorHandler())
                        .loadBalance().failover(SmsNotSentException.class)
                        .to("sms:send").to("sms:send?longMessage=split").end();
                from("direct:retrying").streamCache("false").errorHandler(redelivering()).to("sms:send");
                from("direct:sameAgain").errorHandler(redelivering()).loop(2)
                        .setBody(constant(MESSAGE)).to("direct:plain").process(failingTwice());
                from("direct:plain").errorHandler(noErrorHandler()).to("sms:send");
                from("direct:next").errorHandler(redelivering())
                        .to("sms:send").process(e -> failNext(Fault.httpStatus(400)))
                        .setBody(constant(ALERT.withCorrelationId(null))).to("sms:send");
            }

            private DefaultErrorHandlerDefinition redelivering() {
                return defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0);
            }

            private Processor failingTwice() {
                return e -> {
                    if (calls.incrementAndGet() < 3) {
                        throw new IllegalStateException("the database is down");
                    }
                };
            }
        };
    }

    /** Lets the next request fail, once. */
    private void failNext(Fault fault) {
        if (calls.getAndIncrement() == 0) {
            simulator.failNext(fault);
        }
    }

    private void remind(Exchange exchange) {
        int reminder = calls.incrementAndGet();
        exchange.getMessage().setBody("Take your medicine");
        exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
        if (reminder > 1) {
            exchange.getMessage().setHeader("CamelSmsScheduledDate", Instant.parse("2030-01-0" + reminder + "T10:00:00Z"));
        }
        if (reminder > 2) {
            exchange.getMessage().setHeader("CamelSmsCorrelationId", "reminder-3");
            exchange.getMessage().setHeader("CamelSmsScheduledDate", Instant.parse("2030-01-02T10:00:00Z"));
        }
    }

    private void nextPage(Exchange exchange) {
        page.clear();
        page.add(new SmsMessage("hello", NUMBER, "page-" + calls.incrementAndGet(), null));
        exchange.getMessage().setBody(page);
    }

    private static void marshal(Exchange exchange) {
        byte[] json = exchange.getMessage().getBody(String.class).getBytes(StandardCharsets.UTF_8);
        exchange.getMessage().setBody(new InputStreamCache(json));
    }

    @Test
    void send_anotherMessageAfterExhaustedRedeliveries_isSent() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:alerting", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isNull();
        assertThat(result(exchange).correlationId()).isEqualTo("alert");
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void send_nextMessageOfALoopAfterRedeliveries_isSent() {
        simulator.failNext(Fault.dropAfterAccepting());
        send("direct:loop", e -> {
        });
        assertThat(simulator.statistics().sendRequests()).isEqualTo(3);
        assertThat(simulator.messages()).hasSize(3);
    }

    @Test
    void send_sameMessageWithAnotherPriorityAfterALostResponse_isNotSentAgain() {
        simulator.failNext(Fault.dropAfterAccepting());
        send("direct:urgent", e -> e.getMessage().setBody(MESSAGE));
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void send_sameTextWithAnotherDateOrId_isSent() {
        simulator.failNext(Fault.dropAfterAccepting());
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:reminders", e -> {
        });
        assertThat(result(exchange).correlationId()).isEqualTo("reminder-3");
        assertThat(simulator.messages()).hasSize(3);
    }

    @Test
    void send_listWithOtherMessagesThanBefore_isSent() {
        simulator.failNext(Fault.dropAfterAccepting());
        send("direct:pages", e -> {
        });
        assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId)
                .containsExactly("page-1", "page-2", "page-3");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"messageText\":\"hello\",\"destination\":\"11987654321\"}",
            "[{\"messageText\":\"hello\",\"destination\":\"11987654321\"}]" })
    void redelivery_marshalsTheSameBodyAgain_isNotSentAgainAndEnds(String json) {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:marshalling", e -> e.getMessage().setBody(json));
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void redelivery_makesAnotherTextForAnUnknownMessage_isNotSentAgain() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:counting", e -> {
        });
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(calls).hasValue(3);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void redelivery_laterStepFailed_completesWithTheFirstResult() {
        Exchange exchange = send("direct:later", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isNull();
        assertThat(calls).hasValue(3);
        SimulatedMessage sent = simulator.messages().get(0);
        assertThat(simulator.messages()).hasSize(1);
        SmsSendResult result = result(exchange);
        assertThat(result.outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(result.correlationId()).isEqualTo(sent.correlationId());
        assertThat(exchange.getMessage().getHeader("CamelSmsId")).isEqualTo(result.smsId());
    }

    @Test
    void redelivery_laterStepFailedAfterSegments_completesWithTheirNumber() {
        Exchange exchange = send("direct:later", e -> e.getMessage().setBody(MESSAGE.withMessageText("long ".repeat(50))));
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(2);
        assertThat(exchange.getMessage().getHeader("CamelSmsParts")).isEqualTo(2);
    }

    @Test
    void redelivery_unknownMessage_keepsTheHeadersOfItsOutcome() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(MESSAGE);
            e.getMessage().setHeader("CamelSmsId", "of an earlier message");
        });
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        SmsSendResult result = ((SmsException) exchange.getException()).results().get(0);
        assertThat(exchange.getMessage().getHeaders())
                .containsEntry("CamelSmsOutcome", "UNKNOWN").containsEntry("CamelSmsReason", result.reason())
                .containsEntry("CamelSmsCorrelationId", simulator.messages().get(0).correlationId())
                .containsEntry("CamelSmsSentAt", String.valueOf(result.sentAt())).doesNotContainKey("CamelSmsId");
    }

    @Test
    void redelivery_manyUnknownMessages_keepsTheirCounts() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:send", e -> e.getMessage().setBody(List.of(MESSAGE, ALERT)));
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(exchange.getMessage().getHeaders()).containsEntry("CamelSmsUnknown", 2).containsEntry("CamelSmsAccepted", 0);
    }

    @Test
    void redelivery_secondNodeFailed_sendsNeitherMessageAgain() {
        Exchange exchange = send("direct:two", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void send_sameMessageAfterALaterStepWasRedelivered_isSentAgain() {
        Exchange exchange = send("direct:sameAgain", e -> {
        });
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void redelivery_afterAMessageWithAGeneratedId_generatesAnotherId() {
        Exchange exchange = send("direct:next", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(2).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates();
    }

    @Test
    void send_unknown_leavesNoTextAndNumberInTheLogOfTheExchange() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:plain", e -> {
            e.getMessage().setBody("hello");
            e.getMessage().setHeader("CamelSmsDestination", NUMBER);
        });
        exchange.getMessage().setBody("masked");
        exchange.getMessage().removeHeaders("*");
        DefaultExchangeFormatter formatter = new DefaultExchangeFormatter();
        formatter.setShowAll(true);
        assertThat(formatter.format(exchange)).contains("masked").doesNotContain("hello", NUMBER);
    }

    @Test
    void send_counterIsNotANumber_isSent() {
        Exchange exchange = send("direct:plain", e -> {
            e.getMessage().setBody(MESSAGE);
            e.getMessage().setHeader(Exchange.REDELIVERY_COUNTER, "unknown");
        });
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void failover_onlyForUnsentMessages_usesTheNextEndpointForThem() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange unknown = send("direct:failover", e -> e.getMessage().setBody(MESSAGE));
        assertThat(unknown.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
        simulator.failNext(Fault.httpStatus(400));
        Exchange unsent = send("direct:failover", e -> e.getMessage().setBody(ALERT));
        assertThat(result(unsent).correlationId()).isEqualTo("alert");
        assertThat(simulator.statistics().sendRequests()).isEqualTo(3);
    }

    /** A redelivery would find these bodies empty, and complete without their messages. */
    static Stream<Object> bodiesThatAreReadOnce() {
        String json = "{\"messageText\":\"hello\",\"destination\":\"11987654321\"}";
        return Stream.of(
                List.of(MESSAGE).iterator(), Stream.of(MESSAGE), Map.of("sms", List.of(MESSAGE).iterator()),
                List.of(List.of(MESSAGE).iterator()), List.of(new StringReader(json)),
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), new StringReader("[" + json + "]"));
    }

    @ParameterizedTest
    @MethodSource("bodiesThatAreReadOnce")
    void redelivery_bodyCannotBeReadAgain_failsAsBefore(Object body) {
        simulator.failNext(Fault.httpStatus(400));
        Exchange exchange = send("direct:retrying", e -> e.getMessage().setBody(body));
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsNotSentException.class).hasMessageContaining("400");
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void failover_bodyCannotBeReadAgain_failsAsBefore() {
        simulator.failNext(Fault.httpStatus(400));
        Exchange exchange = send("direct:failover", e -> e.getMessage().setBody(List.of(MESSAGE, ALERT).iterator()));
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsNotSentException.class).hasMessageContaining("400");
        assertThat(((SmsException) exchange.getException()).results()).hasSize(2);
    }

    static Stream<Object> bodiesThatAreReadAgain() {
        InputStreamCache cache = new InputStreamCache("{\"messageText\":\"hello\"}".getBytes(StandardCharsets.UTF_8));
        Iterable<SmsMessage> iterable = () -> List.of(MESSAGE).iterator();
        return Stream.of(List.of(MESSAGE), new Object[] { MESSAGE }, iterable, cache, List.of(cache));
    }

    @ParameterizedTest
    @MethodSource("bodiesThatAreReadAgain")
    void redelivery_bodyOfUnsentMessages_isReadAgain(Object body) {
        simulator.failNext(Fault.httpStatus(400));
        Exchange exchange = send("direct:retrying", e -> {
            e.getMessage().setBody(body);
            e.getMessage().setHeader("CamelSmsDestination", NUMBER);
        });
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(1);
    }

    @Test
    void send_headersCannotBeReadAfterwards_completes() {
        Exchange exchange = send("direct:plain", e -> {
            e.setMessage(new CounterlessMessage(e));
            e.getMessage().setBody(MESSAGE);
            e.getMessage().setHeader("JobId", "1");
        });
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    /** A message whose redelivery counter cannot be read. */
    private static final class CounterlessMessage extends DefaultMessage {

        CounterlessMessage(Exchange exchange) {
            super(exchange);
        }

        @Override
        public Object getHeader(String name) {
            if (name.equals(Exchange.REDELIVERY_COUNTER)) {
                throw new IllegalStateException("the headers are gone");
            }
            return super.getHeader(name);
        }
    }
}
