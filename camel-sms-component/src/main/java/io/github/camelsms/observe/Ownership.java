package io.github.camelsms.observe;

import java.time.Instant;
import java.util.function.Supplier;

import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.ownership.LeaseListener;
import io.github.camelsms.store.SmsLeaseResult;
import org.jspecify.annotations.Nullable;

/**
 * Current owner of an account's lease, as known to this node. Logs each change. Thread-safe.
 */
public final class Ownership implements LeaseListener {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final String account;
    private final String node;
    private final boolean isShared;
    private final Supplier<Instant> clock;
    private final Duty duty;
    private @Nullable Owner owner;
    /** Whether this node has lost the lease, which is logged, and has not acquired it again. */
    private boolean isLost;

    /** Purpose of a lease, with its wording in log lines. */
    public enum Duty {
        SENDING("the account", "sends for it", "stores messages", "stores messages and does not send them", "send them"),
        POLLING("the account's status poll", "runs it", "processes statuses", "does not poll", "poll");

        private final String owned;
        private final String owner;
        private final String others;
        private final String without;
        private final String possible;

        /**
         * @param owned    what the owner owns
         * @param owner    what it does
         * @param others   what the other nodes do
         * @param without  what a node does after it has lost it
         * @param possible what another node can do then
         */
        Duty(String owned, String owner, String others, String without, String possible) {
            this.owned = owned;
            this.owner = owner;
            this.others = others;
            this.without = without;
            this.possible = possible;
        }
    }

    /**
     * An owner.
     *
     * @param epoch number of the lease, higher with each acquisition, or null if only the owner knows
     * @param since when this node learned of it
     */
    public record Owner(String node, boolean isThisNode, @Nullable Long epoch, Instant since) {
    }

    /**
     * @param node     name of this node
     * @param isShared whether other nodes can own the account, so that each acquisition and release is logged
     */
    public Ownership(String account, String node, boolean isShared, Supplier<Instant> clock, Duty duty) {
        this.duty = duty;
        this.account = account;
        this.node = node;
        this.isShared = isShared;
        this.clock = clock;
    }

    /** Returns the name of this node. */
    public String node() {
        return node;
    }

    /** Returns the owner, or null if none is known. */
    public synchronized @Nullable Owner owner() {
        return owner;
    }

    /** Returns whether this node is the owner. */
    public synchronized boolean isOwner() {
        return owner != null && owner.isThisNode();
    }

    @Override
    public void granted(SmsLeaseResult.Granted grant) {
        long epoch = grant.lease().epoch();
        String reason;
        boolean isNews;
        boolean wasLost;
        synchronized (this) {
            reason = reason(grant.predecessor());
            // After a stall of the store, each attempt to acquire the account is granted.
            boolean isRepeated = isOwner() && node.equals(grant.predecessor());
            owner = new Owner(node, true, epoch, clock.get());
            isNews = !isRepeated && isShared;
            wasLost = isLost;
            isLost = false;
        }
        if (wasLost) {
            // At the level of the loss, so that a log that shows it also shows its end.
            LOG.warn("SMS account {}: node {} owns {} again and {} (epoch {}): {}", account, node, duty.owned, duty.owner,
                    epoch, reason);
        } else if (isNews) {
            LOG.info("SMS account {}: node {} owns {} and {} (epoch {}): {}", account, node, duty.owned, duty.owner, epoch,
                    reason);
        }
    }

    private String reason(@Nullable String predecessor) {
        if (predecessor == null) {
            return "it had no owner";
        }
        return predecessor.equals(node)
                ? "its own lease had expired, and no other node has taken over"
                : "taken over from node " + predecessor + ", whose lease has expired";
    }

    @Override
    public void held(String other) {
        boolean isNews;
        synchronized (this) {
            isNews = owner == null || !owner.node().equals(other);
            if (isNews) {
                owner = new Owner(other, false, null, clock.get());
            }
        }
        if (isNews) {
            LOG.info("SMS account {}: node {} owns {} and {}; this node {}", account, other, duty.owned, duty.owner,
                    duty.others);
        }
    }

    @Override
    public void lost(String reason) {
        synchronized (this) {
            owner = null;
            isLost = true;
        }
        LOG.warn(
                "SMS account {}: node {} no longer owns {}: {}. It {} until it owns {} again{}",
                account, node, duty.owned, reason, duty.without, duty.owned,
                isShared ? "; another node can " + duty.possible : "");
    }

    @Override
    public void released(String reason) {
        synchronized (this) {
            owner = null;
        }
        if (isShared) {
            LOG.info("SMS account {}: node {} has released {}: {}. Another node can acquire it immediately", account, node,
                    duty.owned, reason);
        }
    }
}
