package io.github.camelsms.ownership;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.store.SmsLease;

/**
 * Lease of this process, by the local clocks.
 * <p>
 * It is counted from before the call that granted or renewed it, so that it never ends later than in the store: on the
 * monotonic clock, and on the wall clock, because the former can stand still while the machine is suspended.
 *
 * @param since          time before that call
 * @param isRenewedEarly whether it is being renewed because only the wall clock says that it has ended
 */
public record HeldLease(SmsLease lease, Moment since, boolean isRenewedEarly) {

    /** Each lease is renewed this many times before it would expire. */
    private static final int RENEWALS = 3;

    /** Time on the monotonic clock, in nanoseconds, and on the wall clock. */
    public record Moment(long nanos, Instant instant) {
    }

    HeldLease(SmsLease lease, Moment since) {
        this(lease, since, false);
    }

    HeldLease renewedEarly() {
        return new HeldLease(lease, since, true);
    }

    /** Returns the nanoseconds until it expires on the first of both clocks. */
    long remaining(EngineClock clock) {
        long passed = Nanos.of(Duration.between(since.instant, clock.instant()));
        return lease.duration().toNanos() - Math.max(passed, clock.nanos() - since.nanos);
    }

    /** Returns whether it has expired on the monotonic clock. */
    boolean hasExpired(EngineClock clock) {
        return clock.nanos() - since.nanos >= lease.duration().toNanos();
    }

    /** Returns the nanoseconds until it must be renewed. */
    long untilRenewal(EngineClock clock) {
        long duration = lease.duration().toNanos();
        return remaining(clock) - (duration - duration / RENEWALS);
    }

    /**
     * Returns whether it lasts until the timeout of a request that is sent now, or for half of its duration if that is
     * shorter, because the response may arrive later.
     */
    boolean covers(Duration requestTimeout, EngineClock clock) {
        return remaining(clock) > Math.min(lease.duration().toNanos() / 2, Nanos.of(requestTimeout));
    }
}
