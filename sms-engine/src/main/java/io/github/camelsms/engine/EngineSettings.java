package io.github.camelsms.engine;

import io.github.camelsms.engine.pacing.Pacing;

/**
 * Settings of an account's engine.
 *
 * @param intervalNanos        minimum time between two requests, in nanoseconds; 1 or more
 * @param pacing               how that interval is counted
 * @param batchSize            maximum number of messages in a request, 1 or more
 * @param maxPendingMessages   capacity of the queue, 1 or more
 * @param maxInFlight          maximum number of requests in flight, 1 or more
 * @param refuseWhenFull       whether a single message is NOT_SENT if the queue is full, instead of waiting
 * @param responseTimeoutNanos how long the engine waits for the sender's response, in nanoseconds, 1 or more. It must
 *                             be longer than the sender's own timeout, because it only covers lost callbacks
 */
public record EngineSettings(long intervalNanos, Pacing pacing, int batchSize, int maxPendingMessages,
        int maxInFlight, boolean refuseWhenFull, long responseTimeoutNanos) {

    public EngineSettings {
        if (intervalNanos < 1 || batchSize < 1 || maxPendingMessages < 1 || maxInFlight < 1 || responseTimeoutNanos < 1) {
            throw new IllegalArgumentException(
                    "interval, batchSize, maxPendingMessages, maxInFlight and responseTimeout must each be at least 1");
        }
    }

    /**
     * Returns how many messages of one long input are queued at a time. It is enough for the requests of about a
     * second, so that a long input neither slows sending nor holds up other messages.
     */
    int window() {
        long requestsPerSecond = Math.max(1, 1_000_000_000L / intervalNanos);
        long requests = Math.min(requestsPerSecond + 1, 16);
        return (int) Math.min(maxPendingMessages, requests * batchSize);
    }

    public EngineSettings withResponseTimeout(long nanos) {
        return new EngineSettings(
                intervalNanos, pacing, batchSize, maxPendingMessages, maxInFlight, refuseWhenFull, nanos);
    }
}
