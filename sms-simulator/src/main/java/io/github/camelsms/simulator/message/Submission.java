package io.github.camelsms.simulator.message;

import org.jspecify.annotations.Nullable;

/**
 * A valid message as a client submitted it.
 *
 * @param scheduledSeconds Unix seconds, or {@link #NOT_SCHEDULED}
 */
public record Submission(String text, String destination, @Nullable String correlationId, long scheduledSeconds) {

    /** Send the message immediately. */
    public static final long NOT_SCHEDULED = Long.MIN_VALUE;

    /** Omits text and destination. */
    @Override
    public String toString() {
        return "Submission[correlationId=" + correlationId + "]";
    }
}
