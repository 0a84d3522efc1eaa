package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsFileProgress;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNotReached;
import org.jspecify.annotations.Nullable;

/**
 * Cached figures of an account's messages in the message store: their number in each state, how long the oldest of them
 * has waited, how many outcomes are not acknowledged, the progress of files, and the messages that were not reached.
 * Reading a figure never blocks and never fails. Thread-safe.
 */
public final class StoreFigures {

    static final Duration MAX_AGE = Duration.ofSeconds(10);
    static final Duration FINISHED_FILES_MAX_AGE = Duration.ofMinutes(10);

    private static final Set<SmsMessageState> OPEN = EnumSet.of(
            SmsMessageState.WAITING, SmsMessageState.SCHEDULED, SmsMessageState.SENDING, SmsMessageState.UNKNOWN);

    private final Figure<Map<SmsMessageState, Long>> counts;
    // A figure of its own, because counting takes longer if there are many finished messages.
    private final Figure<Duration> oldest;
    private final Figure<Long> unacknowledged;
    private final Figure<Files> files;
    private final Figure<SmsNotReached> notReached;
    private final LongSupplier nanos;

    /**
     * Progress of files.
     *
     * @param since     start of the day before the count
     * @param countedAt when the finished files were last counted, in nanoseconds of the clock
     */
    private record Files(Instant since, long countedAt, List<SmsFileProgress> progress) {
    }

    /**
     * @param account name of the account in the store
     * @param nanos   a monotonic clock, in nanoseconds
     * @param now     the current time in the time zone of the service
     */
    public StoreFigures(MessageOperations operations, String account, LongSupplier nanos, Supplier<ZonedDateTime> now) {
        this.nanos = nanos;
        this.files = new Figure<>(() -> files(operations, account, day(now.get(), -1)), nanos);
        this.notReached = new Figure<>(
                () -> operations.notReached(account, day(now.get(), 0), day(now.get(), 1)), nanos);
        this.counts = new Figure<>(() -> operations.count(account).thenApply(Map::copyOf), nanos);
        this.oldest = new Figure<>(() -> operations.oldestWaiting(account), nanos);
        this.unacknowledged = new Figure<>(() -> operations.unacknowledged(account), nanos);
    }

    /** Returns the last count by state; empty if none has succeeded yet. */
    public Map<SmsMessageState, Long> counts() {
        Map<SmsMessageState, Long> last = counts.last();
        return last == null ? Map.of() : last;
    }

    /** Returns the last count of a state, or null if none has succeeded yet. */
    public @Nullable Long count(SmsMessageState state) {
        Map<SmsMessageState, Long> last = counts.last();
        return last == null ? null : last.getOrDefault(state, 0L);
    }

    /** Returns the last count of a state for a meter; NaN if none has succeeded yet. */
    public double gauge(SmsMessageState state) {
        Long count = count(state);
        return count == null ? Double.NaN : count;
    }

    /**
     * Returns how long the oldest message that could be sent had waited when the store was last queried; zero if none
     * waited, null if no query has succeeded yet.
     */
    public @Nullable Duration oldest() {
        return oldest.last();
    }

    /** Returns the last number of outcomes that are not acknowledged; null if no query has succeeded yet. */
    public @Nullable Long unacknowledged() {
        return unacknowledged.last();
    }

    private static Instant day(ZonedDateTime now, int days) {
        return now.toLocalDate().plusDays(days).atStartOfDay(now.getZone()).toInstant();
    }

    /** Counts the unfinished files, and from time to time also the others, whose delivery statuses change. */
    private CompletionStage<Files> files(MessageOperations operations, String account, Instant since) {
        long startedAt = nanos.getAsLong();
        Files last = files.result();
        boolean isCurrent
                = last != null && last.since.equals(since) && startedAt - last.countedAt < FINISHED_FILES_MAX_AGE.toNanos();
        Files known = isCurrent ? last : null;
        return operations.progress(account, since, known == null ? List.of() : known.progress)
                .thenApply(progress -> new Files(since, known == null ? startedAt : known.countedAt, List.copyOf(progress)));
    }

    /**
     * Returns the progress of the files with messages of yesterday and today, the last one first; null if no query has
     * succeeded yet.
     */
    public @Nullable List<SmsFileProgress> files() {
        Files last = files.last();
        return last == null ? null : last.progress;
    }

    /** Returns the messages that were not reached today; null if no query has succeeded yet. */
    public @Nullable SmsNotReached notReached() {
        return notReached.last();
    }

    /**
     * Returns whether a count that began at or after this time found no message that is waiting, scheduled, in flight
     * or of unknown outcome.
     *
     * @param time time of the clock, in nanoseconds
     */
    public boolean isSettledSince(long time) {
        Map<SmsMessageState, Long> last = counts.lastSince(time);
        return last != null && OPEN.stream().allMatch(state -> last.getOrDefault(state, 0L) == 0);
    }

    /**
     * Cached figure of the message store. Reading it never blocks and never fails: it starts a new query if the last
     * one is old, and returns the last result. Thread-safe.
     */
    private static final class Figure<T> {

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
        Figure(Supplier<CompletionStage<T>> query, LongSupplier nanos) {
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

        /** Returns the last result without a query. */
        synchronized @Nullable T result() {
            return result;
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
}
