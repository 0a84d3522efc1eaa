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
 * Cached number of an account's messages in each state of the message store. Reading a figure never blocks: it starts a
 * new count if the last one is old. Thread-safe.
 */
public final class StoreFigures {

    private static final Set<SmsMessageState> OPEN = EnumSet.of(
            SmsMessageState.WAITING, SmsMessageState.SCHEDULED, SmsMessageState.SENDING, SmsMessageState.UNKNOWN);
    static final Duration MAX_AGE = Duration.ofSeconds(10);
    /** Counting takes at most this fraction of the time. */
    private static final int MAX_SHARE = 20;
    /** After this time without a response, another count begins. */
    private static final Duration MAX_COUNT_TIME = Duration.ofMinutes(1);

    private final MessageOperations operations;
    private final String account;
    private final LongSupplier nanos;
    private Map<SmsMessageState, Long> counts = Map.of();
    /** When the last count that succeeded began. */
    private long countedAt;
    private boolean isCounting;
    private long startedAt;
    private long nextAt;
    private long number;

    /**
     * @param account name of the account in the store
     * @param nanos   a monotonic clock, in nanoseconds
     */
    public StoreFigures(MessageOperations operations, String account, LongSupplier nanos) {
        this.operations = operations;
        this.account = account;
        this.nanos = nanos;
        this.nextAt = nanos.getAsLong();
    }

    /** Returns the last count by state; empty if none has succeeded yet. */
    public Map<SmsMessageState, Long> counts() {
        countIfOld();
        synchronized (this) {
            return counts;
        }
    }

    /** Returns the last count of a state, or null if none has succeeded yet. */
    public @Nullable Long count(SmsMessageState state) {
        Map<SmsMessageState, Long> last = counts();
        return last.isEmpty() ? null : last.getOrDefault(state, 0L);
    }

    /** Returns the last count of a state for a meter; NaN if none has succeeded yet. */
    public double gauge(SmsMessageState state) {
        Long count = count(state);
        return count == null ? Double.NaN : count;
    }

    /**
     * Returns whether a count that began at or after this time found no message that is waiting, scheduled, in flight
     * or of unknown outcome.
     *
     * @param time time of the clock, in nanoseconds
     */
    public boolean isSettledSince(long time) {
        countIfOld();
        synchronized (this) {
            return !counts.isEmpty() && countedAt - time >= 0
                    && OPEN.stream().allMatch(state -> counts.getOrDefault(state, 0L) == 0);
        }
    }

    private void countIfOld() {
        long now = nanos.getAsLong();
        long ours;
        synchronized (this) {
            if (isCounting ? now - startedAt < MAX_COUNT_TIME.toNanos() : now - nextAt < 0) {
                return;
            }
            isCounting = true;
            startedAt = now;
            ours = ++number;
        }
        try {
            operations.count(account).whenComplete((counted, failure) -> ended(ours, counted));
        } catch (RuntimeException e) {
            ended(ours, null);
        }
    }

    private synchronized void ended(long ours, @Nullable Map<SmsMessageState, Long> counted) {
        if (ours == number) {
            long now = nanos.getAsLong();
            isCounting = false;
            nextAt = now + Math.max(MAX_AGE.toNanos(), MAX_SHARE * (now - startedAt));
            if (counted != null) {
                counts = Map.copyOf(counted);
                countedAt = startedAt;
            }
        }
    }
}
