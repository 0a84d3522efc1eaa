package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the message store. Each call ends exactly once, on the account's loop, and after a timeout even if the store
 * never responds. Confined to the account's loop, except for {@link #isFailing()} and the static methods, which any
 * thread may call.
 * <p>
 * A store can fail in part, for example with a full disk, on which only some calls write. Therefore it has recovered
 * when a call succeeds and none has failed for a while.
 */
public final class StoreCalls {

    /** Maximum number of messages, statuses or outcomes in a call, so that other calls do not wait long. */
    public static final int MAX_ITEMS = 1_000;

    /** The store has its own timeouts; this one covers a store that never responds. */
    public static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Timeout of a call for which a thread waits. */
    public static final Duration WAIT_TIMEOUT = Duration.ofSeconds(30);
    /** Timeout of the calls in progress when the engine is terminated. */
    static final Duration TERMINATION_TIMEOUT = Duration.ofSeconds(5);

    /** Timeout of the last calls after a termination. */
    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);

    /** Time without a failed call after which the store has recovered. */
    private static final Duration QUIET_TIME = Duration.ofSeconds(10);

    private final EngineClock clock;
    private final SerialExecutor loop;
    private final LoopAlarm loopAlarm;
    private final EngineListeners listeners;
    private final Set<Running> running = new LinkedHashSet<>();
    /** Time at which the calls in progress end after a termination. */
    private long end = LoopAlarm.NEVER;
    private volatile boolean isFailing;
    private long failedAt;

    /** Call in progress. */
    private static final class Running {

        private final Consumer<SmsStoreException> onFailure;
        private LoopAlarm.@Nullable Timer timer;

        private Running(Consumer<SmsStoreException> onFailure) {
            this.onFailure = onFailure;
        }
    }

    public StoreCalls(EngineClock clock, SerialExecutor loop, LoopAlarm loopAlarm, EngineListeners listeners) {
        this.clock = clock;
        this.loop = loop;
        this.loopAlarm = loopAlarm;
        this.listeners = listeners;
    }

    /** Ends all calls soon, because the engine terminates: those in progress and those that are started later. */
    public void terminate() {
        end = Math.min(end, clock.nanos() + TERMINATION_TIMEOUT.toNanos());
        running.forEach(this::setTimeout);
    }

    private void setTimeout(Running call) {
        cancelTimeout(call);
        long nanos = end == LoopAlarm.NEVER ? TIMEOUT.toNanos() : Math.max(MIN_TIMEOUT.toNanos(), end - clock.nanos());
        call.timer = loopAlarm.after(nanos, () -> {
            if (running.remove(call)) {
                failed(call, new SmsStoreException(
                        "The message store has not responded for " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s", true, null));
            }
        });
    }

    private void cancelTimeout(Running call) {
        if (call.timer != null) {
            loopAlarm.cancel(call.timer);
        }
    }

    /**
     * Starts a call.
     *
     * @param onResult  receives the result
     * @param onFailure receives the failure, if there is no result
     * @param onLate    receives the result or the failure if the call ends after the timeout
     */
    public <T> void call(
            Supplier<CompletionStage<T>> call, Consumer<T> onResult, Consumer<SmsStoreException> onFailure,
            BiConsumer<@Nullable T, @Nullable Throwable> onLate) {
        Running started = new Running(onFailure);
        running.add(started);
        setTimeout(started);
        start(call).whenComplete((result, failure) -> loop.execute(() -> {
            cancelTimeout(started);
            if (!running.remove(started)) {
                onLate.accept(result, failure);
            } else if (failure != null) {
                failed(started, SmsStoreException.of(failure));
            } else if (result == null || result instanceof List<?> list && list.stream().anyMatch(Objects::isNull)) {
                failed(started, incomplete());
            } else {
                succeeded();
                onResult.accept(result);
            }
        }));
    }

    private void failed(Running call, SmsStoreException failure) {
        failed(failure);
        call.onFailure.accept(failure);
    }

    /** Returns whether a call has failed since the store last worked. */
    public boolean isFailing() {
        return isFailing;
    }

    /** Records a call that has succeeded, also one that was made elsewhere. */
    public void succeeded() {
        if (isFailing && clock.nanos() - failedAt >= QUIET_TIME.toNanos()) {
            isFailing = false;
            listeners.publish(EngineListener::storeRecovered);
        }
    }

    /**
     * Records a call that has failed, also one that was made elsewhere. A failure because of some messages says nothing
     * about the store.
     */
    public void failed(SmsStoreException failure) {
        if (!failure.dependsOnMessages()) {
            isFailing = true;
            failedAt = clock.nanos();
            listeners.publish(listener -> listener.storeFailed(failure));
        }
    }

    /** Starts a call whose late result does not matter. */
    public <T> void call(Supplier<CompletionStage<T>> call, Consumer<T> onResult, Consumer<SmsStoreException> onFailure) {
        call(call, onResult, onFailure, (late, failure) -> {
        });
    }

    /**
     * Starts a call to a store of any make: one that throws, or returns null, is a failure, and a stage ends once.
     */
    public static <T> CompletableFuture<T> start(Supplier<? extends @Nullable CompletionStage<T>> call) {
        try {
            CompletionStage<T> stage = call.get();
            return stage instanceof CompletableFuture<T> future ? future : followed(stage);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(SmsStoreException.of(e));
        }
    }

    private static <T> CompletableFuture<T> followed(@Nullable CompletionStage<T> stage) {
        CompletableFuture<T> end = new CompletableFuture<>();
        if (stage == null) {
            end.completeExceptionally(incomplete());
        } else {
            stage.whenComplete((result, failure) -> {
                if (failure == null) {
                    end.complete(result);
                } else {
                    end.completeExceptionally(failure);
                }
            });
        }
        return end;
    }

    /**
     * Waits until a call ends, for {@link #WAIT_TIMEOUT} at most. Must not be called on a thread of the store or on the
     * account's loop, because the store completes its stages on a thread that other calls wait for.
     *
     * @throws SmsStoreException if the call fails or does not end in time, or if the thread is interrupted; it stays
     *                           interrupted
     */
    public static <T> T await(CompletionStage<T> call) {
        return await(call, WAIT_TIMEOUT);
    }

    /**
     * Waits like {@link #await(CompletionStage)}. The result of a call that ends later is passed to a consumer, on a
     * thread of the store.
     */
    public static <T> T await(CompletionStage<T> call, Consumer<T> ifLate) {
        try {
            return await(call);
        } catch (SmsStoreException e) {
            call.thenAccept(ifLate);
            throw e;
        }
    }

    /** Waits like {@link #await(CompletionStage)}, with another timeout. */
    public static <T> T await(CompletionStage<T> call, Duration timeout) {
        try {
            return start(() -> call).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw SmsStoreException.of(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new SmsStoreException(
                    "The message store did not complete a call within " + timeout.toSeconds()
                                        + " s, and may complete it later. Check whether the database responds",
                    true, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SmsStoreException(
                    "The wait for the message store was interrupted, and the call may complete later. Usually the route is stopping",
                    true, e);
        }
    }

    /** Returns the portions of a list, in order, each for one call. */
    public static <T> List<List<T>> portions(List<T> items) {
        List<List<T>> portions = new ArrayList<>();
        for (int from = 0; from < items.size(); from += MAX_ITEMS) {
            portions.add(List.copyOf(items.subList(from, Math.min(items.size(), from + MAX_ITEMS))));
        }
        return portions;
    }

    /**
     * Returns the results of a call that has one for each of so many messages.
     *
     * @throws SmsStoreException if the store returned something else
     */
    public static <T> List<T> each(@Nullable List<T> results, int messages) {
        if (results == null || results.size() != messages || results.stream().anyMatch(Objects::isNull)) {
            throw incomplete();
        }
        return results;
    }

    /** Sends a hint to the other nodes. If this fails, they notice the change at their next poll. */
    public static void hint(MessageStore store, String account, SmsHint hint) {
        try {
            store.hint(account, hint);
        } catch (RuntimeException | Error e) {
            return;
        }
    }

    private static SmsStoreException incomplete() {
        return new SmsStoreException(
                "The message store did not return what its interface promises. Report this to its author", true, null);
    }
}
