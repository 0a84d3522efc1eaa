package io.github.camelsms.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.camelsms.model.Nanos;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.jspecify.annotations.Nullable;

/**
 * Keeper of an account's lease, which acquires it, renews it before it expires, and acquires it again after it was
 * lost.
 * <p>
 * The lease is counted from before the call that granted or renewed it, so that it never ends later than in the store:
 * on the monotonic clock, and on the wall clock, because the former can stand still while the machine is suspended. If
 * only the wall clock says that it has ended, it is renewed early. Thread-safe.
 */
public final class LeaseKeeper {

    private static final long MAX_WAIT_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    /** Each lease is renewed this many times before it would expire. */
    private static final int RENEWALS = 3;

    private final AccountLeases leases;
    private final String account;
    private final String node;
    private final DispatchClock clock;
    private final LeaseListener listener;
    private final BooleanSupplier isWanted;
    private @Nullable SmsLease lease;
    /** Time from which the lease is counted. */
    private Moment renewedAt;
    private boolean isRenewedEarly;
    private long lastEpoch;
    private boolean isClosed;
    private boolean isAcquiring;
    private boolean isHandingOver;
    /** Completes when the acquisition or release that was started last has ended. */
    private CompletableFuture<Void> lastChange = CompletableFuture.completedFuture(null);
    /** Number of calls to the store, so that late responses are recognized. */
    private long calls;
    private DispatchClock.@Nullable Alarm alarm;
    /** Whether the clock could not schedule the alarm. */
    private boolean isAlarmMissing;

    /** Time on the monotonic clock, in nanoseconds, and on the wall clock. */
    record Moment(long nanos, Instant instant) {
    }

    /**
     * @param node     name that no other process has or has had
     * @param isWanted whether this node should acquire the lease now
     */
    public LeaseKeeper(AccountLeases leases, String account, String node, DispatchClock clock, LeaseListener listener,
                       BooleanSupplier isWanted) {
        this.leases = leases;
        this.account = account;
        this.node = node;
        this.clock = clock;
        this.listener = listener;
        this.isWanted = isWanted;
        this.renewedAt = now();
    }

    /** Returns the current time for {@link #renewed(SmsLease, Moment)}. */
    Moment now() {
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
            isPossible = lease == null && !isAcquiring && !isClosed;
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
        SmsLease held;
        synchronized (this) {
            held = lease();
            if (held == null || isHandingOver) {
                return;
            }
            isHandingOver = true;
        }
        listener.handOver().whenComplete(
                (isReady, failure) -> handOver(held, other, failure == null && Boolean.TRUE.equals(isReady)));
    }

    private void handOver(SmsLease held, String other, boolean isReady) {
        CompletableFuture<Void> released = new CompletableFuture<>();
        boolean isReleased;
        synchronized (this) {
            isHandingOver = false;
            if (isClosed || lease == null) {
                return;
            }
            // A lease that was acquired since then is kept.
            isReleased = isReady && held.equals(lease);
            if (isReleased) {
                forget();
                calls++;
                lastChange = released;
                wakeUp(MAX_WAIT_NANOS);
            }
        }
        if (!isReleased) {
            listener.resumed();
            return;
        }
        release(held, released, isConfirmed -> {
            if (isHeldAnew()) {
                // The new lease was already reported, and is more recent than this response.
                return;
            }
            if (isConfirmed) {
                listener.released("it hands the account over to node " + other);
            } else {
                listener.lost("the message store did not confirm its release");
            }
        });
    }

    private void release(SmsLease held, CompletableFuture<Void> released, Consumer<Boolean> report) {
        StoreCalls.start(() -> leases.release(held)).whenComplete((isReleased, failure) -> {
            try {
                report.accept(Boolean.TRUE.equals(isReleased));
            } finally {
                released.complete(null);
            }
        });
    }

    private synchronized boolean isHeldAnew() {
        return lease != null;
    }

    /** Returns whether there was a lease. */
    private synchronized boolean forget() {
        boolean wasHeld = lease != null;
        lease = null;
        isRenewedEarly = false;
        return wasHeld;
    }

    /** Returns the lease if it is held and has not expired by the local clocks, otherwise null. */
    public synchronized @Nullable SmsLease lease() {
        if (isAlarmMissing) {
            wakeUp(RETRY_NANOS);
        }
        SmsLease held = lease;
        if (isClosed || held == null) {
            return null;
        }
        boolean hasExpired = remaining(held, renewedAt) <= 0;
        if (hasExpired && !hasExpired(held) && !isRenewedEarly) {
            isRenewedEarly = true;
            wakeUp(0);
        }
        return hasExpired ? null : held;
    }

    /** Returns the nanoseconds until a lease expires on the first of both clocks. */
    private long remaining(SmsLease held, Moment since) {
        long passed = Nanos.of(Duration.between(since.instant, clock.instant()));
        return held.duration().toNanos() - Math.max(passed, clock.nanos() - since.nanos);
    }

    /** Returns whether a lease has expired on the monotonic clock. */
    private boolean hasExpired(SmsLease held) {
        return clock.nanos() - renewedAt.nanos >= held.duration().toNanos();
    }

    /**
     * Returns whether a request may be sent: the lease is held until the request's timeout, or for half of the lease's
     * duration if that is shorter, because the response may arrive later.
     */
    public synchronized boolean coversRequest(Duration requestTimeout) {
        SmsLease held = lease();
        return held != null && remaining(held, renewedAt) > Math.min(
                held.duration().toNanos() / 2, Nanos.of(requestTimeout));
    }

    /**
     * Records that a call under this lease has renewed it.
     *
     * @param before time before that call
     */
    synchronized void renewed(SmsLease renewed, Moment before) {
        if (renewed.equals(lease) && before.nanos >= renewedAt.nanos) {
            renewedAt = before;
            isRenewedEarly = false;
        }
    }

    /** Records that a call under this lease found another owner. */
    public void lost(SmsLease lost) {
        boolean isNews;
        synchronized (this) {
            isNews = lost.equals(lease) && forget();
        }
        if (isNews) {
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
        SmsLease held;
        CompletableFuture<Void> released = new CompletableFuture<>();
        synchronized (this) {
            held = isClosed ? null : lease;
            isClosed = true;
            cancel();
            if (held == null) {
                return lastChange;
            }
            lastChange = released;
        }
        release(held, released, isReleased -> {
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
        dropIfExpired();
        SmsLease held;
        long number;
        Moment before = now();
        CompletableFuture<Void> acquired = new CompletableFuture<>();
        synchronized (this) {
            if (isClosed) {
                return;
            }
            held = lease;
            if (held != null && untilRenewal(held) > 0) {
                // A claim has renewed it in the meantime.
                wakeUpToRenew(held);
                return;
            }
            isAcquiring = held == null && isWanted.getAsBoolean();
            // A call that is still in progress was given up.
            lastChange = isAcquiring ? acquired : CompletableFuture.completedFuture(null);
            if (held == null && !isAcquiring) {
                wakeUp(MAX_WAIT_NANOS);
                return;
            }
            number = ++calls;
            // In case the store never responds.
            wakeUp(held == null ? MAX_WAIT_NANOS : held.duration().toNanos());
        }
        if (held == null) {
            StoreCalls.start(() -> leases.acquire(account, node))
                    .whenComplete((result, failure) -> acquired(number, result, before, acquired));
        } else {
            StoreCalls.start(() -> leases.renew(held))
                    .whenComplete((isHeld, failure) -> ifCurrent(number, () -> renewed(held, isHeld, failure, before)));
        }
    }

    private long untilRenewal(SmsLease held) {
        long duration = held.duration().toNanos();
        return remaining(held, renewedAt) - (duration - duration / RENEWALS);
    }

    private synchronized void wakeUpToRenew(SmsLease held) {
        wakeUp(Math.max(1, untilRenewal(held)));
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
            if (remaining(granted.lease(), before) <= 0) {
                wakeUp(RETRY_NANOS);
                return true;
            }
            lease = granted.lease();
            lastEpoch = granted.lease().epoch();
            renewedAt = before;
            isRenewedEarly = false;
            wakeUpToRenew(granted.lease());
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

    private void renewed(SmsLease held, @Nullable Boolean isHeld, @Nullable Throwable failure, Moment before) {
        if (failure != null || isHeld == null) {
            wakeUp(RETRY_NANOS);
        } else if (isHeld) {
            boolean wasExpired = lease() == null;
            renewed(held, before);
            if (wasExpired) {
                listener.resumed();
            }
            wakeUpToRenew(held);
        } else {
            lost(held);
        }
    }

    /** Gives up a lease that has expired locally; acquiring it again begins a new epoch. */
    private void dropIfExpired() {
        boolean isNews;
        synchronized (this) {
            isNews = lease != null && hasExpired(lease) && forget();
        }
        if (isNews) {
            listener.lost("the message store did not renew its lease in time");
        }
    }

    /** Sets the alarm. If the clock cannot schedule it, the next call of {@link #lease()} tries again. */
    private synchronized void wakeUp(long nanos) {
        cancel();
        isAlarmMissing = false;
        if (!isClosed) {
            try {
                alarm = clock.schedule(nanos, this::next);
            } catch (RuntimeException | Error e) {
                isAlarmMissing = true;
            }
        }
    }

    private synchronized void cancel() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }
}
