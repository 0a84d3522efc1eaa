package io.github.camelsms.dispatch;

import io.github.camelsms.dispatch.pacing.Pacing;

/**
 * What all messages of one account share.
 *
 * @param intervalNanos        least time between two requests, in nanoseconds; 1 or more
 * @param pacing               how that interval is counted
 * @param batchSize            most messages in one request, 1 or more
 * @param maxPendingMessages   most messages waiting in the queue, 1 or more
 * @param maxInFlight          most requests without a response at one time, 1 or more
 * @param refuseWhenFull       whether a single message that finds the queue full comes back NOT_SENT at once, instead
 *                             of keeping its caller waiting
 * @param responseTimeoutNanos how long the engine waits for what the sender says of a request, in nanoseconds, 1 or
 *                             more; its messages are UNKNOWN then. Longer than the sender's own timeout: it only bounds
 *                             what a lost callback can hold
 */
public record DispatchSettings(long intervalNanos, Pacing pacing, int batchSize, int maxPendingMessages,
        int maxInFlight, boolean refuseWhenFull, long responseTimeoutNanos) {

    public DispatchSettings {
        if (intervalNanos < 1 || batchSize < 1 || maxPendingMessages < 1 || maxInFlight < 1 || responseTimeoutNanos < 1) {
            throw new IllegalArgumentException(
                    "interval, batchSize, maxPendingMessages, maxInFlight and responseTimeout must each be at least 1");
        }
    }

    /**
     * How many messages of one long input are queued at a time: enough to fill the requests of about a second, so that
     * one long input neither starves the pace nor keeps everybody else waiting behind all of it.
     */
    int window() {
        long requestsPerSecond = Math.max(1, 1_000_000_000L / intervalNanos);
        long requests = Math.min(requestsPerSecond + 1, 16);
        return (int) Math.min(maxPendingMessages, requests * batchSize);
    }
}
