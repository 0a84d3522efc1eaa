package io.github.camelsms.benchmarks.server;

import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * Counters, limiters and correlation ids of a service. Thread-safe.
 */
final class ServerState {

    private static final long INTERVAL = 1_000_000_000L;

    private final LongAdder requests = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final Accounts accounts;
    private final @Nullable SeenIds seen;

    ServerState(ServerOptions options) {
        this.accounts = new Accounts(options.limiter(), INTERVAL, System::nanoTime);
        this.seen = options.trackIds() ? new SeenIds() : null;
    }

    Accounts accounts() {
        return accounts;
    }

    /** Records an accepted correlation id; returns whether it is known to have been accepted before. */
    boolean isDuplicate(byte[] bytes, int from, int to) {
        return seen != null && !seen.add(bytes, from, to);
    }

    void throttled() {
        requests.increment();
        throttled.increment();
    }

    void served(int messages, int again) {
        requests.increment();
        accepted.add(messages);
        if (again > 0) {
            duplicates.add(again);
        }
    }

    Counts counts() {
        return new Counts(
                requests.sum(), throttled.sum(), accepted.sum(), duplicates.sum(), accounts.servedPerSecond(),
                accounts.lastServed());
    }

    void reset() {
        requests.reset();
        throttled.reset();
        accepted.reset();
        duplicates.reset();
        accounts.reset();
        if (seen != null) {
            seen.clear();
        }
    }
}
