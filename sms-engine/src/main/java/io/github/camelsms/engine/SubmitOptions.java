package io.github.camelsms.engine;

import java.time.Duration;
import java.util.Map;

/**
 * Options of an input.
 *
 * @param deliveryTimeout      how long a message may wait for its slot and for safe retries before it is NOT_SENT;
 *                             without effect if <code>isCompleteWhenStored</code>
 * @param isCompleteWhenStored whether the input completes when its messages are stored, before their outcomes are known
 * @param isOffered            whether outcomes are offered to consumers of results
 * @param keptHeaders          headers to store with each message
 */
public record SubmitOptions(Duration deliveryTimeout, boolean isCompleteWhenStored, boolean isOffered,
        Map<String, String> keptHeaders) {

    public SubmitOptions {
        keptHeaders = Map.copyOf(keptHeaders);
    }

    /** Creates options of an input that waits for outcomes. */
    public SubmitOptions(Duration deliveryTimeout) {
        this(deliveryTimeout, false, true, Map.of());
    }

    /** Returns these options with other headers to store. */
    public SubmitOptions withKeptHeaders(Map<String, String> headers) {
        return new SubmitOptions(deliveryTimeout, isCompleteWhenStored, isOffered, headers);
    }

    /** Shows no headers. */
    @Override
    public String toString() {
        return "SubmitOptions[deliveryTimeout=" + deliveryTimeout + ", isCompleteWhenStored=" + isCompleteWhenStored
               + ", isOffered=" + isOffered + "]";
    }
}
