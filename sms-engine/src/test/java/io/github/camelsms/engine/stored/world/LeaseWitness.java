package io.github.camelsms.engine.stored.world;

import java.util.function.Consumer;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.jspecify.annotations.Nullable;

/**
 * Observes the committed changes to the lease of an account, on the clock of the store, and determines its owner
 * independently.
 */
final class LeaseWitness {

    /** The store has millisecond precision. */
    private static final long ROUNDING = 1_000_000L;

    private final EngineClock clock;
    private final Consumer<String> breaks;
    private @Nullable String owner;
    private @Nullable String lastOwner;
    private long epoch;
    private long until;
    private int moves;

    /**
     * @param clock  clock of the store
     *
     * @param breaks receives violations
     */
    LeaseWitness(EngineClock clock, Consumer<String> breaks) {
        this.clock = clock;
        this.breaks = breaks;
    }

    /** Observes a committed call. */
    void committed(String call, Object[] arguments, @Nullable Object result) {
        if (result instanceof SmsLeaseResult.Granted granted) {
            granted(granted.lease());
        } else if (result instanceof SmsClaimed claimed && claimed.isLeaseHeld()) {
            SmsLease lease = ((SmsClaim) arguments[0]).lease();
            decided("claim", lease);
            if (!claimed.requests().isEmpty()) {
                extended(lease);
            }
        } else if (arguments != null && arguments[0] instanceof SmsLease lease && Boolean.TRUE.equals(result)) {
            decided(call, lease);
            if (call.equals("renew")) {
                extended(lease);
            } else if (call.equals("release")) {
                owner = null;
            }
        }
    }

    private void granted(SmsLease lease) {
        if (owner != null && !owner.equals(lease.node()) && left() > ROUNDING) {
            breaks.accept("the lease was granted to " + lease.node() + ", but " + owner + " owns the account");
        }
        if (lease.epoch() <= epoch) {
            breaks.accept("epoch " + lease.epoch() + " was granted after epoch " + epoch);
        }
        if (!lease.node().equals(lastOwner)) {
            moves++;
        }
        owner = lease.node();
        lastOwner = owner;
        epoch = lease.epoch();
        extended(lease);
    }

    private void decided(String call, SmsLease lease) {
        if (lease.epoch() != epoch || !lease.node().equals(owner)) {
            breaks.accept(
                    "a stale " + call + " of " + lease.node() + " in epoch " + lease.epoch() + " succeeded, but " + owner
                          + " owns the account in epoch " + epoch);
        }
    }

    private void extended(SmsLease lease) {
        until = clock.nanos() + lease.duration().toNanos();
    }

    private long left() {
        return until - clock.nanos();
    }

    /** Observes the departure of a request. */
    void departed(String node, long neededNanos) {
        if (!node.equals(owner)) {
            breaks.accept("a request of " + node + " departed, but " + owner + " owns the account");
        } else if (left() < neededNanos) {
            breaks.accept("a request of " + node + " departed with " + left() / 1_000_000 + " ms of its lease");
        }
    }

    /** Returns the current owner of the account, or null. */
    @Nullable
    String owner() {
        return owner != null && left() > 0 ? owner : null;
    }

    /** Returns the number of ownership changes. */
    int moves() {
        return moves;
    }
}
