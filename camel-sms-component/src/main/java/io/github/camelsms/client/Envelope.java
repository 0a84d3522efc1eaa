package io.github.camelsms.client;

import java.util.List;
import java.util.Locale;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Status, code and message of a response as a whole (interface, "Errors"), at any place in the response.
 */
record Envelope(@Nullable String status, @Nullable Integer code, @Nullable String message) {

    static final int MAX_DEPTH = 4;
    static final Envelope NONE = new Envelope(null, null, null);

    /**
     * Returns the envelope with these fields, or {@link #NONE} if there is no code and the status is neither OK nor
     * NOK.
     */
    static Envelope of(@Nullable String status, @Nullable Integer code, @Nullable String message) {
        String verdict = status == null ? "" : status.trim().toUpperCase(Locale.ROOT);
        boolean isVerdict = verdict.equals("OK") || verdict.equals("NOK");
        return code == null && !isVerdict ? NONE : new Envelope(isVerdict ? verdict : null, code, message);
    }

    boolean isNone() {
        return status == null && code == null;
    }

    boolean isOk() {
        return status == null ? hasCode(SmsSendResult.CODE_ACCEPTED) : status.equals("OK");
    }

    boolean isNok() {
        return "NOK".equals(status);
    }

    boolean hasCode(int expected) {
        return code != null && code == expected;
    }

    boolean isUnauthorized() {
        return code != null && HttpStatuses.isUnauthorized(code);
    }

    /** Returns code and message as a suffix for a reason, as {@link ServiceText} shows them; possibly empty. */
    String suffix(List<SmsMessage> about, Credentials credentials) {
        String shown = ServiceText.shown(message, about, credentials);
        return (code == null ? "" : ", code " + code) + (shown == null ? "" : ": " + shown);
    }
}
