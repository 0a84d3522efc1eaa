package io.github.camelsms;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsPart;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for texts over the length limit, over real HTTP.
 */
class SmsLongMessageTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final String BARRED = "11900000000";
    /** A text of three segments. */
    private static final String LONG = "palavra ".repeat(50).strip();

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.host("0.0.0.0").keepTexts(true).rejectedDestinations(BARRED);
    }

    @Override
    protected RouteBuilder routes() {
        // Separate accounts, so that each may have its own batch size and pace.
        String oneByOne = account("127.0.0.1") + "&batchSize=1&pacing=strict";
        String slow = account("127.0.0.2") + "&batchSize=1&requestsPerSecond=0.001&deliveryTimeout=3000";
        String small = account("127.0.0.3") + "&maxPendingMessages=1000&maxRequestsInFlight=2";
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:reject").to("sms:send");
                from("direct:send").errorHandler(noErrorHandler()).to("sms:send?longMessage=split");
                from("direct:counts").to("sms:send?longMessage=split&results=counts" + small);
                from("direct:truncate").to("sms:send?longMessage=truncate");
                from("direct:transliterate").to("sms:send?transliterate=true");
                from("direct:both").to("sms:send?transliterate=true&longMessage=split");
                from("direct:noId").to("sms:send?longMessage=split&autoCorrelationId=false");
                from("direct:oneByOne").errorHandler(noErrorHandler()).to("sms:send?longMessage=split" + oneByOne);
                from("direct:slow").errorHandler(noErrorHandler()).to("sms:send?longMessage=split" + slow);
                from("direct:redelivering")
                        .errorHandler(deadLetterChannel("mock:dead").maximumRedeliveries(3).redeliveryDelay(0))
                        .to("sms:send?longMessage=split" + oneByOne);
            }
        };
    }

    private String account(String host) {
        return "&baseUrl=" + simulator.baseUrl().replace("localhost", host);
    }

    @Test
    void send_longTextByDefault_isRejectedNamingTheOption() {
        Exchange exchange = sendTo("direct:reject", LONG);
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(result(exchange).reason()).contains("399", "160", "longMessage");
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_truncate_sendsTheFirst160Characters() {
        Exchange exchange = sendTo("direct:truncate", LONG);
        assertThat(result(exchange)).extracting(SmsSendResult::outcome, SmsSendResult::correlationId)
                .containsExactly(SmsOutcome.ACCEPTED, "c1");
        assertThat(text("c1")).isEqualTo(LONG.substring(0, 160));
    }

    @Test
    void send_split_sendsSegmentsAndReturnsOneResult() {
        Instant date = Instant.ofEpochSecond(1_893_456_000);
        Exchange exchange = send(new SmsMessage(LONG, "(11) 98765-4321", "c1", date));
        assertThat(sent()).containsExactlyInAnyOrder("c1-1of3", "c1-2of3", "c1-3of3");
        assertThat(text("c1-1of3")).startsWith("1/3 palavra ").endsWith(" palavra").hasSizeLessThanOrEqualTo(160);
        assertThat(simulator.messages()).extracting(SimulatedMessage::destination, SimulatedMessage::scheduledDate)
                .containsOnly(tuple(NUMBER, date));
        String ids = Stream.of("c1-1of3", "c1-2of3", "c1-3of3").map(id -> simulator.message(id).orElseThrow().id())
                .collect(Collectors.joining(","));
        assertThat(result(exchange).withSentAt(null)).isEqualTo(SmsSendResult.accepted(5, ids, "c1").about(NUMBER, null));
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("ACCEPTED");
        assertThat(exchange.getMessage().getHeader("CamelSmsId")).isEqualTo(ids);
        assertThat(exchange.getMessage().getHeader("CamelSmsCorrelationId")).isEqualTo("c1");
        assertThat(exchange.getMessage().getHeader("CamelSmsParts")).isEqualTo(3);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void send_splitShortText_sendsItUnchanged() {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(new SmsMessage("hello", NUMBER, "c1", null));
            e.getMessage().setHeader("CamelSmsParts", 3);
        });
        assertThat(text("c1")).isEqualTo("hello");
        assertThat(exchange.getMessage().getHeader("CamelSmsParts")).isNull();
    }

    @Test
    void send_splitWithGeneratedId_isDifferentForEachMessage() {
        String made = String.valueOf(result(send(new SmsMessage(LONG, NUMBER, null, null))).correlationId());
        assertThat(sent()).containsExactlyInAnyOrder(SmsPart.correlationIds(made, 3).toArray(String[]::new));
        assertThat(result(send(new SmsMessage(LONG, NUMBER, null, null))).correlationId()).isNotEqualTo(made);
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void send_splitWithoutIds_sendsSegmentsWithoutIds() {
        Exchange exchange = send("direct:noId", e -> e.getMessage().setBody(new SmsMessage(LONG, NUMBER, null, null)));
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(result(exchange).correlationId()).isNull();
        assertThat(simulator.messages()).hasSize(3).extracting(SimulatedMessage::correlationId).containsOnlyNulls();
    }

    @Test
    void send_splitWithTheLongestId_shortensItForTheSegments() {
        String id = "i".repeat(50);
        Exchange exchange = send(new SmsMessage(LONG, NUMBER, id, null));
        assertThat(result(exchange).correlationId()).isEqualTo(id);
        assertThat(sent()).containsExactlyInAnyOrder(SmsPart.correlationIds(id, 3).toArray(String[]::new));
    }

    @Test
    void send_splitIntoTooManySegments_isRejectedWithoutARequest() {
        Exchange exchange = send(new SmsMessage("x".repeat(1_405), NUMBER, "c1", null));
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(result(exchange).reason()).contains("1405", "9 segments");
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_splitToAnInvalidNumber_isRejectedWithoutARequest() {
        Exchange exchange = send(new SmsMessage(LONG, "123", "c1", null));
        assertThat(result(exchange).reason()).startsWith("INVALID_NUMBER_FORMAT");
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_splitAndTheServiceRejectsTheNumber_isRejected() {
        Exchange exchange = send(new SmsMessage(LONG, BARRED, "c1", null));
        assertThat(result(exchange).withSentAt(null)).isEqualTo(SmsSendResult.rejected(
                -5, "0 of 3 segments accepted, 3 rejected (segment 1, 2, 3); segment 1: INVALID_NUMBER_FORMAT", "c1")
                .about(BARRED, null));
    }

    @Test
    void send_splitAndOneResponseLost_isUnknown() {
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = sendTo("direct:oneByOne", LONG);
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class)
                .hasMessageContaining("2 of 3 segments accepted, 1 unknown (segment 1)");
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("UNKNOWN");
        assertThat(exchange.getMessage().getHeader("CamelSmsCorrelationId")).isEqualTo("c1");
        assertThat(exchange.getMessage().getHeader("CamelSmsParts")).isEqualTo(3);
    }

    @Test
    void send_splitAndOneSegmentNotSent_isUnknownAndNotSafeToResend() {
        simulator.failNext(Fault.httpStatus(404));
        Exchange exchange = sendTo("direct:oneByOne", LONG);
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class)
                .hasMessageContaining("2 of 3 segments accepted, 1 not sent (segment 1)").hasMessageContaining("404");
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void send_splitAndLaterSegmentsExpire_isUnknown() {
        Exchange exchange = sendTo("direct:slow", LONG);
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class)
                .hasMessageContaining("1 of 3 segments accepted, 2 not sent (segment 2, 3)")
                .hasMessageContaining("deliveryTimeout");
        assertThat(sent()).containsExactlyInAnyOrder("c1-1of3");
    }

    @Test
    void send_splitAndNothingSent_isNotSent() {
        simulator.failNext(Fault.httpStatus(404));
        Exchange exchange = sendTo("direct:send", LONG);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("0 of 3 segments accepted, 3 not sent");
    }

    @Test
    void send_splitAndCredentialsRejected_failsWithAuthenticationException() {
        simulator.failNext(Fault.httpStatus(401));
        assertThat(sendTo("direct:send", LONG).getException()).isInstanceOf(SmsAuthenticationException.class);
    }

    @Test
    void send_splitPartlySentAndRedelivered_isNotSentAgain() {
        simulator.failNext(Fault.httpStatus(404));
        sendTo("direct:redelivering", LONG);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(3);
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    static Stream<Function<List<SmsMessage>, Object>> inputs() {
        return Stream.of(messages -> messages, List::iterator, List::stream, List::toArray);
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void send_splitAmongMany_returnsOneResultEachInInputOrder(Function<List<SmsMessage>, Object> input) {
        List<SmsMessage> messages = mixed(400);
        Exchange exchange = send(input.apply(messages));
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).extracting(SmsSendResult::correlationId)
                .containsExactlyElementsOf(messages.stream().map(SmsMessage::correlationId).toList());
        for (int i = 0; i < messages.size(); i++) {
            SmsSendResult result = results(exchange).get(i);
            boolean bad = isBad(i);
            assertThat(result.outcome()).isEqualTo(bad ? SmsOutcome.REJECTED : SmsOutcome.ACCEPTED);
            int ids = bad ? 0 : String.valueOf(result.smsId()).split(",").length;
            assertThat(ids).isEqualTo(bad ? 0 : partsOf(i));
        }
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(360);
        assertThat(exchange.getMessage().getHeader("CamelSmsRejected")).isEqualTo(40);
        assertThat(exchange.getMessage().getHeader("CamelSmsParts")).isNull();
        assertThat(simulator.messages()).hasSize(IntStream.range(0, 400).filter(i -> !isBad(i)).map(i -> partsOf(i)).sum());
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void send_splitAmongManyAndOneResponseLost_returnsUnknownForItsMessages() {
        List<SmsMessage> messages = IntStream.range(0, 100)
                .mapToObj(i -> new SmsMessage(LONG, NUMBER, "m" + i, null)).toList();
        simulator.failNext(Fault.dropAfterAccepting());
        Exchange exchange = send(messages);
        // The last two of the 200 segments in the first request are segments 1 and 2 of the 67th message.
        assertThat(exchange.getMessage().getHeader("CamelSmsUnknown")).isEqualTo(67);
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(33);
        assertThat(results(exchange).subList(0, 67)).extracting(SmsSendResult::outcome).containsOnly(SmsOutcome.UNKNOWN);
        assertThat(results(exchange).get(66).reason()).contains("1 of 3 segments accepted, 2 unknown (segment 1, 2)");
    }

    @Test
    void send_splitLongIterator_isReadAsTheQueueDrains() {
        AtomicInteger read = new AtomicInteger();
        AtomicInteger furthest = new AtomicInteger();
        Iterator<SmsMessage> input = IntStream.range(0, 4_000).mapToObj(i -> {
            furthest.accumulateAndGet(read.incrementAndGet() * 3 - (int) simulator.statistics().acceptedMessages(), Math::max);
            return new SmsMessage(LONG, NUMBER, "m" + i, null);
        }).iterator();
        Exchange exchange = send("direct:counts", e -> e.getMessage().setBody(input));
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(4_000);
        assertThat(simulator.messages()).hasSize(12_000);
        // Queued, in flight, and being read.
        assertThat(furthest.get()).isLessThan(2_000);
    }

    @Test
    void send_splitInputThatBreaksOff_reportsWhatWasSent() {
        List<Object> first = List.of(new SmsMessage(LONG, NUMBER, "c1", null), new SmsMessage("hello", NUMBER, "c2", null));
        Iterator<Object> broken = Stream.concat(first.stream(), Stream.generate(() -> {
            throw new IllegalStateException("no more");
        })).iterator();
        Exchange exchange = send(broken);
        assertThat(exchange.getException()).isInstanceOf(SmsException.class).hasMessageContaining("2 accepted");
        assertThat(((SmsException) Objects.requireNonNull(exchange.getException())).results())
                .extracting(SmsSendResult::correlationId).containsExactly("c1", "c2");
    }

    @Test
    void send_transliterate_sendsGsm7CharactersOnly() {
        sendTo("direct:transliterate", "Promoção “até” amanhã… 😀");
        assertThat(text("c1")).isEqualTo("Promocao \"até\" amanha... ?");
    }

    @Test
    void send_transliteratedTextTooLong_isSplit() {
        Exchange exchange = sendTo("direct:both", "…".repeat(60));
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(text("c1-2of2")).isEqualTo("2/2 " + ".".repeat(24));
    }

    private Exchange sendTo(String uri, String text) {
        return send(uri, e -> e.getMessage().setBody(new SmsMessage(text, NUMBER, "c1", null)));
    }

    private List<String> sent() {
        return simulator.messages().stream().map(message -> String.valueOf(message.correlationId())).toList();
    }

    private @Nullable String text(String correlationId) {
        return simulator.message(correlationId).orElseThrow().text();
    }

    private static List<SmsMessage> mixed(int count) {
        List<SmsMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(new SmsMessage("x".repeat(156 * (partsOf(i) - 1) + 10), isBad(i) ? "1" : NUMBER, "m" + i, null));
        }
        return messages;
    }

    private static boolean isBad(int i) {
        return i % 10 == 9;
    }

    private static int partsOf(int i) {
        return 1 + i % 4;
    }
}
