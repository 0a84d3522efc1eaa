package io.github.camelsms.benchmarks.server;

/**
 * Counters of a service since its start or last reset.
 *
 * @param requests        received send requests
 * @param throttled       send requests with the response 429
 * @param accepted        accepted messages
 * @param duplicates      accepted messages whose correlation id had been accepted before
 * @param servedPerSecond sum of the accounts' rates, each from its first to its last served request; 0 without a limit
 * @param lastServedNanos arrival of the last served request on the service's clock; 0 without a limit
 */
public record Counts(long requests, long throttled, long accepted, long duplicates, double servedPerSecond,
        long lastServedNanos) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /** Returns the number of requests that were not throttled. */
    public long served() {
        return requests - throttled;
    }

    /** Returns the average number of messages per served request, 0 without one. */
    public double messagesEach() {
        return served() == 0 ? 0 : (double) accepted / served();
    }
}
