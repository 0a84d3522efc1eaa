package io.github.camelsms.engine;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Verdict of a {@link SendPolicy} on a message.
 */
public sealed interface SendVerdict {

    /** Verdict on a message that may be sent at any time. */
    SendVerdict ALLOWED = new Allowed(null);

    /**
     * The message may join a request.
     *
     * @param until if the request has not departed before this time, the policy is asked again; null for no limit
     */
    record Allowed(@Nullable Instant until) implements SendVerdict {

        /** Returns whether a request with the message may depart. */
        public boolean holdsAt(Instant now) {
            return until == null || now.isBefore(until);
        }
    }

    /** The message is REJECTED. */
    record Rejected(String reason) implements SendVerdict {
    }

    /** The message must not be sent before a time. */
    record Deferred(Instant until, String reason) implements SendVerdict {
    }

    /**
     * There is no verdict. The message is not sent, and the policy is asked again.
     *
     * @param cause for the log, or null
     */
    record Failed(String reason, @Nullable Throwable cause) implements SendVerdict {
    }
}
