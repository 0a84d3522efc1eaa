package io.github.camelsms.benchmarks.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The limiters of a server: one for all, or one for each user. Thread-safe: the requests of a user are counted one
 * after another, in the order of their times.
 */
final class Accounts {

    /**
     * A request that has arrived.
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
        return accounts.computeIfAbsent(user == null ? "" : user, name -> new Account(kind.create(interval)))
                .arrive(clock);
    }

    /**
     * The sum of the rates at which the accounts were served each counted from the first to the last of its requests,
     * so that it does not matter where in an interval the counting began or ended.
     *
     * @return requests a second
     */
    double servedPerSecond() {
        return accounts.values().stream().mapToDouble(Account::servedPerSecond).sum();
    }

    /**
     * The pace as <code>/pace</code> answers it: of all accounts the requests served, their rate as
     * {@link #servedPerSecond()} counts it, and when the last one arrived.
     */
    String json() {
        long served = 0;
        long last = 0;
        for (Account account : accounts.values()) {
            synchronized (account) {
                served += account.served;
                last = served == 0 ? 0 : Math.max(last, account.last);
            }
        }
        return "{\"served\":" + served + ",\"servedPerSecond\":" + servedPerSecond() + ",\"lastServedNanos\":" + last
               + ",\"accounts\":" + accounts.size() + "}";
    }

    /** Forgets everything, as if no request had come. */
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
    }
}
