package io.github.camelsms.simulator;

import org.jspecify.annotations.Nullable;

/**
 * A well-formed message as a client submitted it.
 *
 * @param scheduledSeconds Unix seconds, or {@link StoredMessage#NOT_SCHEDULED}
 */
record Submission(String text, String destination, @Nullable String correlationId, long scheduledSeconds) {

    @Override
    public String toString() {
        return "Submission[correlationId=" + correlationId + "]";
    }
}
