package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.github.camelsms.model.Count;
import org.jspecify.annotations.Nullable;

/**
 * Suspicion that another application uses the account with another message store: many polled statuses belong to
 * messages that this store does not have. The other one then receives statuses of this one's messages, because the
 * service returns each status only once. Thread-safe.
 */
final class OtherSender {

    private static final Duration PERIOD = Duration.ofMinutes(10);
    private static final Duration LASTS = Duration.ofHours(1);
    private static final int MIN_STATUSES = 10;
    private static final int MIN_PERCENT = 10;

    private final LongSupplier nanos;
    private long periodBegan;
    private int statuses;
    private int notStored;
    private long suspectedAt;
    private @Nullable String suspicion;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    OtherSender(LongSupplier nanos) {
        this.nanos = nanos;
        this.periodBegan = nanos.getAsLong();
    }

    /**
     * Records polled statuses.
     *
     * @param  more          number of statuses
     * @param  moreNotStored number of those whose message the store does not have
     * @return               the suspicion if it begins with them, otherwise null
     */
    synchronized @Nullable String read(int more, int moreNotStored) {
        long now = nanos.getAsLong();
        if (now - periodBegan >= PERIOD.toNanos()) {
            periodBegan = now;
            statuses = 0;
            notStored = 0;
        }
        statuses += more;
        notStored += moreNotStored;
        boolean isSuspected = notStored >= MIN_STATUSES && notStored * 100L >= (long) MIN_PERCENT * statuses;
        boolean isFirst = suspicion() == null;
        if (isSuspected && moreNotStored > 0) {
            suspectedAt = now;
            suspicion = notStored + " of " + Count.of(statuses, "status", "statuses")
                        + " belong to messages that the message store does not have";
        }
        return isFirst ? suspicion() : null;
    }

    /** Returns what indicates another sender, or null if nothing has for an hour. */
    synchronized @Nullable String suspicion() {
        if (suspicion != null && nanos.getAsLong() - suspectedAt >= LASTS.toNanos()) {
            suspicion = null;
        }
        return suspicion;
    }
}
