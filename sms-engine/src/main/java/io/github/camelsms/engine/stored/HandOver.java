package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.github.camelsms.engine.CircuitBreaker;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.Requests;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.jspecify.annotations.Nullable;

/**
 * Handover of an account to its next owner: its pace, backoff and halt are saved in the message store, for a restart
 * and for other nodes, and the account is released as soon as nothing is in flight. Confined to the account's loop.
 */
final class HandOver {

    /** Added to the maximum duration of the requests in flight; after this time, the account is kept. */
    private static final long GRACE = Duration.ofSeconds(10).toNanos();

    private static final long SAVE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long MIN_SAVE_NANOS = Duration.ofSeconds(1).toNanos();

    /** Minimum time between the last probe of an earlier process and the first one of this process. */
    private static final long MIN_PROBE_NANOS = Duration.ofSeconds(10).toNanos();

    /** Stores save and restore times in whole milliseconds. */
    private static final long ROUNDING_NANOS = Duration.ofMillis(2).toNanos();

    private final AccountLeases leases;
    private final StoreCalls calls;
    private final Requests requests;
    private final EngineClock clock;
    private boolean isSaving;
    private boolean isFinished;
    private long lastSave;
    private @Nullable SmsAccountState last;
    /** End of the hold of the last saved state, by the local clock. */
    private long lastHoldEnd;
    /** Completes with whether the account may be released; null unless it is being handed over. */
    private @Nullable CompletableFuture<Boolean> ready;
    private long until;

    HandOver(AccountLeases leases, StoreCalls calls, Requests requests, EngineClock clock) {
        this.leases = leases;
        this.calls = calls;
        this.requests = requests;
        this.clock = clock;
    }

    /** Restores the state that the previous owner has saved. */
    void restore(SmsLeaseResult.Granted grant, long now) {
        SmsAccountState state = grant.state();
        // An earlier owner may have sent a request until now, even one that released the account, because saving its state may have failed.
        boolean isFirst = grant.lease().epoch() == 1;
        long rest = last == null && state.haltCode() != null ? untilProbe(state) : Nanos.of(state.hold());
        long hold = isFirst ? rest : Math.max(requests.settings().intervalNanos(), rest);
        requests.restore(state, now + hold);
        isFinished = false;
        last = state;
        lastHoldEnd = holdEnd(state, now);
        lastSave = now;
    }

    /**
     * Returns how long the first probe after a start waits if an earlier process has halted the account. It does not
     * wait for a whole probe interval, because the credentials may have been corrected, but it keeps a distance from
     * the last probe, because a process can start again and again. A short hold may have been shortened before, and a
     * long one is a backoff.
     */
    private static long untilProbe(SmsAccountState state) {
        long hold = Nanos.of(state.hold());
        boolean isProbe = hold > MIN_PROBE_NANOS + MIN_SAVE_NANOS && hold <= CircuitBreaker.PROBE_INTERVAL + ROUNDING_NANOS;
        return isProbe ? Math.max(0, hold - CircuitBreaker.PROBE_INTERVAL + MIN_PROBE_NANOS) : hold;
    }

    /** Saves the state if it has changed: a halt or a backoff within a second, the pace every 10 seconds. */
    void save(@Nullable SmsLease lease, long now) {
        if (lease == null || isSaving || now < next()) {
            return;
        }
        save(lease, now, present(now));
    }

    private SmsAccountState present(long now) {
        CircuitBreaker circuitBreaker = requests.circuitBreaker();
        long slot = requests.slotOpensAt();
        Duration hold = Duration.ofNanos(slot == LoopAlarm.NEVER || slot <= now ? 0 : slot - now + ROUNDING_NANOS);
        Integer haltCode = circuitBreaker.haltCode();
        return new SmsAccountState(
                requests.pace(), hold, haltCode, haltCode == null ? null : circuitBreaker.trouble());
    }

    private void save(SmsLease lease, long now, SmsAccountState state) {
        lastSave = now;
        if (isSaved(state, now)) {
            return;
        }
        isSaving = true;
        calls.call(() -> leases.save(lease, state), isSaved -> {
            isSaving = false;
            if (isSaved) {
                last = state;
                lastHoldEnd = holdEnd(state, now);
            }
        }, failure -> isSaving = false);
    }

    private boolean isSaved(SmsAccountState state, long now) {
        SmsAccountState before = last;
        return before != null && Objects.equals(before.pace(), state.pace())
                && Objects.equals(before.haltCode(), state.haltCode())
                && Math.abs(holdEnd(state, now) - Math.max(lastHoldEnd, now)) <= ROUNDING_NANOS;
    }

    private static long holdEnd(SmsAccountState state, long now) {
        return now + Nanos.of(state.hold());
    }

    /** Saves the state one last time, and returns whether that call has ended. */
    boolean isFinished(@Nullable SmsLease lease, long now) {
        if (!isFinished && !isSaving) {
            isFinished = true;
            if (lease != null) {
                save(lease, now, present(now));
            }
        }
        return isFinished && !isSaving;
    }

    /** Resumes saving the state, because the account was not handed over. */
    void resume() {
        isFinished = false;
    }

    /** Begins the handover, which lasts until the lease is granted, resumed or lost. */
    void begin(CompletableFuture<Boolean> whenReady, long responseTimeoutNanos, long now) {
        ready = whenReady;
        until = now + responseTimeoutNanos + GRACE;
    }

    /** Ends the hand-over. If the account was not released, it is kept. */
    void end() {
        CompletableFuture<Boolean> ended = ready;
        ready = null;
        if (ended != null) {
            ended.complete(false);
        }
    }

    /** Returns whether no new work may start. */
    boolean isRunning() {
        return ready != null;
    }

    /** Allows the release if the engine is at rest, or keeps the account if that takes too long. */
    void proceed(BooleanSupplier isAtRest, long now) {
        if (ready != null && !ready.isDone() && (now >= until || isAtRest.getAsBoolean())) {
            ready.complete(now < until);
        }
    }

    /** Returns the time of the next save, or {@link LoopAlarm#NEVER}. */
    long next() {
        if (isSaving || isFinished) {
            return LoopAlarm.NEVER;
        }
        SmsAccountState before = last;
        boolean isHaltNews = before == null || requests.circuitBreaker().isHalted() != (before.haltCode() != null);
        long slot = requests.slotOpensAt();
        boolean isPaused = slot != LoopAlarm.NEVER && slot - clock.nanos() > 2 * requests.usualGap();
        return lastSave + (isHaltNews || isPaused ? MIN_SAVE_NANOS : SAVE_NANOS);
    }

    /** Returns when the handover ends although the engine is not at rest, or {@link LoopAlarm#NEVER}. */
    long handOverEnds() {
        return ready == null || ready.isDone() ? LoopAlarm.NEVER : until;
    }
}
