package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Options of an input.
 *
 * @param deliveryTimeout      how long a message may wait for its slot and for safe retries before it is NOT_SENT;
 *                             without effect if <code>isCompleteWhenStored</code>
 * @param isCompleteWhenStored whether the input completes when its messages are stored, before their outcomes are known
 * @param isOffered            whether outcomes are offered to consumers of results
 * @param keptHeaders          headers to store with each message
 * @param dueAt                earliest time to send stored messages, or null for immediately
 */
public record SubmitOptions(Duration deliveryTimeout, boolean isCompleteWhenStored, boolean isOffered,
        Map<String, String> keptHeaders, @Nullable Instant dueAt) {

    public SubmitOptions {
        keptHeaders = Map.copyOf(keptHeaders);
    }

    /** Creates options of messages that can be sent immediately. */
    public SubmitOptions(Duration deliveryTimeout, boolean isCompleteWhenStored, boolean isOffered,
                         Map<String, String> keptHeaders) {
        this(deliveryTimeout, isCompleteWhenStored, isOffered, keptHeaders, null);
    }

    /** Creates options of an input that waits for outcomes. */
    public SubmitOptions(Duration deliveryTimeout) {
        this(deliveryTimeout, false, true, Map.of());
    }

    /** Returns these options for messages with other headers to store, and another time before which none is sent. */
    public SubmitOptions with(Map<String, String> headers, @Nullable Instant earliest) {
        return new SubmitOptions(deliveryTimeout, isCompleteWhenStored, isOffered, headers, earliest);
    }

    /** Shows no headers. */
    @Override
    public String toString() {
        return "SubmitOptions[deliveryTimeout=" + deliveryTimeout + ", isCompleteWhenStored=" + isCompleteWhenStored
               + ", isOffered=" + isOffered + "]";
    }
}
