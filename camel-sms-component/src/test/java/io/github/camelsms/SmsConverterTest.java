package io.github.camelsms;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
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
 * Tests for the type converters, as Camel loads them.
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
    void convert_statusToMap_hasItsFieldsForJson() {
        SmsStatus status = new SmsStatus("c1", NUMBER, DATE, SmsDeliveryStatus.OTHER, "QUEUED");

        Map<?, ?> fields = context.getTypeConverter().convertTo(Map.class, status);

        assertThat(new ArrayList<>(fields.keySet()))
                .isEqualTo(List.of("correlationId", "destination", "sentDate", "status", "rawStatus"));
        assertThat(new ArrayList<>(fields.values()))
                .isEqualTo(List.of("c1", NUMBER, "2026-03-31T12:00:00Z", "OTHER", "QUEUED"));
    }

    @Test
    void convert_statusWithoutFields_hasNullValues() {
        SmsStatus status = new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null);

        Map<?, ?> fields = context.getTypeConverter().convertTo(Map.class, status);

        assertThat(fields.keySet()).hasSize(5);
        assertThat(fields.get("sentDate")).isNull();
    }

    @Test
    void convert_statusToString_masksTheNumber() {
        SmsStatus status = new SmsStatus("c1", NUMBER, DATE, SmsDeliveryStatus.SENT, "SENT");

        assertThat(context.getTypeConverter().convertTo(String.class, status)).doesNotContain(NUMBER);
    }

    @Test
    void convert_map_returnsTheMessage() {
        assertThat(
                converter().convertTo(
                        SmsMessage.class,
                        Map.of("messageText", "hello", "destination", NUMBER, "correlationId", "c1", "scheduledDate", DATE)))
                .isEqualTo(MESSAGE);
    }

    @Test
    void convert_mapWithNumbersAndEpochSeconds_returnsTheMessage() {
        assertThat(
                converter().convertTo(
                        SmsMessage.class, Map.of(
                                "messageText", "hello", "destination", 11987654321L, "correlationId", "c1", "scheduledDate",
                                DATE.getEpochSecond())))
                .isEqualTo(MESSAGE);
    }

    @Test
    void convert_emptyMap_returnsAMessageWithNullFields() {
        assertThat(converter().convertTo(SmsMessage.class, new HashMap<>())).isEqualTo(new SmsMessage(null, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = { "\"2026-03-31T12:00:00Z\"", "1774958400", "\"1774958400\"", "\"2026-03-31T12:00:00\"" })
    void convert_json_returnsTheMessage(String date) {
        assertThat(
                converter().convertTo(
                        SmsMessage.class, "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER
                                          + "\",\"correlationId\":\"c1\",\"scheduledDate\":" + date + "}"))
                .isEqualTo(MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = { "hello", "[{\"messageText\":\"hello\"}]", "", "{" })
    void convert_invalidJson_fails(String text) {
        assertThatThrownBy(() -> converter().mandatoryConvertTo(SmsMessage.class, text))
                .isInstanceOfAny(TypeConversionException.class, NoTypeConversionAvailableException.class);
    }

    @Test
    void convert_misspelledField_failsNamingBothFields() {
        assertThatThrownBy(() -> converter().mandatoryConvertTo(SmsMessage.class, Map.of("message_text", "hello")))
                .hasStackTraceContaining("message_text").hasStackTraceContaining("messageText");
        assertThatThrownBy(() -> converter().mandatoryConvertTo(SmsMessage.class, "{\"message_text\":\"hello\"}"))
                .hasStackTraceContaining("message_text").hasStackTraceContaining("messageText");
    }

    @Test
    void convert_messageToString_hasNoConverter() {
        assertThat(converter().tryConvertTo(byte[].class, MESSAGE)).isNull();
        assertThat(String.valueOf(converter().tryConvertTo(String.class, MESSAGE))).doesNotContain("hello", NUMBER);
    }

    @Test
    void writeJson_messageAndStatus_haveDatesAsText() throws IOException {
        ObjectMapper json = new ObjectMapper();
        SmsMessage message = MESSAGE.withTimeToLive(Duration.ofSeconds(30));
        String written = json.writeValueAsString(message);
        assertThat(json.readTree(written).get("timeToLive").textValue()).isEqualTo("PT30S");
        assertThat(converter().convertTo(SmsMessage.class, written)).isEqualTo(MESSAGE);
        SmsStatus status = new SmsStatus("c1", NUMBER, DATE, SmsDeliveryStatus.SENT, "SENT");
        assertThat(json.readTree(json.writeValueAsString(status)))
                .isEqualTo(json.valueToTree(context.getTypeConverter().convertTo(Map.class, status)));
    }

    /** As with unmarshal().json(...) in the application that consumes what marshal().json() wrote. */
    @Test
    void readJson_thatJacksonWrote_isEqual() throws IOException {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", DATE, 9, Duration.ofSeconds(30));
        for (Object written : List.of(
                message, SmsMessage.of("hello", NUMBER), SmsSendResult.accepted(5, "id-1", "c1").withSentAt(DATE),
                SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", null),
                new SmsStatus("c1", NUMBER, DATE, SmsDeliveryStatus.SENT, "SENT"),
                new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null))) {
            ObjectMapper json = new ObjectMapper();
            assertThat((Object) json.readValue(json.writeValueAsString(written), written.getClass())).isEqualTo(written);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "1774958400", "\"1774958400\"", "\"2026-03-31T09:00:00-03:00\"" })
    void readJson_messageWithEpochSecondsOrOffset_hasTheDate(String date) throws IOException {
        String json = "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER
                      + "\",\"correlationId\":\"c1\",\"scheduledDate\":" + date + "}";

        assertThat(new ObjectMapper().readValue(json, SmsMessage.class)).isEqualTo(MESSAGE);
    }

    @Test
    void writeJson_storedMessage_hasDatesAsText() {
        SmsStoredMessage stored = new SmsStoredMessage(
                7, "demo@localhost", MESSAGE, SmsMessageState.ACCEPTED, 1, 5, "id-1", null, 1, DATE, DATE, DATE, DATE, DATE,
                SmsDeliveryStatus.SENT, Map.of(), SmsOffer.NEVER);
        JsonNode written = new ObjectMapper().valueToTree(stored);
        for (String date : List.of("storedAt", "dueAt", "expiresAt", "sentAt", "finishedAt")) {
            assertThat(written.get(date).textValue()).isEqualTo(DATE.toString());
        }
        assertThat(written.get("state").textValue()).isEqualTo("ACCEPTED");
    }

    private TypeConverter converter() {
        return context.getTypeConverter();
    }
}
