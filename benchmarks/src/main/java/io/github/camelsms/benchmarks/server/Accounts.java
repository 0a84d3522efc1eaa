package io.github.camelsms.benchmarks.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The limiters of a server: one for all, or one for each user. Thread-safe: the requests of a user are counted one after
 * another, in the order of their times.
 */
final class Accounts {

    /**
     * A request that has arrived.
     *
     * @param time nanoseconds of the server's clock
     */
    record Arrival(boolean admitted, long time) {
    }

    private final Map<String, Limiter> limiters = new ConcurrentHashMap<>();
    private final LimiterKind kind;
    private final long interval;
    private final LongSupplier clock;

    /**
     * @param interval nanoseconds
     * @param clock    gives nanoseconds
     */
    Accounts(LimiterKind kind, long interval, LongSupplier clock) {
        this.kind = kind;
        this.interval = interval;
        this.clock = clock;
    }

    /**
     * Counts a request that arrives now.
     *
     * @param user what tells its user from others; null if all share one limiter
     */
    Arrival arrive(@Nullable String user) {
        Limiter limiter = limiters.computeIfAbsent(user == null ? "" : user, name -> kind.create(interval));
        synchronized (limiter) {
            long now = clock.getAsLong();
            return new Arrival(limiter.admits(now), now);
        }
    }
}
