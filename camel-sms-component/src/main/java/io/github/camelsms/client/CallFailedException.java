package io.github.camelsms.client;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP call that brought no whole response, with what is known of how far it came.
 */
final class CallFailedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean mayHaveLeft;
    @Nullable
    private final Integer status;

    /**
     * @param reason      what happened, in one line for a person
     * @param mayHaveLeft whether a byte of the request may have left
     * @param status      HTTP status of the response, or null if not even that came
     */
    CallFailedException(String reason, boolean mayHaveLeft, @Nullable Integer status, Throwable cause) {
        super(reason, cause);
        this.mayHaveLeft = mayHaveLeft;
        this.status = status;
    }

    HttpReply toReply() {
        String reason = String.valueOf(getMessage());
        return mayHaveLeft ? new HttpReply.Lost(status, reason) : new HttpReply.NotConnected(reason);
    }
}
