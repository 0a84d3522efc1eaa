package io.github.camelsms.body;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for messages in maps, and for values of headers.
 */
class FieldReaderTest {

    private static final Map<String, Object> FIELDS
            = Map.of("messageText", "hello", "destination", 11987654321L, "correlationId", 7);

    @Test
    void message_fields_areRead() {
        SmsMessage expected = new SmsMessage("hello", "11987654321", "7", null);
        assertThat(FieldReader.message(FIELDS, ZoneOffset.UTC)).isEqualTo(expected);
    }

    /** Otherwise the messages of the list would be lost. */
    @Test
    void message_fieldsBesideAList_areRejected() {
        Map<String, Object> both = Map.of("messageText", "hello", "destination", "11987654321", "sms", List.of(FIELDS));
        assertThatThrownBy(() -> FieldReader.message(both, ZoneOffset.UTC)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exclude each other");
    }

    @Test
    void text_otherType_isRejectedWithItsKind() {
        assertThatThrownBy(() -> FieldReader.text("destination", Map.of())).hasMessage("destination is an object, not a text");
        assertThatThrownBy(() -> FieldReader.text("destination", List.of())).hasMessage("destination is a list, not a text");
        assertThatThrownBy(() -> FieldReader.text("destination", true)).hasMessage("destination is a Boolean, not a text");
    }

    static Stream<Object> priorities() {
        return Stream.of(7, 7L, "7", " 7 ", (short) 7);
    }

    @ParameterizedTest
    @MethodSource("priorities")
    void priority_integerOrDigits_isRead(Object value) {
        assertThat(FieldReader.priority(value)).isEqualTo(7);
    }

    @Test
    void priority_absentOrBlank_isNull() {
        assertThat(FieldReader.priority(null)).isNull();
        assertThat(FieldReader.priority(" ")).isNull();
    }

    static Stream<Object> noPriorities() {
        return Stream.of("high", 1L << 40, Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("noPriorities")
    void priority_invalidValue_namesTheExpectedValues(Object value) {
        assertThatThrownBy(() -> FieldReader.priority(value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("priority").hasMessageContaining("0 to 9");
    }

    static Stream<Arguments> timesToLive() {
        return Stream.of(
                Arguments.of(Duration.ofSeconds(30), 30), Arguments.of(30_000, 30), Arguments.of(30_000L, 30),
                Arguments.of("30s", 30), Arguments.of("PT30S", 30), Arguments.of("30000", 30), Arguments.of("2m", 120),
                Arguments.of(" 1h30m ", 5_400), Arguments.of("1d2h3m4s", 93_784), Arguments.of("2min", 120),
                Arguments.of("30000ms", 30), Arguments.of("-PT5S", -5));
    }

    @ParameterizedTest
    @MethodSource("timesToLive")
    void timeToLive_anyDurationFormat_isRead(Object value, int seconds) {
        assertThat(FieldReader.timeToLive(value)).isEqualTo(Duration.ofSeconds(seconds));
    }

    static Stream<Object> noTimesToLive() {
        // Camel reads most of these as zero, and the message would expire immediately.
        return Stream.of(
                "soon", "abc", "2M", "1w", "5x", "30 s", "1e3", "1.5s", "m5", "5m30", "--", "9999999999999h", "1h-", "2minutes",
                "99999999999999999999", new Object());
    }

    @ParameterizedTest
    @MethodSource("noTimesToLive")
    void timeToLive_invalidValue_namesTheExpectedValues(Object value) {
        assertThatThrownBy(() -> FieldReader.timeToLive(value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeToLive").hasMessageContaining("30s");
    }
}
