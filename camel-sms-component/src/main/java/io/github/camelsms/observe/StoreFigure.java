package io.github.camelsms.observe;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.camelsms.dispatch.StoreCalls;
import org.jspecify.annotations.Nullable;

/**
 * Cached figure of the message store. Reading it never blocks and never fails: it starts a new query if the last one is
 * old, and returns the last result. Thread-safe.
 */
final class StoreFigure<T> {

    static final Duration MAX_AGE = Duration.ofSeconds(10);
    /** Queries take at most this fraction of the time. */
    private static final int MAX_SHARE = 20;
    /** After this time without a response, another query begins. */
    private static final Duration MAX_QUERY_TIME = Duration.ofMinutes(1);

    private final Supplier<CompletionStage<T>> query;
    private final LongSupplier nanos;
    private @Nullable T result;
    /** When the last query that succeeded began. */
    private long queriedAt;
    private boolean isQuerying;
    private long startedAt;
    private long nextAt;
    private long number;

    /**
     * @param query its stage may be completed on a thread of the store
     * @param nanos a monotonic clock, in nanoseconds
     */
    StoreFigure(Supplier<CompletionStage<T>> query, LongSupplier nanos) {
        this.query = query;
        this.nanos = nanos;
        this.nextAt = nanos.getAsLong();
    }

    /** Returns the last result, or null if no query has succeeded yet. */
    @Nullable
    T last() {
        queryIfOld();
        synchronized (this) {
            return result;
        }
    }

    /**
     * Returns the last result if its query began at or after this time, otherwise null.
     *
     * @param time time of the clock, in nanoseconds
     */
    @Nullable
    T lastSince(long time) {
        queryIfOld();
        synchronized (this) {
            return queriedAt - time >= 0 ? result : null;
        }
    }

    private void queryIfOld() {
        long now = nanos.getAsLong();
        long ours;
        synchronized (this) {
            if (isQuerying ? now - startedAt < MAX_QUERY_TIME.toNanos() : now - nextAt < 0) {
                return;
            }
            isQuerying = true;
            startedAt = now;
            ours = ++number;
        }
        StoreCalls.start(query).whenComplete((queried, failure) -> ended(ours, queried));
    }

    private synchronized void ended(long ours, @Nullable T queried) {
        if (ours == number) {
            long now = nanos.getAsLong();
            isQuerying = false;
            nextAt = now + Math.max(MAX_AGE.toNanos(), MAX_SHARE * (now - startedAt));
            if (queried != null) {
                result = queried;
                queriedAt = startedAt;
            }
        }
    }
}
