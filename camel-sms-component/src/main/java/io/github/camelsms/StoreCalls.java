package io.github.camelsms;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.store.SmsStoreException;

/**
 * Waits for calls of the message store, never longer than a bound, because a database may hang.
 */
final class StoreCalls {

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private StoreCalls() {
    }

    /**
     * Waits for a stage for at most {@link #TIMEOUT}. Must not be called on a thread of the store.
     *
     * @throws SmsStoreException if the stage failed, took too long, or the thread was interrupted, which stays so
     */
    static <T> T await(CompletionStage<T> stage) {
        return await(stage, TIMEOUT);
    }

    static <T> T await(CompletionStage<T> stage, Duration timeout) {
        try {
            return stage.toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
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
