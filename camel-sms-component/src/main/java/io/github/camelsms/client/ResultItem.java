package io.github.camelsms.client;

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

    private static final int MIN_ERROR_CODE = 400;
    private static final int MAX_ID_LENGTH = 100;

    /** An object without any field of a result, and what is no object. */
    static final ResultItem EMPTY = of(null, null, null, null, null);

    /**
     * Returns what an object with these fields says of its message; each is null if it is missing or cannot be read.
     */
    static ResultItem of(
            @Nullable String status, @Nullable Integer code, @Nullable String smsId, @Nullable String correlationId,
            @Nullable String message) {
        SmsOutcome outcome = outcome(status, code);
        boolean mayHaveId = outcome == SmsOutcome.ACCEPTED || outcome == SmsOutcome.UNKNOWN;
        return new ResultItem(
                correlationId, outcome, code, mayHaveId ? shown(smsId) : null, reason(outcome, status, code, message));
    }

    /** The interface shows neither length nor format of an id, which goes into headers and files. */
    private static @Nullable String shown(@Nullable String smsId) {
        return smsId == null || isPlain(smsId) ? smsId : ServiceText.oneLine(smsId, MAX_ID_LENGTH);
    }

    private static boolean isPlain(String smsId) {
        for (int i = 0; i < smsId.length(); i++) {
            if (smsId.charAt(i) <= ' ' || smsId.charAt(i) > '~') {
                return false;
            }
        }
        return smsId.length() <= MAX_ID_LENGTH;
    }

    private static @Nullable String reason(
            SmsOutcome outcome, @Nullable String status, @Nullable Integer code, @Nullable String message) {
        if (outcome == SmsOutcome.ACCEPTED) {
            return null;
        }
        if (outcome == SmsOutcome.REJECTED) {
            return message;
        }
        if (outcome == SmsOutcome.NOT_SENT) {
            return "too many requests";
        }
        return "the response's result for this message makes no sense (status "
               + (status == null ? "missing" : "'" + status + "'") + ", code " + (code == null ? "missing" : code) + ")";
    }

    private static SmsOutcome outcome(@Nullable String status, @Nullable Integer code) {
        if (is("OK", status)) {
            boolean isError = code != null && (code < 0 || code >= MIN_ERROR_CODE);
            return isError ? SmsOutcome.UNKNOWN : SmsOutcome.ACCEPTED;
        }
        return is("NOK", status) ? refused(code) : outcome(code);
    }

    private static boolean is(String verdict, @Nullable String status) {
        return verdict.equals(status) || status != null && verdict.equalsIgnoreCase(status.trim());
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
