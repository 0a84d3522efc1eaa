package io.github.camelsms.benchmarks.server;

/**
 * A service's rule of how often one account may send. Pure: it is told the time of each arrival. Not thread-safe.
 */
interface Limiter {

    /**
     * Counts a request that arrives.
     *
     * @param  now time of its arrival in nanoseconds, never before that of the previous one
     * @return     whether it is served; if not, it is answered 429
     */
    boolean admits(long now);
}
