package io.github.camelsms.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Reads the one response that nearly all answers are, without building a tree of it: a JSON array in the interface's
 * words, with an item for each message at its place and under its id, all accepted. It has nothing to say of any other
 * answer, however slightly it differs.
 */
final class PlainResponseReader {

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(2).maxStringLength(1000).build())
            .build();
    private static final int STATUS = 1;
    private static final int CODE = 2;
    private static final int ID_SMS = 4;
    private static final int CORRELATION_ID = 8;
    private static final int MESSAGE = 16;
    private static final int ALL_THAT_COUNT = STATUS | CODE | ID_SMS | CORRELATION_ID;
    private static final int UNKNOWN = 0;
    private static final int END = -1;
    /** Interface, "Send result item". */
    private static final int[] USUAL_ORDER = { STATUS, CODE, ID_SMS, CORRELATION_ID };
    private static final SerializableString[] USUAL_NAMES
            = {
                    new SerializedString("status"), new SerializedString("code"), new SerializedString("id_sms"),
                    new SerializedString("correlationId") };

    private PlainResponseReader() {
    }

    /**
     * The results, all ACCEPTED and in the batch's order; or null if the response is another one.
     */
    static @Nullable List<SmsSendResult> read(List<SmsMessage> batch, HttpReply.Received response) {
        if (!isUtf8(response.contentType())) {
            return null;
        }
        try (JsonParser json = JSON.createParser(response.body())) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                return null;
            }
            List<SmsSendResult> results = new ArrayList<>(batch.size());
            for (SmsMessage message : batch) {
                String smsId = readItem(json, message.correlationId());
                if (smsId == null) {
                    return null;
                }
                results.add(SmsSendResult.accepted(SmsSendResult.CODE_ACCEPTED, smsId, message.correlationId()));
            }
            return json.nextToken() == JsonToken.END_ARRAY && json.nextToken() == null ? results : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isUtf8(@Nullable String contentType) {
        return contentType == null || !contentType.contains("=") || contentType.endsWith("=utf-8")
                || contentType.endsWith("=UTF-8");
    }

    /** The <code>id_sms</code> of the next item, or null if it is not this message's, accepted. */
    private static @Nullable String readItem(JsonParser json, @Nullable String correlationId) throws IOException {
        if (correlationId == null || json.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        String smsId = null;
        int seen = 0;
        for (int field = nextField(json, 0); field != END; field = nextField(json, seen)) {
            if (field == UNKNOWN || (seen & field) != 0) {
                return null;
            }
            seen |= field;
            JsonToken value = json.nextToken();
            boolean plain = switch (field) {
                case STATUS -> value == JsonToken.VALUE_STRING && holds(json, "OK");
                case CODE -> value == JsonToken.VALUE_NUMBER_INT && json.getIntValue() == SmsSendResult.CODE_ACCEPTED;
                case CORRELATION_ID -> value == JsonToken.VALUE_STRING && holds(json, correlationId);
                case ID_SMS -> value == JsonToken.VALUE_STRING && !json.getText().isBlank();
                default -> value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NULL;
            };
            if (!plain) {
                return null;
            }
            smsId = field == ID_SMS ? json.getText() : smsId;
        }
        return (seen & ALL_THAT_COUNT) == ALL_THAT_COUNT ? smsId : null;
    }

    /** Compares without making a string of what is compared. */
    private static boolean holds(JsonParser json, String expected) throws IOException {
        int length = json.getTextLength();
        if (length != expected.length()) {
            return false;
        }
        char[] text = json.getTextCharacters();
        int offset = json.getTextOffset();
        for (int i = 0; i < length; i++) {
            if (text[offset + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The next field, UNKNOWN or END. In the interface's order, names are compared instead of looked up. */
    private static int nextField(JsonParser json, int seen) throws IOException {
        int expected = Math.min(Integer.bitCount(seen), USUAL_NAMES.length - 1);
        if (json.nextFieldName(USUAL_NAMES[expected])) {
            return USUAL_ORDER[expected];
        }
        return json.currentToken() == JsonToken.FIELD_NAME ? field(json.currentName()) : END;
    }

    private static int field(String name) {
        return switch (name) {
            case "status" -> STATUS;
            case "code" -> CODE;
            case "id_sms" -> ID_SMS;
            case "correlationId" -> CORRELATION_ID;
            case "message" -> MESSAGE;
            default -> UNKNOWN;
        };
    }
}
