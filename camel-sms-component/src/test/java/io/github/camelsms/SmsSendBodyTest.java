package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the bodies and headers that sms:send accepts.
 */
class SmsSendBodyTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final String ONE = "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER + "\",\"correlationId\":\"c1\"}";
    private static final String TWO = "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER + "\",\"correlationId\":\"c2\"}";

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.keepTexts(true);
    }

    static Stream<Object> single() {
        return Stream.of(
                new SmsMessage("hello", NUMBER, "c1", null),
                Map.of("messageText", "hello", "destination", NUMBER, "correlationId", "c1"),
                Map.of("messageText", "hello", "destination", 11987654321L, "correlationId", "c1"),
                ONE, ONE.getBytes(StandardCharsets.UTF_8), stream(ONE), "  \n" + ONE);
    }

    @ParameterizedTest
    @MethodSource("single")
    void send_singleBody_returnsOneResult(Object body) {
        Exchange exchange = send(body);
        assertThat(exchange.getException()).isNull();
        SmsSendResult result = result(exchange);
        assertThat(result.outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(result.code()).isEqualTo(5);
        assertThat(result.smsId()).isNotBlank();
        assertThat(result.correlationId()).isEqualTo("c1");
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("ACCEPTED");
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome", SmsOutcome.class)).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(exchange.getMessage().getHeader("CamelSmsCode")).isEqualTo(5);
        assertThat(exchange.getMessage().getHeader("CamelSmsId")).isEqualTo(result.smsId());
        assertThat(exchange.getMessage().getHeader("CamelSmsCorrelationId")).isEqualTo("c1");
        assertThat(exchange.getMessage().getHeader("CamelSmsReason")).isNull();
    }

    static Stream<Arguments> many() {
        SmsMessage first = new SmsMessage("hello", NUMBER, "c1", null);
        SmsMessage second = new SmsMessage("hello", NUMBER, "c2", null);
        return Stream.of(
                List.of(first, second), List.of(first, second).iterator(), Stream.of(first, second),
                new SmsMessage[] { first, second }, new Object[] { ONE, second },
                (Iterable<Object>) () -> List.<Object> of(first, TWO).iterator(),
                "[" + ONE + "," + TWO + "]", ("[" + ONE + "," + TWO + "]").getBytes(StandardCharsets.UTF_8),
                stream("[" + ONE + "," + TWO + "]"), "{\"sms\":[" + ONE + "," + TWO + "]}",
                stream("{\"sms\":[" + ONE + "," + TWO + "]}"), List.of("[" + ONE + "]", List.of(TWO)),
                Map.of("sms", List.of(Map.of("messageText", "hello", "destination", NUMBER, "correlationId", "c1"), second)))
                .map(body -> Arguments.of(body));
    }

    @ParameterizedTest
    @MethodSource("many")
    void send_manyBodies_returnsResultsInInputOrder(Object body) {
        Exchange exchange = send(body);
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).extracting(SmsSendResult::correlationId).containsExactly("c1", "c2");
        assertThat(results(exchange)).extracting(SmsSendResult::outcome).containsOnly(SmsOutcome.ACCEPTED);
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(2);
        assertThat(exchange.getMessage().getHeader("CamelSmsRejected")).isEqualTo(0);
        assertThat(exchange.getMessage().getHeader("CamelSmsNotSent")).isEqualTo(0);
        assertThat(exchange.getMessage().getHeader("CamelSmsUnknown")).isEqualTo(0);
        assertThat(simulator.statistics().sendRequests()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("emptyBodies")
    void send_emptyInput_returnsAnEmptyList(Object body) {
        Exchange exchange = send(body);
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).isEmpty();
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(0);
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    static Stream<Arguments> emptyBodies() {
        return Stream.of(List.of(), new Object[0], Stream.empty(), "[]", "{\"sms\":[]}").map(body -> Arguments.of(body));
    }

    @Test
    void send_textWithDestinationHeader_sendsTheText() {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody("olá, {não é JSON}");
            e.getMessage().setHeader("CamelSmsDestination", "+55 (11) 98765-4321");
            e.getMessage().setHeader("CamelSmsCorrelationId", "c9");
        });
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        SimulatedMessage message = simulator.message("c9").orElseThrow();
        assertThat(message.destination()).isEqualTo(NUMBER);
    }

    @Test
    void send_noCorrelationId_generatesANewOneEachTime() {
        Exchange exchange = send(new SmsMessage("hello", NUMBER, null, null));
        String id = String.valueOf(result(exchange).correlationId());
        assertThat(id).isNotBlank().hasSizeLessThanOrEqualTo(50);
        assertThat(simulator.message(id)).isPresent();
        Exchange again = send("direct:send", e -> {
            e.getMessage().setHeaders(exchange.getMessage().getHeaders());
            e.setProperty("CamelSmsGeneratedCorrelationIds", exchange.getProperty("CamelSmsGeneratedCorrelationIds"));
            e.getMessage().setBody(new SmsMessage("another", NUMBER, null, null));
        });
        assertThat(result(again).correlationId()).isNotBlank().isNotEqualTo(id);
    }

    @Test
    void send_autoCorrelationIdFalse_sendsNoCorrelationId() {
        Exchange exchange = send("sms:send?autoCorrelationId=false",
                e -> e.getMessage().setBody(new SmsMessage("hello", NUMBER, null, null)));
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(result(exchange).correlationId()).isNull();
    }

    static Stream<Object> scheduledDates() {
        Instant date = Instant.ofEpochSecond(1_893_456_000);
        return Stream.of(date, Date.from(date), date.toString(), date.getEpochSecond(), String.valueOf(date.getEpochSecond()),
                "2030-01-01T00:00:00+00:00", "2029-12-31T21:00:00");
    }

    @ParameterizedTest
    @MethodSource("scheduledDates")
    void send_scheduledDateHeader_isSentAsEpochSeconds(Object date) {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(ONE);
            e.getMessage().setHeader("CamelSmsScheduledDate", date);
        });
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(simulator.message("c1").orElseThrow().scheduledDate()).isEqualTo(Instant.ofEpochSecond(1_893_456_000));
    }

    @Test
    void send_invalidMessageAmongValidOnes_rejectsOnlyThatMessage() {
        Exchange exchange = send(Arrays.asList(
                new SmsMessage("hello", "123", "short", null), new SmsMessage("hello", NUMBER, "good", null),
                new SmsMessage("x".repeat(161), NUMBER, "long", null), new SmsMessage("hello", NUMBER, "i".repeat(51), null),
                null, Map.of("messageText", "hello", "destination", NUMBER, "scheduledDate", "tomorrow"), 42));
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).extracting(SmsSendResult::outcome).containsExactly(
                SmsOutcome.REJECTED, SmsOutcome.ACCEPTED, SmsOutcome.REJECTED, SmsOutcome.REJECTED, SmsOutcome.REJECTED,
                SmsOutcome.REJECTED, SmsOutcome.REJECTED);
        assertThat(results(exchange).get(0).code()).isEqualTo(-5);
        assertThat(results(exchange).get(0).reason()).startsWith("INVALID_NUMBER_FORMAT").doesNotContain("123");
        assertThat(results(exchange).get(2).reason()).contains("161", "160");
        assertThat(exchange.getMessage().getHeader("CamelSmsRejected")).isEqualTo(6);
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(1);
        assertThat(simulator.statistics().rejectedMessages()).isZero();
    }

    @Test
    void send_brokenJson_isRejectedWithoutARequest() {
        Exchange exchange = send("[" + ONE + ", {");
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_jsonStreamThatBreaksOff_reportsWhatWasSent() {
        Exchange exchange = send(stream("[" + ONE + "," + TWO + ", {\"messageText\":"));
        assertThat(exchange.getException()).isInstanceOf(SmsException.class).hasMessageContaining("2 accepted");
        assertThat(((SmsException) exchange.getException()).results()).hasSize(2);
    }

    @Test
    void send_bodyOfUnsupportedType_failsListingTheSupportedTypes() {
        Exchange exchange = send(new Object());
        assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class)
                .hasMessageContaining("java.lang.Object").hasMessageContaining("CamelSmsDestination");
    }

    @Test
    void send_throwExceptionOnRejected_failsTheExchange() {
        Exchange exchange = send("sms:send?throwExceptionOnRejected=true",
                e -> e.getMessage().setBody(new SmsMessage("hello", "123", "c1", null)));
        assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class);
        assertThat(exchange.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("REJECTED");
        assertThat(exchange.getMessage().getBody()).isInstanceOf(SmsMessage.class);
    }

    @Test
    void send_resultsProblems_returnsProblemsOnly() {
        Exchange exchange = send("sms:send?results=problems", e -> e.getMessage().setBody(mixed()));
        assertThat(results(exchange)).extracting(SmsSendResult::correlationId).containsExactly("bad");
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(500);
    }

    @Test
    void send_resultsCounts_returnsNoResults() {
        Exchange exchange = send("sms:send?results=counts", e -> e.getMessage().setBody(mixed().iterator()));
        assertThat(results(exchange)).isEmpty();
        assertThat(exchange.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(500);
        assertThat(exchange.getMessage().getHeader("CamelSmsRejected")).isEqualTo(1);
    }

    private static Stream<SmsMessage> mixed() {
        return Stream.concat(
                Stream.of(new SmsMessage("hello", "1", "bad", null)),
                IntStream.range(0, 500).mapToObj(i -> new SmsMessage("hello", NUMBER, "m" + i, null)));
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
