package io.github.camelsms.observe;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Cached figures of an account's messages in the message store: their number in each state, and how long the oldest of
 * them has waited. Reading a figure never blocks and never fails. Thread-safe.
 */
public final class StoreFigures {

    private static final Set<SmsMessageState> OPEN = EnumSet.of(
            SmsMessageState.WAITING, SmsMessageState.SCHEDULED, SmsMessageState.SENDING, SmsMessageState.UNKNOWN);

    private final StoreFigure<Map<SmsMessageState, Long>> counts;
    // A figure of its own, because counting takes longer if there are many finished messages.
    private final StoreFigure<Duration> oldest;

    /**
     * @param account name of the account in the store
     * @param nanos   a monotonic clock, in nanoseconds
     */
    public StoreFigures(MessageOperations operations, String account, LongSupplier nanos) {
        this.counts = new StoreFigure<>(() -> operations.count(account).thenApply(Map::copyOf), nanos);
        this.oldest = new StoreFigure<>(() -> operations.oldestWaiting(account), nanos);
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
}
