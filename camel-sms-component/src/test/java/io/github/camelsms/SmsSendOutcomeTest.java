package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.support.DefaultMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for the outcome of an exchange for each kind of response, over real HTTP.
 */
class SmsSendOutcomeTest extends SmsRouteTestSupport {

    private static final String REJECTED_NUMBER = "11900000000";
    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "c1", null);
    private static final SmsMessage SECOND_MESSAGE = new SmsMessage("hello", "11987654321", "c2", null);

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.rejectedDestinations(REJECTED_NUMBER);
    }

    @Override
    protected RouteBuilder routes() {
        component.getConfiguration().setRequestTimeout(2_000);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").errorHandler(noErrorHandler()).to("sms:send");
                from("direct:impatient").errorHandler(noErrorHandler()).to("sms:send?deliveryTimeout=3000");
                from("direct:redelivering")
                        .errorHandler(deadLetterChannel("mock:dead").maximumRedeliveries(3).redeliveryDelay(0)
                                .disableRedelivery().useOriginalMessage().maximumRedeliveries(3))
                        .to("sms:send");
                from("direct:correcting")
                        .onException(SmsRejectedException.class).maximumRedeliveries(1).redeliveryDelay(0)
                        .onRedelivery(exchange -> exchange.getMessage().setBody(MESSAGE)).end()
                        .to("sms:send?throwExceptionOnRejected=true");
                from("direct:dynamic").toD("sms:send?deliveryTimeout=${header.timeout}", 5);
                from("direct:alerting")
                        .onException(SmsException.class).maximumRedeliveries(2).redeliveryDelay(0)
                        .setBody(constant(SECOND_MESSAGE)).to("sms:send").end()
                        .to("sms:send");
                from("direct:full")
                        .errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0))
                        .process(exchange -> exchange.setMessage(new FullMessage(exchange))).to("sms:send");
                from("direct:twice")
                        .onException(SmsException.class).maximumRedeliveries(1).redeliveryDelay(0).continued(true).end()
                        .to("sms:send").setBody(constant(SECOND_MESSAGE)).to("sms:send");
            }
        };
    }

    @Test
    void iterable_failsBeforeItsFirstElement_isReadAgainByARedelivery() {
        AtomicInteger opened = new AtomicInteger();
        Iterable<SmsMessage> messages = () -> {
            if (opened.incrementAndGet() < 3) {
                throw new IllegalStateException("the database is down");
            }
            return List.of(MESSAGE).iterator();
        };
        Exchange exchange = send("direct:redelivering", in -> in.getMessage().setBody(messages));
        assertThat(exchange.getException()).isNull();
        assertThat(opened).hasValue(3);
        assertThat(simulator.messages()).hasSize(1);
    }

    static Stream<Object> bodiesWhoseReadingThrows() {
        Iterable<SmsMessage> messages = () -> {
            throw new IllegalStateException("the database is down");
        };
        Stream<SmsMessage> read = Stream.of(MESSAGE);
        read.iterator();
        return Stream.of(messages, read, Map.of("sms", messages));
    }

    @ParameterizedTest
    @MethodSource("bodiesWhoseReadingThrows")
    void send_bodyThrowsAtItsBeginning_isNotSent(Object body) {
        Exchange exchange = send("direct:send", e -> e.getMessage().setBody(body));
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasMessageNotContaining("database")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void redelivery_unknownOutcomeEarlierInTheRoute_sendsTheUnsentMessage() {
        simulator.failNext(Fault.dropAfterAccepting());
        simulator.failNext(Fault.httpStatus(400));
        Exchange exchange = send("direct:twice", e -> e.getMessage().setBody(MESSAGE));
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(simulator.message("c2")).isPresent();
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    /** Camel does not remove its header from an exchange whose failure is not handled. */
    @Test
    void redelivery_unknownOutcomeBeforeOnException_sendsItsMessage() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send("direct:alerting", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(simulator.message("c2")).isPresent();
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void redelivery_resultCouldNotBeWritten_isNotSentAgain() {
        Exchange exchange = send("direct:full", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isInstanceOf(SmsException.class).hasMessageContaining("may have been sent")
                .hasRootCauseMessage("no room for results");
        assertThat(simulator.statistics().duplicateMessages()).isZero();
        assertThat(simulator.messages()).hasSize(1);
    }

    /** A message that takes no results. */
    private static final class FullMessage extends DefaultMessage {

        FullMessage(Exchange exchange) {
            super(exchange);
            super.setBody(exchange.getMessage().getBody());
        }

        @Override
        public void setBody(Object body) {
            if (body instanceof SmsSendResult) {
                throw new IllegalStateException("no room for results");
            }
            super.setBody(body);
        }
    }

    @Test
    void send_accepted_setsTheSendTime() {
        Exchange exchange = send(MESSAGE);
        Object sentAt = exchange.getMessage().getHeader("CamelSmsSentAt");
        assertThat(exchange.getMessage().getBody(SmsSendResult.class).sentAt()).isNotNull().isEqualTo(sentAt);
    }

    @Test
    void send_unknown_setsTheSendTime() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send(MESSAGE);
        Instant sentAt = (Instant) exchange.getMessage().getHeader("CamelSmsSentAt");
        assertThat(((SmsException) exchange.getException()).results()).extracting(SmsSendResult::sentAt)
                .containsExactly(sentAt);
    }

    @Test
    void send_neverInARequest_removesTheSendTimeOfAnEarlierResult() {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(new SmsMessage("hello", "1", "c1", null));
            e.getMessage().setHeader("CamelSmsSentAt", Instant.parse("2026-03-01T02:59:59Z"));
        });
        assertThat(exchange.getMessage().getHeader("CamelSmsSentAt")).isNull();
    }

    @Test
    void send_bodyThatCannotBeRead_removesTheResultOfAnEarlierMessage() {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(7);
            e.getMessage().setHeader("CamelSmsOutcome", "ACCEPTED");
            e.getMessage().setHeader("CamelSmsStored", true);
        });
        assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class);
        assertThat(exchange.getMessage().getHeaders()).doesNotContainKeys("CamelSmsOutcome", "CamelSmsStored");
    }

    @Test
    void marshal_result_writesTheTimeAsString() throws Exception {
        Instant sentAt = Instant.parse("2026-03-01T02:59:59.999Z");
        SmsSendResult result = SmsSendResult.accepted(5, "1", "a").withSentAt(sentAt)
                .about("11987654321", new SmsOrigin("a.csv", 2));
        String json = new ObjectMapper().writeValueAsString(result);
        assertThat(json).endsWith(
                "\"sentAt\":\"2026-03-01T02:59:59.999Z\",\"destination\":\"11987654321\",\"origin\":{\"file\":\"a.csv\",\"line\":2}}");
        assertThat(new ObjectMapper().readValue(json, SmsSendResult.class)).isEqualTo(result);
        assertThat(new ObjectMapper().writeValueAsString(SmsSendResult.accepted(5, "1", "a")))
                .endsWith("\"sentAt\":null,\"destination\":null,\"origin\":null}");
    }

    static Stream<Fault> unknown() {
        return Stream.of(
                Fault.dropAfterAccepting(), Fault.dropBeforeAccepting(), Fault.truncateBody(), Fault.garbageBody(),
                Fault.httpStatus(500), Fault.httpStatus(502), Fault.httpStatusAfterAccepting(503), Fault.redirect(302),
                Fault.redirect(307), Fault.httpStatus(418), Fault.delayResponse(Duration.ofSeconds(20)),
                Fault.oversizedBody(20_000_000));
    }

    @ParameterizedTest
    @MethodSource("unknown")
    void send_noUsableResponse_isUnknownAndSentOnce(Fault fault) {
        simulator.failNext(fault);
        Exchange exchange = send(MESSAGE);
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(((SmsException) exchange.getException()).results())
                .extracting(SmsSendResult::outcome, SmsSendResult::correlationId)
                .containsExactly(tuple(SmsOutcome.UNKNOWN, "c1"));
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("UNKNOWN");
        assertThat(exchange.getMessage().getBody()).isEqualTo(MESSAGE);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = { 400, 404, 405, 413, 415, 422 })
    void send_requestRejected_isNotSentAndNotRetried(int status) {
        simulator.failNext(Fault.httpStatus(status));
        Exchange exchange = send(MESSAGE);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class)
                .isNotInstanceOf(SmsAuthenticationException.class).hasMessageContaining(String.valueOf(status));
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = { 401, 403 })
    void send_credentialsRejected_haltsTheAccount(int status) {
        simulator.failNext(Fault.httpStatus(status));
        Exchange exchange = send(MESSAGE);
        assertThat(exchange.getException()).isInstanceOf(SmsAuthenticationException.class);
        assertThat(send(MESSAGE).getException()).isInstanceOf(SmsAuthenticationException.class)
                .hasMessageContaining("halted");
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void send_throttledTwice_isAcceptedAfterRetries() {
        simulator.failNext(Fault.tooManyRequests(), Fault.tooManyRequests());
        Exchange exchange = send(MESSAGE);
        assertThat(exchange.getException()).isNull();
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(3);
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void send_serviceUnreachable_isNotSentAfterTheDeliveryTimeout() {
        simulator.stop();
        Exchange exchange = send("direct:impatient", e -> e.getMessage().setBody(MESSAGE));
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("deliveryTimeout").hasMessageContaining("refused");
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("NOT_SENT");
    }

    @Test
    void send_serviceReachableInTime_isAccepted() {
        simulator.stop();
        var sending = context.createProducerTemplate().asyncSend("direct:send", e -> e.getMessage().setBody(MESSAGE));
        SmsEndpoint endpoint = context.getEndpoint("sms:send", SmsEndpoint.class);
        Awaitility.await().until(() -> endpoint.getTrouble() != null && endpoint.getTrouble().contains("refused"));
        simulator.start();
        assertThat(sending.join().getException()).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(1);
    }

    @Test
    void send_manyAndOneResponseLost_completesWithTheResults() {
        List<SmsMessage> messages = IntStream.range(0, 400)
                .mapToObj(i -> new SmsMessage("hello", "11987654321", "m" + i, null)).toList();
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send(messages);
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).hasSize(400);
        assertThat(results(exchange).subList(0, 200)).extracting(SmsSendResult::outcome).containsOnly(SmsOutcome.UNKNOWN);
        assertThat(results(exchange).subList(200, 400)).extracting(SmsSendResult::outcome).containsOnly(SmsOutcome.ACCEPTED);
        assertThat(exchange.getMessage().getHeader("CamelSmsUnknown")).isEqualTo(200);
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void send_manyAndAllResponsesLost_failsWithAllResults() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send(List.of(MESSAGE, new SmsMessage("hello", "1", "bad", null)));
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(((SmsException) exchange.getException()).results()).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.UNKNOWN, SmsOutcome.REJECTED);
        assertThat(exchange.getMessage().getHeader("CamelSmsRejected")).isEqualTo(1);
    }

    @Test
    void send_manyAndNothingSent_failsAsSafeToResend() {
        simulator.failNext(Fault.httpStatus(404));
        Exchange exchange = send(List.of(MESSAGE, new SmsMessage("hello", "11987654321", "c2", null)));
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasMessageContaining("2 not sent");
    }

    @Test
    void redelivery_afterUnknownOutcome_isNotSentAgain() throws Exception {
        MockEndpoint dead = context.getEndpoint("mock:dead", MockEndpoint.class);
        dead.expectedMessageCount(1);
        dead.setResultWaitTime(60_000);
        simulator.failNext(Fault.dropAfterAccepting());
        send("direct:redelivering", e -> e.getMessage().setBody(MESSAGE));
        dead.assertIsSatisfied();
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
        assertThat(dead.getReceivedExchanges().get(0).getProperty(Exchange.EXCEPTION_CAUGHT))
                .isInstanceOf(SmsOutcomeUnknownException.class);
    }

    @Test
    void send_moreUrisInFlightThanTheProducerCacheHolds_sendsAll() {
        simulator.failNext(Fault.delayResponse(Duration.ofMillis(300)), Fault.delayResponse(Duration.ofMillis(300)));
        ProducerTemplate template = context.createProducerTemplate();
        List<CompletableFuture<Exchange>> sent
                = IntStream.range(0, 200).mapToObj(i -> template.asyncSend("direct:dynamic", e -> {
                    e.getMessage().setBody(new SmsMessage("hello", "11987654321", "d" + i, null));
                    e.getMessage().setHeader("timeout", 100_000 + i);
                })).toList();
        assertThat(sent).extracting(exchange -> result(exchange.join()).outcome()).containsOnly(SmsOutcome.ACCEPTED);
        assertThat(simulator.messages()).hasSize(200);
    }

    @Test
    void send_producerIsNotStarted_isNotSent() throws Exception {
        Endpoint endpoint = context.getEndpoint("sms:send");
        Exchange exchange = endpoint.createExchange();
        exchange.getMessage().setBody(MESSAGE);
        endpoint.createProducer().process(exchange);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasMessageContaining(
                "the message was not sent: sms://send is not started");
    }

    @Test
    void redelivery_afterARejection_sendsTheCorrectedMessage() {
        SmsMessage rejected = new SmsMessage("hello", REJECTED_NUMBER, "c1", null);
        Exchange exchange = send("direct:correcting", e -> e.getMessage().setBody(rejected));
        assertThat(exchange.getException()).isNull();
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("wrongCounts")
    void send_responseWithMissingResults_leavesThoseMessagesUnknown(Fault fault, List<SmsOutcome> expected) {
        List<SmsMessage> messages = new ArrayList<>();
        IntStream.range(0, 3).forEach(i -> messages.add(new SmsMessage("hello", "11987654321", "m" + i, null)));
        simulator.failNext(fault);
        Exchange exchange = send(messages);
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).extracting(SmsSendResult::outcome).containsExactlyElementsOf(expected);
    }

    static Stream<Arguments> wrongCounts() {
        SmsOutcome ok = SmsOutcome.ACCEPTED;
        SmsOutcome open = SmsOutcome.UNKNOWN;
        return Stream.of(
                Arguments.of(Fault.oneResultFewer(), List.of(ok, ok, open)),
                Arguments.of(Fault.oneResultMore(), List.of(ok, ok, ok)),
                Arguments.of(Fault.missingCorrelationIds(), List.of(ok, ok, ok)),
                Arguments.of(Fault.duplicatedCorrelationId(), List.of(ok, open, ok)));
    }
}
