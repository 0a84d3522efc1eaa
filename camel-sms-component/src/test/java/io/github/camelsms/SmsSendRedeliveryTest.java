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
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.support.processor.DefaultExchangeFormatter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a redelivery sends nothing twice, and that another message of the same exchange is sent.
 */
class SmsSendRedeliveryTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final String REJECTED = "11900001234";
    private static final SmsMessage MESSAGE = new SmsMessage("hello", NUMBER, null, null);
    private static final SmsMessage ALERT = new SmsMessage("order failed", "11912345678", "alert", null);

    private final AtomicInteger calls = new AtomicInteger();
    private final List<SmsMessage> page = new ArrayList<>();

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.rejectedDestinations(REJECTED);
    }

    @Override
    protected RouteBuilder routes() {
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
                from("direct:again").loop(2)
                        .doTry().to("sms:send").doCatch(SmsException.class).end();
                from("direct:pages").loop(3)
                        .process(SmsSendRedeliveryTest.this::nextPage)
                        .doTry().to("sms:send").doCatch(SmsException.class).end();
                from("direct:marshalling").errorHandler(redelivering()).to("direct:marshal");
                from("direct:marshal").errorHandler(noErrorHandler())
                        .process(SmsSendRedeliveryTest::marshal).to("sms:send");
                from("direct:allowing").errorHandler(redelivering()).to("sms:send?redeliverUnknown=true");
                from("direct:throwing").errorHandler(redelivering()).to("sms:send?throwExceptionOnRejected=true");
                from("direct:wrapping").errorHandler(redelivering()).to("direct:wrap");
                from("direct:wrap").errorHandler(noErrorHandler())
                        .doTry().to("sms:send").doCatch(SmsException.class).process(e -> {
                            throw new IllegalStateException(
                                    "no notice was sent", e.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
                        }).end();
                from("direct:catching").errorHandler(redelivering())
                        .doTry().to("direct:plain").doCatch(SmsException.class).end()
                        .setBody(constant(ALERT)).to("direct:failsFirst");
                from("direct:failsFirst").errorHandler(noErrorHandler()).process(failingOnce()).to("sms:send");
                from("direct:removing").errorHandler(redelivering()).to("direct:remove");
                from("direct:remove").errorHandler(noErrorHandler()).removeHeaders("*").to("sms:send");
                from("direct:fallback").streamCache("false")
                        .doTry().to("sms:send").doCatch(SmsNotSentException.class).to("sms:send?longMessage=split").end();
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
                from("direct:cleaning").errorHandler(redelivering()).loop(2)
                        .setBody(constant(MESSAGE)).to("sms:send").removeHeaders("CamelSms*").process(failingOnce());
                from("direct:callingTwice").errorHandler(redelivering())
                        .setBody(constant(MESSAGE)).to("direct:shared").process(failingOnce())
                        .setBody(constant(MESSAGE)).to("direct:shared");
                from("direct:shared").errorHandler(noErrorHandler()).to("sms:send").removeHeader(SmsConstants.ID);
                from("direct:loopOfTwo").errorHandler(redelivering()).loop(2)
                        .setBody(constant(MESSAGE)).to("sms:send").process(failingOnce())
                        .setBody(constant(ALERT.withCorrelationId(null))).to("sms:send");
                from("direct:sameId").setBody(constant(ALERT)).to("sms:send")
                        .setBody(constant(ALERT.withMessageText("order completed"))).to("sms:send")
                        .setBody(constant(ALERT.withDestination(NUMBER))).to("sms:send");
                from("direct:accounts").setBody(constant(ALERT)).to("sms:send")
                        .setBody(constant(ALERT))
                        .to("sms:send?baseUrl=" + simulator.baseUrl().replace("localhost", "127.0.0.1"));
                from("direct:next").errorHandler(redelivering())
                        .to("sms:send").process(e -> failNext(Fault.httpStatus(400)))
                        .setBody(constant(ALERT.withCorrelationId(null))).to("sms:send");
            }

            private DefaultErrorHandlerDefinition redelivering() {
                return defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0);
            }

            private Processor failingTwice() {
                return failing(2);
            }

            private Processor failingOnce() {
                return failing(1);
            }

            private Processor failing(int times) {
                return e -> {
                    if (calls.incrementAndGet() <= times) {
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

    /** The route sends it again, not Camel. */
    @Test
    void send_sameMessageAfterALostResponse_isSentAgain() {
        simulator.failNext(Fault.dropAfterAccepting());
        send("direct:again", e -> e.getMessage().setBody(MESSAGE));
        assertThat(simulator.statistics().sendRequests()).isEqualTo(2);
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
    void redelivery_causeOfTheFailureIsAnUnknownMessage_isNotSentAgain() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:wrapping", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).hasCauseInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void redelivery_anotherFailureAfterAnUnknownMessage_sendsTheNextMessage() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:catching", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isNull();
        assertThat(result(exchange).correlationId()).isEqualTo("alert");
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void redelivery_unknownMessageAndRedeliverUnknown_isSentAgain() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:allowing", e -> e.getMessage().setBody(ALERT));
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void redelivery_unknownMessage_isLoggedOnceWithItsId() {
        simulator.failNext(Fault.dropAfterAccepting());
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.SmsSendProducer", Level.WARN))) {
            Exchange exchange = send("direct:send", e -> e.getMessage().setBody(ALERT));
            assertThat(lines.at(Level.WARN)).filteredOn(line -> line.startsWith("Camel redelivers")).singleElement().asString()
                    .contains(exchange.getExchangeId(), "may have been sent: alert.", "redeliverUnknown");
        }
    }

    @Test
    void redelivery_unknownAndRejectedMessages_namesOnlyThoseThatMayHaveBeenSent() {
        simulator.failNext(Fault.dropAfterAccepting());
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.SmsSendProducer", Level.WARN))) {
            send("direct:send", e -> e.getMessage().setBody(List.of(new SmsMessage("hello", "11", "invalid", null), ALERT)));
            assertThat(lines.at(Level.WARN)).filteredOn(line -> line.startsWith("Camel redelivers")).singleElement().asString()
                    .contains("may have been sent: alert.");
        }
    }

    @Test
    void redelivery_rejectedMessage_isRejectedAgain() {
        Exchange exchange = send("direct:throwing", e -> e.getMessage().setBody(ALERT.withDestination(REJECTED)));
        assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(3);
    }

    /** Camel counts in this header, so without it Camel redelivers without end, and no redelivery can be recognized. */
    @Test
    void redelivery_routeRemovesCamelsHeaders_isANewMessage() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:removing", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void redelivery_laterStepFailedAfterAnOwnId_completesWithTheFirstResult() {
        Exchange exchange = send("direct:later", e -> e.getMessage().setBody(ALERT));
        assertThat(exchange.getException()).isNull();
        assertThat(calls).hasValue(3);
        assertThat(simulator.messages()).hasSize(1);
        SmsSendResult result = result(exchange);
        assertThat(result.outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(exchange.getMessage().getHeaders()).containsEntry("CamelSmsId", result.smsId())
                .containsEntry("CamelSmsCorrelationId", "alert").containsEntry("CamelSmsDuplicate", true);
    }

    @Test
    void redelivery_laterStepFailedAfterAGeneratedId_sendsAgain() {
        Exchange exchange = send("direct:later", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(3);
        assertThat(exchange.getMessage().getHeader("CamelSmsDuplicate")).isNull();
    }

    @Test
    void send_acceptedIdWithAnotherTextOrNumber_isSent() {
        Exchange exchange = send("direct:sameId", e -> {
        });
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(3);
    }

    @Test
    void redelivery_laterStepFailedAfterSegments_completesWithTheirNumber() {
        Exchange exchange = send("direct:later", e -> e.getMessage().setBody(ALERT.withMessageText("long ".repeat(50))));
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
                .containsEntry("CamelSmsSentAt", result.sentAt()).doesNotContainKey("CamelSmsId");
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
    void send_acceptedIdToAnotherAccount_isSent() {
        Exchange exchange = send("direct:accounts", e -> {
        });
        assertThat(exchange.getMessage().getHeader("CamelSmsDuplicate")).isNull();
        assertThat(simulator.messages()).hasSize(2);
    }

    /** Routes that send equal texts, after another step was redelivered. */
    @ParameterizedTest
    @CsvSource({ "direct:cleaning, 2", "direct:callingTwice, 2", "direct:loopOfTwo, 4" })
    void send_equalTextAfterAnotherStepWasRedelivered_isSent(String uri, int expected) {
        Exchange exchange = send(uri, e -> {
        });
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.messages()).hasSize(expected);
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

    @ParameterizedTest
    @MethodSource("bodiesThatAreReadOnce")
    void doCatch_bodyCannotBeReadAgain_failsAsBefore(Object body) {
        simulator.failNext(Fault.httpStatus(400));
        Exchange exchange = send("direct:fallback", e -> e.getMessage().setBody(body));
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsNotSentException.class).hasMessageContaining("400");
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
}
