package io.github.camelsms;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.TypeConversionException;
import org.apache.camel.TypeConverter;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The type converters, as Camel finds them by itself.
 */
class SmsConverterTest {

    private static final String NUMBER = "11987654321";
    private static final Instant DATE = Instant.parse("2026-03-31T12:00:00Z");
    private static final SmsMessage MESSAGE = new SmsMessage("hello", NUMBER, "c1", DATE);

    private final CamelContext context = new DefaultCamelContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void convert_map_isTheMessage() {
        assertThat(
                converter().convertTo(
                        SmsMessage.class,
                        Map.of("messageText", "hello", "destination", NUMBER, "correlationId", "c1", "scheduledDate", DATE)))
                .isEqualTo(MESSAGE);
    }

    @Test
    void convert_mapWithNumbersAndEpochSeconds_isTheMessage() {
        assertThat(
                converter().convertTo(
                        SmsMessage.class, Map.of(
                                "messageText", "hello", "destination", 11987654321L, "correlationId", "c1", "scheduledDate",
                                DATE.getEpochSecond())))
                .isEqualTo(MESSAGE);
    }

    @Test
    void convert_mapWithNothing_isAMessageOfNulls() {
        assertThat(converter().convertTo(SmsMessage.class, new HashMap<>())).isEqualTo(new SmsMessage(null, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = { "\"2026-03-31T12:00:00Z\"", "1774958400", "\"1774958400\"", "\"2026-03-31T12:00:00\"" })
    void convert_json_isTheMessage(String date) {
        assertThat(
                converter().convertTo(
                        SmsMessage.class, "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER
                                          + "\",\"correlationId\":\"c1\",\"scheduledDate\":" + date + "}"))
                .isEqualTo(MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = { "hello", "[{\"messageText\":\"hello\"}]", "", "{" })
    void convert_textThatIsNoMessage_fails(String text) {
        assertThatThrownBy(() -> converter().mandatoryConvertTo(SmsMessage.class, text))
                .isInstanceOfAny(TypeConversionException.class, NoTypeConversionAvailableException.class);
    }

    @Test
    void convert_messageToText_isNotOffered() {
        assertThat(converter().tryConvertTo(byte[].class, MESSAGE)).isNull();
        assertThat(String.valueOf(converter().tryConvertTo(String.class, MESSAGE))).doesNotContain("hello", NUMBER);
    }

    private TypeConverter converter() {
        return context.getTypeConverter();
    }
}
