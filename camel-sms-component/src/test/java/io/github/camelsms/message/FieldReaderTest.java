package io.github.camelsms.message;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for messages in maps and JSON objects.
 */
class FieldReaderTest {

    private static final Map<String, Object> FIELDS
            = Map.of("messageText", "hello", "destination", 11987654321L, "correlationId", 7);

    @Test
    void message_fields_areRead() {
        SmsMessage expected = new SmsMessage("hello", "11987654321", "7", null);
        assertThat(FieldReader.message(FIELDS, ZoneOffset.UTC)).isEqualTo(expected);
        assertThat(FieldReader.message(json(FIELDS), ZoneOffset.UTC)).isEqualTo(expected);
    }

    /** Otherwise the messages of the list would be lost. */
    @Test
    void message_fieldsBesideAList_areRejected() {
        Map<String, Object> both = Map.of("messageText", "hello", "destination", "11987654321", "sms", List.of(FIELDS));
        assertThatThrownBy(() -> FieldReader.message(both, ZoneOffset.UTC)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> FieldReader.message(json(both), ZoneOffset.UTC))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("exclude each other");
    }

    @Test
    void text_otherType_isRejectedWithItsKind() {
        assertThatThrownBy(() -> FieldReader.text("destination", Map.of())).hasMessage("destination is an object, not a text");
        assertThatThrownBy(() -> FieldReader.text("destination", List.of())).hasMessage("destination is a list, not a text");
        assertThatThrownBy(() -> FieldReader.text("destination", true)).hasMessage("destination is a Boolean, not a text");
    }

    private static JsonNode json(Map<String, Object> fields) {
        return new ObjectMapper().valueToTree(fields);
    }
}
