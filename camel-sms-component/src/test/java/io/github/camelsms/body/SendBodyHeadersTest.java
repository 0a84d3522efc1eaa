package io.github.camelsms.body;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;
import org.apache.camel.TypeConverter;
import org.apache.camel.support.TypeConverterSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the types of header values: all input headers are read alike.
 */
class SendBodyHeadersTest extends SendBodyFixture {

    private static final SmsMessage NO_ID = new SmsMessage("hello", NUMBER, null, null);

    /** A value in each type that other components set: Kafka bytes, HTTP and mail lists, text in the making. */
    static Stream<Object> typesOf(String text) {
        return Stream.of(
                text, text.getBytes(StandardCharsets.UTF_8), text.toCharArray(), new StringBuilder(text), List.of(text),
                new ArrayList<>(List.of(text)), Set.of(text), new String[] { text }, new Object[] { text },
                List.of(text.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void read_headerOfAnyType_isRead() {
        typesOf(NUMBER).forEach(
                value -> assertThat(with("hello", "CamelSmsDestination", value).messages()).as("%s", value.getClass())
                        .extracting(SmsMessage::destination).containsExactly(NUMBER));
        typesOf("order-ç").forEach(
                value -> assertThat(with(NO_ID, "CamelSmsCorrelationId", value).ids()).as("%s", value.getClass())
                        .containsExactly("order-ç"));
        typesOf("order").forEach(
                value -> assertThat(with(List.of(NO_ID), "CamelSmsCorrelationIdPrefix", value).ids())
                        .as("%s", value.getClass()).containsExactly("order-1"));
        Instant date = Instant.parse("2030-01-01T00:00:00Z");
        for (String text : List.of("2030-01-01T00:00:00Z", "1893456000")) {
            typesOf(text).forEach(
                    value -> assertThat(with(NO_ID, "CamelSmsScheduledDate", value).messages()).as("%s", value.getClass())
                            .extracting(SmsMessage::scheduledDate).containsExactly(date));
        }
        typesOf("7").forEach(
                value -> assertThat(with(NO_ID, "CamelSmsPriority", value).messages()).as("%s", value.getClass())
                        .extracting(SmsMessage::priority).containsExactly(7));
        typesOf("30s").forEach(
                value -> assertThat(with(NO_ID, "CamelSmsTimeToLive", value).messages()).as("%s", value.getClass())
                        .extracting(SmsMessage::timeToLive).containsExactly(Duration.ofSeconds(30)));
    }

    @Test
    void read_otherIdTypes_areRead() {
        UUID uuid = UUID.fromString("6a2f0b52-6a36-4a0e-8f0a-0d6a8e7f4a11");
        assertThat(with(NO_ID, "CamelSmsCorrelationId", uuid).ids()).containsExactly(uuid.toString());
        assertThat(with(NO_ID, "CamelSmsCorrelationId", 'A').ids()).containsExactly("A");
        assertThat(with(NO_ID, "CamelSmsPriority", '7').messages()).extracting(SmsMessage::priority).containsExactly(7);
        assertThat(with(NO_ID, "CamelSmsCorrelationId", Thread.State.NEW).ids()).containsExactly("NEW");
        assertThat(with(NO_ID, "CamelSmsCorrelationId", List.of(7L)).ids()).containsExactly("7");
        assertThat(with(NO_ID, "CamelSmsScheduledDate", List.of(1_893_456_000)).messages())
                .extracting(SmsMessage::scheduledDate).containsExactly(Instant.ofEpochSecond(1_893_456_000));
    }

    /** An application may have converters that show dates to people. */
    @Test
    void read_dateWithAConverterToText_isNotConverted() {
        Instant date = Instant.parse("2030-01-01T00:00:00Z");
        ZonedDateTime zoned = date.atZone(ZoneId.of("America/Sao_Paulo"));
        for (Object value : List.of(date, zoned, Date.from(date), GregorianCalendar.from(zoned))) {
            BodyReading.Yield yield = reading.read(NO_ID, exchange -> {
                exchange.getContext().getTypeConverterRegistry()
                        .addTypeConverter(String.class, value.getClass(), shownToPeople());
                exchange.getMessage().setHeader("CamelSmsScheduledDate", value);
            });
            assertThat(yield.messages()).as("%s", value.getClass()).extracting(SmsMessage::scheduledDate)
                    .containsExactly(date);
        }
    }

    private static TypeConverter shownToPeople() {
        return new TypeConverterSupport() {
            @Override
            public <T> T convertTo(Class<T> type, Exchange exchange, Object value) {
                return type.cast("New Year's Day");
            }
        };
    }

    static Stream<Object> several() {
        return Stream.of(
                List.of("a", "b"), List.of(), Arguments.of((Object) new String[] { "a", "b" }), Set.of("a", "b"),
                List.of(List.of("a")),
                Arrays.asList((Object) null), Map.of("a", "b"), Optional.of("a"), new byte[] { (byte) 0xff, (byte) 0xfe },
                new Object());
    }

    @ParameterizedTest
    @MethodSource("several")
    void read_headerThatIsNotOneText_isRejected(Object value) {
        for (String header : List.of(
                "CamelSmsCorrelationId", "CamelSmsScheduledDate", "CamelSmsPriority", "CamelSmsTimeToLive")) {
            assertRejected(with(NO_ID, header, value), header);
        }
        assertRejected(with("hello", "CamelSmsDestination", value), "CamelSmsDestination");
        assertRejected(with(List.of(NO_ID), "CamelSmsCorrelationIdPrefix", value), "CamelSmsCorrelationIdPrefix");
    }

    private static void assertRejected(BodyReading.Yield yield, String header) {
        assertThat(yield.messages()).as(header).isEmpty();
        assertThat(yield.refusals()).as(header).extracting(SmsSendResult::correlationId).containsOnlyNulls().hasSize(1);
    }

    private BodyReading.Yield with(Object body, String header, Object value) {
        return reading.read(body, exchange -> exchange.getMessage().setHeader(header, value));
    }
}
