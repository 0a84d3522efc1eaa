package io.github.camelsms.benchmarks.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The limiters of a server: a shared one, or one per user. Thread-safe: the requests of a user are counted in order of
 * their times.
 */
final class Accounts {

    /**
     * An arrived request.
     *
     * @param time nanoseconds of the server's clock
     */
    record Arrival(boolean admitted, long time) {
    }

    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final LimiterKind kind;
    private final long interval;
    private final LongSupplier clock;

    /**
     * @param interval nanoseconds
     *
     * @param clock    clock in nanoseconds
     */
    Accounts(LimiterKind kind, long interval, LongSupplier clock) {
        this.kind = kind;
        this.interval = interval;
        this.clock = clock;
    }

    /**
     * Counts a request that arrives now.
     *
     * @param user key of the user; null if all share one limiter
     */
    Arrival arrive(@Nullable String user) {
        return accounts.computeIfAbsent(user == null ? "" : user, name -> new Account(kind.create(interval)))
                .arrive(clock);
    }

    /**
     * Returns the sum of the accounts' rates, each from its first to its last served request, so that the result does
     * not depend on the phase of the measurement.
     *
     * @return requests per second
     */
    double servedPerSecond() {
        return accounts.values().stream().mapToDouble(Account::servedPerSecond).sum();
    }

    /** Returns the arrival of the last served request in nanoseconds of the clock, 0 without one. */
    long lastServed() {
        return accounts.values().stream().mapToLong(Account::lastServed).max().orElse(0);
    }

    /** Resets all limiters and counters. */
    void reset() {
        accounts.clear();
    }

    private static final class Account {

        private final Limiter limiter;
        private long served;
        private long first;
        private long last;

        Account(Limiter limiter) {
            this.limiter = limiter;
        }

        synchronized Arrival arrive(LongSupplier clock) {
            long now = clock.getAsLong();
            boolean admitted = limiter.admits(now);
            if (admitted) {
                first = served == 0 ? now : first;
                last = now;
                served++;
            }
            return new Arrival(admitted, now);
        }

        synchronized double servedPerSecond() {
            return served < 2 ? 0 : (served - 1) * 1e9 / (last - first);
        }

        synchronized long lastServed() {
            return last;
        }
    }
}
