package io.github.camelsms.account;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.SmsStoreException;

/**
 * Wait for the message store with a timeout, on threads that may block. The store completes its stages on a thread that
 * other calls wait for, and a database may not respond.
 */
public final class StoreStages {

    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private StoreStages() {
    }

    /**
     * Waits until a stage completes, for {@link #TIMEOUT} at most. Must not be called on a thread of the store.
     *
     * @throws SmsStoreException if the stage fails or does not complete in time, or if the thread is interrupted; it
     *                           stays interrupted
     */
    public static <T> T await(CompletionStage<T> stage) {
        return await(stage, TIMEOUT);
    }

    /**
     * Waits like {@link #await(CompletionStage)}. The result of a call that ends later is passed to a consumer, on a
     * thread of the store.
     */
    public static <T> T await(CompletionStage<T> stage, Consumer<T> ifLate) {
        try {
            return await(stage);
        } catch (SmsStoreException e) {
            stage.thenAccept(ifLate);
            throw e;
        }
    }

    /** Waits like {@link #await(CompletionStage)}, with another timeout for calls that take longer. */
    public static <T> T await(CompletionStage<T> stage, Duration timeout) {
        try {
            return StoreCalls.start(() -> stage).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
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
}
