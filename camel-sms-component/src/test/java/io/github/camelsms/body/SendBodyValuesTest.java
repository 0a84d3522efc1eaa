package io.github.camelsms.body;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for numbers and dates in bodies of each kind.
 */
class SendBodyValuesTest extends SendBodyFixture {

    static Stream<String> exactNumbers() {
        return Stream.of("12345678901234567890", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0",
                "12345678901234567890123456789012345678901234567890");
    }

    @ParameterizedTest
    @MethodSource("exactNumbers")
    void read_integerOfAnySizeAsId_keepsItsDigits(String number) throws IOException {
        everyKind(json("c1").replace("\"c1\"", number))
                .forEach(body -> assertThat(reading.read(body).ids()).as("%s", body.getClass()).containsExactly(number));
        Map<String, Object> map = fields("c1");
        map.put("correlationId", new BigInteger(number));
        assertThat(reading.read(map).ids()).containsExactly(number);
        assertThat(reading.read(new ObjectMapper().readTree(json("c1").replace("\"c1\"", number))).ids())
                .containsExactly(number);
        SmsMessage noId = new SmsMessage("hello", NUMBER, null, null);
        assertThat(
                reading.read(
                        noId, exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationId", new BigInteger(number)))
                        .ids())
                .containsExactly(number);
    }

    static Stream<Object> wholeNumbers() {
        return Stream.of(12345678.0, 12345678.0f, new BigDecimal("12345678.000"), new BigDecimal("1.2345678E7"), 12345678L);
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void read_integerOfAnyTypeAsId_keepsItsDigits(Object number) {
        Map<String, Object> map = fields("c1");
        map.put("correlationId", number);
        assertThat(reading.read(map).ids()).containsExactly("12345678");
        assertThat(
                reading.read(
                        new SmsMessage("hello", NUMBER, null, null),
                        exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationId", number)).ids())
                .containsExactly("12345678");
    }

    static Stream<Number> numbersOfThePhone() {
        return Stream.of(
                1_187_654_321L, 1_187_654_321, 1_187_654_321.0, BigInteger.valueOf(1_187_654_321),
                new BigDecimal("1187654321.0"), new BigDecimal("1.187654321E9"));
    }

    @ParameterizedTest
    @MethodSource("numbersOfThePhone")
    void read_numberAsDestination_keepsItsDigits(Number destination) {
        Map<String, Object> map = fields("c1");
        map.put("destination", destination);
        assertThat(reading.read(map).messages()).extracting(SmsMessage::destination).containsExactly("1187654321");
        for (Object body : new Object[] { "hello", List.of("hello") }) {
            assertThat(
                    reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", destination))
                            .messages())
                    .extracting(SmsMessage::destination).containsExactly("1187654321");
        }
    }

    @Test
    void read_headerNumberThatIsNotAnInteger_isRejected() {
        for (Object body : new Object[] { "hello", List.of("hello", ONE) }) {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", 1187654321.5));
            assertThat(yield.refusals()).as("%s", body).hasSize(1);
            assertThat(yield.refusals().get(0).reason()).contains("destination is a number with a fraction")
                    .doesNotContain("1187");
        }
    }

    static Stream<Object> inexactNumbers() {
        return Stream.of(
                1.5, 1e300, Double.NaN, Double.POSITIVE_INFINITY, 9007199254740994.0, 33554432f, 0.1f,
                new BigDecimal("0.10"), new BigDecimal("1e999999999"), new BigDecimal("1e-999999999"));
    }

    @ParameterizedTest
    @MethodSource("inexactNumbers")
    void read_numberThatIsNotAnInteger_isRejected(Object number) {
        for (String field : List.of("correlationId", "messageText", "destination", "scheduledDate")) {
            Map<String, Object> map = fields("c1");
            map.put(field, number);
            BodyReading.Yield yield = reading.read(map);
            assertThat(yield.messages()).as(field).isEmpty();
            assertThat(yield.refusals()).hasSize(1);
            assertThat(yield.refusals().get(0).reason()).contains(field);
        }
        assertThat(
                reading.read(
                        new SmsMessage("hello", NUMBER, null, null),
                        exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationId", number)).messages())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "1.5", "1e999999999", "1e-5", "true", "{}", "[]", "[\"c1\"]" })
    void read_jsonValueThatIsNotAText_rejectsThatMessage(String value) throws IOException {
        everyKind("[" + json("c1").replace("\"c1\"", value) + "," + TWO + "]").forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::correlationId).containsExactly("c2");
            assertThat(yield.refusals()).hasSize(1);
        });
    }

    @ParameterizedTest
    @CsvSource({
            "CamelSmsPriority,7.5", "CamelSmsPriority,18446744073709551620", "CamelSmsTimeToLive,1.5",
            "CamelSmsTimeToLive,18446744073709552616" })
    void read_headerNumberOutOfRange_isRejected(String header, BigDecimal number) {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", null);
        assertThat(reading.read(message, exchange -> exchange.getMessage().setHeader(header, number)).messages()).isEmpty();
        Object other = number.scale() == 0 ? number.toBigInteger() : number.doubleValue();
        assertThat(reading.read(message, exchange -> exchange.getMessage().setHeader(header, other)).messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {
            100_000_000_000L, 1_767_323_045_000L, 1_767_323_045_000_000L, 99_999_999L, 20_260_331L, 60L, 0L, -1L })
    void read_implausibleEpochSeconds_isRejectedInEachPosition(long number) throws IOException {
        String json = ONE.replace("}", ",\"scheduledDate\":");
        everyKind(json + number + "}").forEach(body -> assertRefusedDate(reading.read(body)));
        everyKind(json + "\"" + number + "\"}").forEach(body -> assertRefusedDate(reading.read(body)));
        for (Object value : new Object[] { number, BigInteger.valueOf(number), (double) number, String.valueOf(number) }) {
            Map<String, Object> map = fields("c1");
            map.put("scheduledDate", value);
            assertRefusedDate(reading.read(map));
            assertRefusedDate(
                    reading.read(ONE, exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", value)));
        }
    }

    @Test
    void read_textThatIsNoDate_reasonShowsTheFormatUnmasked() {
        BodyReading.Yield yield
                = reading.read(ONE, exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", "tomorrow"));
        assertThat(yield.refusals().get(0).reason()).contains("ISO-8601, as in yyyy-MM-ddTHH:mm").doesNotContain("*");
    }

    private static void assertRefusedDate(BodyReading.Yield yield) {
        assertThat(yield.messages()).isEmpty();
        assertThat(yield.refusals()).hasSize(1);
        assertThat(yield.refusals().get(0).reason()).contains("scheduledDate", "seconds");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\"\"", "\"  \"", "null" })
    void read_blankScheduledDate_isIgnored(String blank) throws IOException {
        everyKind(ONE.replace("}", ",\"scheduledDate\":" + blank + "}")).forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).hasSize(1);
            assertThat(yield.messages().get(0).scheduledDate()).isNull();
        });
        Map<String, Object> map = fields("c1");
        map.put("scheduledDate", new StringBuilder(" "));
        assertThat(reading.read(map).messages()).hasSize(1);
        assertThat(
                reading.read(ONE, exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", " ")).messages())
                .hasSize(1);
    }

    @Test
    void read_epochSecondsOfAnyNumberType_areRead() {
        for (Object value : new Object[] {
                1_893_456_000L, 1_893_456_000, 1.893456e9, BigInteger.valueOf(1_893_456_000), "1893456000" }) {
            Map<String, Object> map = fields("c1");
            map.put("scheduledDate", value);
            assertThat(reading.read(map).messages()).extracting(SmsMessage::scheduledDate)
                    .containsExactly(Instant.ofEpochSecond(1_893_456_000));
        }
    }

    static Stream<Object> throwing() {
        Map<String, Object> lazy = new AbstractMap<>() {
            @Override
            public Object get(Object key) {
                throw new IllegalStateException("the session is closed");
            }

            @Override
            public Set<Entry<String, Object>> entrySet() {
                throw new IllegalStateException("the session is closed");
            }
        };
        InputStream stream = new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("the session is closed");
            }
        };
        return Stream.of(lazy, stream);
    }

    @ParameterizedTest
    @MethodSource("throwing")
    void read_elementThrowsAnException_rejectsOnlyThisElement(Object element) {
        BodyReading.Yield read = reading.read(Arrays.asList(fields("c1"), element, fields("c2")));
        assertThat(read.failure()).isNull();
        assertThat(read.messages()).hasSize(2);
        assertThat(read.refusals()).singleElement().extracting(SmsSendResult::reason).asString()
                .contains("cannot be read (IllegalStateException)");
    }
}
