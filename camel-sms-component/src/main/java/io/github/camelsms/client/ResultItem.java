package io.github.camelsms.client;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Result of one message in the response to a send request (interface, "Send result item").
 *
 * @param correlationId the correlation id of the result, or null
 * @param smsId         the service's id of the message, on one line and of at most 100 characters, or null
 * @param reason        the service's reason, which may quote the message, or the component's if the result is
 *                      inconsistent
 * @param mayBeAccepted whether the service may have accepted the message: the result is ACCEPTED, or UNKNOWN with the
 *                      status OK, the code of success, or an id
 */
record ResultItem(@Nullable String correlationId, SmsOutcome outcome, @Nullable Integer code, @Nullable String smsId,
        @Nullable String reason, boolean mayBeAccepted) {

    private static final int MIN_ERROR_CODE = 400;
    private static final int MIN_SERVER_ERROR_CODE = 500;
    private static final int MAX_SERVER_ERROR_CODE = 599;
    private static final int MAX_ID_LENGTH = 100;

    /** Result of an object without result fields, and of a value that is not an object. */
    static final ResultItem EMPTY = of(null, null, null, null, null, false);

    /**
     * Returns the result of an object with these fields. A field is null if it is missing or cannot be read.
     * <p>
     * A refusal is UNKNOWN if the object also says that the message was accepted. Only the code -5 prevails over an id.
     *
     * @param saysAccepted whether the object has the status OK or the code of success, possibly in a field that occurs
     *                     twice
     */
    static ResultItem of(
            @Nullable String status, @Nullable Integer code, @Nullable String smsId, @Nullable String correlationId,
            @Nullable String message, boolean saysAccepted) {
        SmsOutcome stated = outcome(status, code);
        boolean isRefused = stated == SmsOutcome.REJECTED || stated == SmsOutcome.NOT_SENT;
        boolean isContradicted = isRefused && (saysAccepted || smsId != null && !isRejected(code));
        SmsOutcome outcome = isContradicted ? SmsOutcome.UNKNOWN : stated;
        boolean mayHaveId = outcome == SmsOutcome.ACCEPTED || outcome == SmsOutcome.UNKNOWN;
        return new ResultItem(
                correlationId, outcome, code, mayHaveId ? shown(smsId) : null, reason(outcome, status, code, message),
                mayHaveId && (saysAccepted || smsId != null));
    }

    /** Sanitizes an id, because the interface specifies neither its length nor its format. */
    private static @Nullable String shown(@Nullable String smsId) {
        return smsId == null || isPlain(smsId) ? smsId : OneLine.of(smsId, MAX_ID_LENGTH);
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
        if (is("NOK", status) && isServerError(code)) {
            return "the service failed with code " + code + (message == null ? "" : ": " + message);
        }
        return "the result for this message is inconsistent (status "
               + (status == null ? "missing" : "'" + status + "'") + ", code " + (code == null ? "missing" : code) + ")";
    }

    private static SmsOutcome outcome(@Nullable String status, @Nullable Integer code) {
        if (isOk(status)) {
            boolean isError = code != null && (code < 0 || code >= MIN_ERROR_CODE);
            return isError ? SmsOutcome.UNKNOWN : SmsOutcome.ACCEPTED;
        }
        return is("NOK", status) ? nokOutcome(code) : outcome(code);
    }

    private static boolean is(String verdict, @Nullable String status) {
        return verdict.equals(status) || status != null && verdict.equalsIgnoreCase(status.trim());
    }

    static boolean isOk(@Nullable String status) {
        return is("OK", status);
    }

    static boolean isAccepted(@Nullable Integer code) {
        return code != null && code == SmsSendResult.CODE_ACCEPTED;
    }

    private static boolean isRejected(@Nullable Integer code) {
        return code != null && code == SmsSendResult.CODE_REJECTED;
    }

    /** As with HTTP, a server error may occur after the service has acted. */
    private static boolean isServerError(@Nullable Integer code) {
        return code != null && code >= MIN_SERVER_ERROR_CODE && code <= MAX_SERVER_ERROR_CODE;
    }

    private static SmsOutcome nokOutcome(@Nullable Integer code) {
        if (code == null) {
            return SmsOutcome.REJECTED;
        }
        if (isServerError(code)) {
            return SmsOutcome.UNKNOWN;
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

    /** Returns whether both results have the same outcome. */
    boolean agreesWith(ResultItem other) {
        return outcome == other.outcome;
    }

    /** Returns whether this is certainly the result of a message, and not the status of the response as a whole. */
    boolean isOfMessage() {
        return correlationId != null || isRejected(code) || mayBeAccepted;
    }

    boolean isUnauthorized() {
        return outcome == SmsOutcome.REJECTED && code != null && HttpStatuses.isUnauthorized(code);
    }

    boolean isThrottled() {
        return outcome == SmsOutcome.NOT_SENT;
    }
}
