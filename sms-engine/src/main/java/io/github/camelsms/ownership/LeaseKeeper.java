package io.github.camelsms.ownership;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Keeper of an account's lease, which acquires it, renews it before it expires, and acquires it again after it was
 * lost. Thread-safe.
 */
public final class LeaseKeeper {

    private static final long MAX_WAIT_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    /** Each lease is renewed this many times before it would expire. */
    private static final int RENEWALS = 3;

    private final AccountLeases leases;
    private final String account;
    private final String node;
    private final EngineClock clock;
    private final LeaseListener listener;
    private final BooleanSupplier isWanted;
    private final RepeatedAlarm alarm;
    private @Nullable Held held;
    private long lastEpoch;
    private boolean isClosed;
    private boolean isAcquiring;
    private boolean isHandingOver;
    /** Completes when the acquisition or release that was started last has ended. */
    private CompletableFuture<Void> lastChange = CompletableFuture.completedFuture(null);
    /** Number of calls to the store, so that late responses are recognized. */
    private long calls;

    /** Time on the monotonic clock, in nanoseconds, and on the wall clock. */
    public record Moment(long nanos, Instant instant) {
    }

    /**
     * Lease of this process, by the local clocks.
     * <p>
     * It is counted from before the call that granted or renewed it, so that it never ends later than in the store: on
     * the monotonic clock, and on the wall clock, because the former can stand still while the machine is suspended.
     *
     * @param since          time before that call
     * @param isRenewedEarly whether it is being renewed because only the wall clock says that it has ended
     */
    private record Held(SmsLease lease, Moment since, boolean isRenewedEarly) {

        Held(SmsLease lease, Moment since) {
            this(lease, since, false);
        }

        Held renewedEarly() {
            return new Held(lease, since, true);
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
         * Returns whether it lasts until the timeout of a request that is sent now, or for half of its duration if that
         * is shorter, because the response may arrive later.
         */
        boolean covers(Duration requestTimeout, EngineClock clock) {
            return remaining(clock) > Math.min(lease.duration().toNanos() / 2, Nanos.of(requestTimeout));
        }
    }

    /**
     * @param node     name that no other process has or has had
     * @param isWanted whether this node should acquire the lease now
     */
    public LeaseKeeper(AccountLeases leases, String account, String node, EngineClock clock, LeaseListener listener,
                       BooleanSupplier isWanted) {
        this.leases = leases;
        this.account = account;
        this.node = node;
        this.clock = clock;
        this.listener = listener;
        this.isWanted = isWanted;
        this.alarm = new RepeatedAlarm(clock, this::next);
    }

    /** Returns the current time for {@link #renewed(SmsLease, Moment)}. */
    public Moment now() {
        return new Moment(clock.nanos(), clock.instant());
    }

    /** Starts to acquire the lease. */
    public void start() {
        next();
    }

    /** Acquires the lease if it is wanted, without waiting for the next attempt. */
    public void acquireIfWanted() {
        boolean isPossible;
        synchronized (this) {
            isPossible = held == null && !isAcquiring && !isClosed;
        }
        if (isPossible && isWanted.getAsBoolean()) {
            next();
        }
    }

    /**
     * Releases the lease for another node as soon as nothing is in flight.
     *
     * @param other name of that node
     */
    public void handOver(String other) {
        SmsLease lease;
        synchronized (this) {
            lease = lease();
            if (lease == null || isHandingOver) {
                return;
            }
            isHandingOver = true;
        }
        listener.handOver().whenComplete(
                (isReady, failure) -> handOver(lease, other, failure == null && Boolean.TRUE.equals(isReady)));
    }

    private void handOver(SmsLease lease, String other, boolean isReady) {
        CompletableFuture<Void> released = new CompletableFuture<>();
        boolean isReleased;
        synchronized (this) {
            isHandingOver = false;
            if (held == null) {
                return;
            }
            // A lease that was acquired since then is kept.
            isReleased = isReady && held.lease().equals(lease);
            if (isReleased) {
                held = null;
                calls++;
                lastChange = released;
                wakeUp(MAX_WAIT_NANOS);
            }
        }
        if (!isReleased) {
            listener.resumed();
            return;
        }
        release(lease, released, isConfirmed -> {
            if (isAcquiredAfter(lease)) {
                // The later lease was already reported, and is more recent than this response.
                return;
            }
            if (isConfirmed) {
                listener.released("it hands the account over to node " + other);
            } else {
                listener.lost("the message store did not confirm its release");
            }
        });
    }

    private void release(SmsLease lease, CompletableFuture<Void> released, Consumer<Boolean> report) {
        StoreCalls.start(() -> leases.release(lease)).whenComplete((isReleased, failure) -> {
            try {
                report.accept(Boolean.TRUE.equals(isReleased));
            } finally {
                released.complete(null);
            }
        });
    }

    private synchronized boolean isAcquiredAfter(SmsLease lease) {
        return lastEpoch > lease.epoch();
    }

    /** Gives up a lease that matches the predicate. Returns whether there was one. */
    private synchronized boolean drop(Predicate<Held> which) {
        boolean isDropped = held != null && which.test(held);
        held = isDropped ? null : held;
        return isDropped;
    }

    /** Returns the lease if it is held and has not expired by the local clocks, otherwise null. */
    public synchronized @Nullable SmsLease lease() {
        Held current = held;
        if (current == null) {
            return null;
        }
        if (current.remaining(clock) > 0) {
            return current.lease();
        }
        if (!current.hasExpired(clock) && !current.isRenewedEarly()) {
            held = current.renewedEarly();
            wakeUp(0);
        }
        return null;
    }

    /** Returns whether a request may be sent, because the lease lasts long enough. */
    public synchronized boolean coversRequest(Duration requestTimeout) {
        return lease() != null && held != null && held.covers(requestTimeout, clock);
    }

    /**
     * Records that a call under this lease has renewed it.
     *
     * @param before time before that call
     */
    public synchronized void renewed(SmsLease lease, Moment before) {
        if (held != null && held.lease().equals(lease) && before.nanos() >= held.since().nanos()) {
            held = new Held(lease, before);
        }
    }

    /** Records that a call under this lease found another owner. */
    public void lost(SmsLease lost) {
        if (drop(each -> each.lease().equals(lost))) {
            listener.lost("another node has taken over");
            next();
        }
    }

    /**
     * Stops and releases the lease, even one that is being acquired.
     *
     * @return completes when the last acquisition or release has ended, and the lease was released or its release has
     *         failed; does not wait for an acquisition that was given up
     */
    public CompletionStage<Void> close() {
        Held last;
        CompletableFuture<Void> released = new CompletableFuture<>();
        synchronized (this) {
            last = held;
            held = null;
            isClosed = true;
            alarm.close();
            if (last == null) {
                return lastChange;
            }
            lastChange = released;
        }
        release(last.lease(), released, isReleased -> {
            if (isReleased) {
                listener.released("it stops");
            }
        });
        return released;
    }

    private void next() {
        try {
            acquireOrRenew();
        } catch (Throwable e) {
            wakeUp(RETRY_NANOS);
            throw e;
        }
    }

    private void acquireOrRenew() {
        Moment before = now();
        // Acquiring it again begins a new epoch.
        if (drop(each -> each.hasExpired(clock))) {
            listener.lost("the message store did not renew its lease in time");
        }
        Held current;
        long number;
        CompletableFuture<Void> acquired = new CompletableFuture<>();
        synchronized (this) {
            if (isClosed) {
                return;
            }
            current = held;
            if (current != null && current.untilRenewal(clock) > 0) {
                // A claim has renewed it in the meantime.
                wakeUpToRenew();
                return;
            }
            isAcquiring = current == null && isWanted.getAsBoolean();
            // A call that is still in progress was given up.
            lastChange = isAcquiring ? acquired : CompletableFuture.completedFuture(null);
            if (current == null && !isAcquiring) {
                wakeUp(MAX_WAIT_NANOS);
                return;
            }
            number = ++calls;
            // In case the store never responds.
            wakeUp(current == null ? MAX_WAIT_NANOS : current.lease().duration().toNanos());
        }
        if (current == null) {
            StoreCalls.start(() -> leases.acquire(account, node))
                    .whenComplete((result, failure) -> {
                        called(failure);
                        acquired(number, result, before, acquired);
                    });
        } else {
            SmsLease lease = current.lease();
            StoreCalls.start(() -> leases.renew(lease))
                    .whenComplete((isHeld, failure) -> {
                        called(failure);
                        ifCurrent(number, () -> renewed(lease, isHeld, failure, before));
                    });
        }
    }

    private void called(@Nullable Throwable failure) {
        listener.storeCalled(failure == null ? null : SmsStoreException.of(failure));
    }

    private synchronized void wakeUpToRenew() {
        if (held != null) {
            wakeUp(Math.max(1, held.untilRenewal(clock)));
        }
    }

    private void ifCurrent(long number, Runnable response) {
        boolean isCurrent;
        synchronized (this) {
            isCurrent = number == calls && !isClosed;
        }
        if (isCurrent) {
            response.run();
        }
    }

    private void acquired(
            long number, @Nullable SmsLeaseResult result, Moment before, CompletableFuture<Void> acquired) {
        if (!(result instanceof SmsLeaseResult.Granted granted)) {
            ifCurrent(number, () -> refused(result));
        } else if (!granted(number, granted, before)) {
            release(granted.lease(), acquired, isReleased -> {
            });
            return;
        }
        acquired.complete(null);
    }

    /**
     * Accepts also a late response, because its lease is held in the store until it is acquired again. Returns false
     * after {@link #close()}: the lease must be released.
     */
    private boolean granted(long number, SmsLeaseResult.Granted granted, Moment before) {
        synchronized (this) {
            if (isClosed) {
                return false;
            } else if (number != calls && granted.lease().epoch() <= lastEpoch) {
                return true;
            }
            isAcquiring = false;
            Held acquired = new Held(granted.lease(), before);
            if (acquired.remaining(clock) <= 0) {
                wakeUp(RETRY_NANOS);
                return true;
            }
            held = acquired;
            lastEpoch = granted.lease().epoch();
            wakeUpToRenew();
        }
        listener.granted(granted);
        return true;
    }

    private void refused(@Nullable SmsLeaseResult result) {
        synchronized (this) {
            isAcquiring = false;
        }
        if (result instanceof SmsLeaseResult.Held held) {
            wakeUp(Math.min(MAX_WAIT_NANOS, held.remaining().toNanos() + 1));
            listener.held(held.owner());
        } else {
            wakeUp(RETRY_NANOS);
        }
    }

    private void renewed(
            SmsLease lease, @Nullable Boolean isHeld, @Nullable Throwable failure, Moment before) {
        if (failure != null || isHeld == null) {
            wakeUp(RETRY_NANOS);
        } else if (isHeld) {
            boolean wasExpired = lease() == null;
            renewed(lease, before);
            if (wasExpired) {
                listener.resumed();
            }
            wakeUpToRenew();
        } else {
            lost(lease);
        }
    }

    private void wakeUp(long nanos) {
        alarm.set(Duration.ofNanos(nanos));
    }
}
