package io.github.camelsms.client;

import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * One item of the response to a send request, with what it says of its message (interface, "Send result item").
 *
 * @param correlationId the id that the item carries, or null
 * @param smsId         the id that the service gave the message, on one line and of at most 100 characters, or null
 * @param reason        the service's own words, not yet fit to be shown, or ours where the item makes no sense
 */
record ResultItem(@Nullable String correlationId, SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId,
        @Nullable String reason) {

    private static final int LEAST_ERROR_CODE = 400;
    private static final int MAX_ID_LENGTH = 100;

    /**
     * Whether a JSON value can be meant as an item: an object with at least one of an item's telling fields.
     */
    static boolean looksLikeOne(JsonNode node) {
        return node.isObject()
                && (JsonShapes.field(node, "status") != null || JsonShapes.field(node, "code") != null
                        || JsonShapes.field(node, "id_sms") != null || JsonShapes.field(node, "correlationId") != null);
    }

    static ResultItem read(JsonNode node) {
        String correlationId = JsonShapes.text(node, "correlationId");
        Integer code = JsonShapes.integer(node, "code");
        String status = JsonShapes.text(node, "status");
        SmsOutcome outcome = outcome(status == null ? "" : status.trim().toUpperCase(Locale.ROOT), code);
        boolean mayHaveId = outcome == SmsOutcome.ACCEPTED || outcome == SmsOutcome.UNKNOWN;
        return new ResultItem(
                correlationId, outcome, code, mayHaveId ? smsId(node) : null, reason(node, outcome, status, code));
    }

    /** The interface shows neither length nor format of an id, which goes into headers and files. */
    private static @Nullable String smsId(JsonNode node) {
        String id = JsonShapes.text(node, "id_sms");
        return id == null ? null : ServiceText.oneLine(id, MAX_ID_LENGTH);
    }

    private static @Nullable String reason(
            JsonNode node, SmsOutcome outcome, @Nullable String status, @Nullable Integer code) {
        if (outcome == SmsOutcome.ACCEPTED) {
            return null;
        }
        if (outcome == SmsOutcome.REJECTED) {
            return JsonShapes.text(node, "message");
        }
        if (outcome == SmsOutcome.NOT_SENT) {
            return "too many requests";
        }
        return "the response's result for this message makes no sense (status "
               + (status == null ? "missing" : "'" + status + "'") + ", code " + (code == null ? "missing" : code) + ")";
    }

    private static SmsOutcome outcome(String status, @Nullable Integer code) {
        boolean error = code != null && (code < 0 || code >= LEAST_ERROR_CODE);
        return switch (status) {
            case "OK" -> error ? SmsOutcome.UNKNOWN : SmsOutcome.ACCEPTED;
            case "NOK" -> refused(code);
            default -> outcome(code);
        };
    }

    private static SmsOutcome refused(@Nullable Integer code) {
        if (code == null) {
            return SmsOutcome.REJECTED;
        }
        return switch (code) {
            case SmsSendResult.CODE_TOO_MANY_REQUESTS -> SmsOutcome.NOT_SENT;
            case SmsSendResult.CODE_ACCEPTED -> SmsOutcome.UNKNOWN;
            default -> SmsOutcome.REJECTED;
        };
    }

    private static SmsOutcome outcome(@Nullable Integer code) {
        if (code == null) {
            return SmsOutcome.UNKNOWN;
        }
        return switch (code) {
            case SmsSendResult.CODE_ACCEPTED -> SmsOutcome.ACCEPTED;
            case SmsSendResult.CODE_REJECTED -> SmsOutcome.REJECTED;
            case SmsSendResult.CODE_TOO_MANY_REQUESTS -> SmsOutcome.NOT_SENT;
            default -> SmsOutcome.UNKNOWN;
        };
    }

    /**
     * Whether both say the same of their message.
     */
    boolean agreesWith(ResultItem other) {
        return outcome == other.outcome;
    }

    /**
     * Whether the service may have taken the message: the item says so, or names the id that it gave the message and
     * does not say otherwise.
     */
    boolean mayBeTaken() {
        return outcome == SmsOutcome.ACCEPTED || outcome == SmsOutcome.UNKNOWN && smsId != null;
    }

    boolean isRefusalOfAccess() {
        return outcome == SmsOutcome.REJECTED && code != null && (code == 401 || code == 403);
    }

    boolean isThrottled() {
        return outcome == SmsOutcome.NOT_SENT;
    }
}
