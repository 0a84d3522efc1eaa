package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the message store. Each call ends exactly once, on the account's loop, and after a timeout even if the store
 * never responds. Confined to the account's loop.
 */
final class StoreCalls {

    /** The store has its own timeouts; this one covers a store that never responds. */
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final DispatchClock clock;
    private final SerialExecutor loop;

    StoreCalls(DispatchClock clock, SerialExecutor loop) {
        this.clock = clock;
        this.loop = loop;
    }

    /**
     * Starts a call.
     *
     * @param onResult  receives the result
     * @param onFailure receives the failure, if there is no result
     * @param onLate    receives the result or the failure if the call ends after the timeout
     */
    <T> void call(
            Supplier<CompletionStage<T>> call, Consumer<T> onResult, Consumer<SmsStoreException> onFailure,
            BiConsumer<@Nullable T, @Nullable Throwable> onLate) {
        AtomicBoolean hasEnded = new AtomicBoolean();
        DispatchClock.Alarm alarm = clock.schedule(TIMEOUT.toNanos(), () -> loop.executeOnPool(() -> {
            if (hasEnded.compareAndSet(false, true)) {
                onFailure.accept(
                        new SmsStoreException(
                                "The message store has not responded for " + TIMEOUT.toSeconds() + " s", true, null));
            }
        }));
        start(call).whenComplete((result, failure) -> loop.execute(() -> {
            boolean isInTime = hasEnded.compareAndSet(false, true);
            alarm.cancel();
            if (!isInTime) {
                onLate.accept(result, failure);
            } else if (result != null) {
                onResult.accept(result);
            } else {
                Throwable cause = failure == null ? new IllegalStateException("no result") : failure;
                onFailure.accept(SmsStoreException.of(cause));
            }
        }));
    }

    /** Starts a call whose late result does not matter. */
    <T> void call(Supplier<CompletionStage<T>> call, Consumer<T> onResult, Consumer<SmsStoreException> onFailure) {
        call(call, onResult, onFailure, (late, failure) -> {
        });
    }

    /** Starts a call to a store that may throw instead of returning a failed stage. */
    static <T> CompletionStage<T> start(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(SmsStoreException.of(e));
        }
    }
}
