package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.github.camelsms.engine.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * Handover of an account to another node, as soon as nothing is in flight. Confined to the account's loop.
 */
final class HandOver {

    /** Added to the maximum duration of the requests in flight; after this time, the account is kept. */
    private static final long GRACE = Duration.ofSeconds(10).toNanos();

    /** Completes with whether the account may be released; null unless it is being handed over. */
    private @Nullable CompletableFuture<Boolean> ready;
    private long until;

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

    /** Returns the time of the next action, or {@link WakeUp#NEVER}. */
    long next() {
        return ready == null || ready.isDone() ? WakeUp.NEVER : until;
    }
}
