package io.github.camelsms.benchmarks.server;

/**
 * Rate limiter of one account. Deterministic: it receives the time of each arrival. Not thread-safe.
 */
interface Limiter {

    /**
     * Counts an arriving request.
     *
     * @param  now arrival in nanoseconds, not before the previous one
     * @return     whether it is served; otherwise the response is 429
     */
    boolean admits(long now);
}
