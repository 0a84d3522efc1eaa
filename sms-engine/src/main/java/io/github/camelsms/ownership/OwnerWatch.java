package io.github.camelsms.ownership;

import java.time.Duration;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.store.SmsStoreException;

/**
 * Watch over the owner of an account's statuses, so that a poll is omitted only if another node polls. Used by one
 * thread at a time.
 */
public final class OwnerWatch {

    /** More than a node needs to acquire a free lease, even if it is not the preferred node. */
    private static final Duration MAX_WAIT_FOR_OWNER = Duration.ofSeconds(10);
    /** Interval of polls from which on an omitted poll matters. */
    private static final Duration RARE_INTERVAL = Duration.ofMinutes(1);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

    private final OwnedAccount account;
    private final EngineClock clock;
    private boolean hasBegun;
    private long begunAt;
    private boolean isRare;
    private boolean wasOwner;

    public OwnerWatch(OwnedAccount account, EngineClock clock) {
        this.account = account;
        this.clock = clock;
    }

    /**
     * Begins a poll: waits until this node has acquired the lease or another one is known to own it. Without this, the
     * first poll would often be omitted, and the next one can be hours later.
     *
     * @throws SmsStoreException if the thread is interrupted
     */
    public void begin() {
        long now = clock.nanos();
        isRare = !hasBegun || now - begunAt >= RARE_INTERVAL.toNanos();
        hasBegun = true;
        begunAt = now;
        account.awaitOwner(MAX_WAIT_FOR_OWNER);
    }

    /** Returns whether this node owns the lease and polls now, and remembers it. */
    public boolean isOwner() {
        wasOwner = account.lease() != null;
        return wasOwner;
    }

    /**
     * Returns whether the poll must be repeated, after a short wait for the lease. Its owner can be dead, for example
     * because this node was restarted. No node then polls before its lease expires, and the next poll can be hours
     * later. This node may have acquired the lease since it has omitted the poll.
     *
     * @throws SmsStoreException if the thread is interrupted
     */
    public boolean awaitTakeover() {
        boolean isOmitted = !wasOwner || account.lease() == null;
        return isRare && isOmitted && !account.isOwnerAlive(begunAt) && account.awaitLease(RETRY_INTERVAL);
    }
}
