package io.github.camelsms.dispatch;

import java.time.Duration;
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
    private int running;

    StoreCalls(DispatchClock clock, SerialExecutor loop) {
        this.clock = clock;
        this.loop = loop;
    }

    /** Returns the number of calls that have not ended. */
    int running() {
        return running;
    }

    /**
     * Starts a call.
     *
     * @param end  receives the result, or the failure
     * @param late receives a result that comes after the timeout
     */
    <T> void call(
            Supplier<CompletionStage<T>> call, BiConsumer<@Nullable T, @Nullable SmsStoreException> end, Consumer<T> late) {
        AtomicBoolean hasEnded = new AtomicBoolean();
        DispatchClock.Alarm alarm = clock.schedule(TIMEOUT.toNanos(), () -> loop.executeOnPool(() -> {
            if (hasEnded.compareAndSet(false, true)) {
                running--;
                end.accept(null, new SmsStoreException(
                        "The message store has not responded for " + TIMEOUT.toSeconds() + " s", true, null));
            }
        }));
        running++;
        CompletionStage<T> stage;
        try {
            stage = call.get();
        } catch (Throwable e) {
            ended(hasEnded, alarm, () -> end.accept(null, SmsStoreException.of(e)), () -> {
            });
            return;
        }
        stage.whenComplete((result, failure) -> ended(
                hasEnded, alarm, () -> end.accept(result, failure == null ? null : SmsStoreException.of(failure)), () -> {
                    if (result != null) {
                        late.accept(result);
                    }
                }));
    }

    <T> void call(Supplier<CompletionStage<T>> call, BiConsumer<@Nullable T, @Nullable SmsStoreException> end) {
        call(call, end, late -> {
        });
    }

    private void ended(AtomicBoolean hasEnded, DispatchClock.Alarm alarm, Runnable end, Runnable late) {
        loop.execute(() -> {
            if (hasEnded.compareAndSet(false, true)) {
                running--;
                alarm.cancel();
                end.run();
            } else {
                late.run();
            }
        });
    }
}
