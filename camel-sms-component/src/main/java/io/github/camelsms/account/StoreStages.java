package io.github.camelsms.account;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.store.SmsStoreException;

/**
 * Bounded wait for the message store, on threads that may block. The store completes its stages on a thread that others
 * wait for, and a database may not respond at all.
 */
final class StoreStages {

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private StoreStages() {
    }

    /**
     * Waits until a stage completes, for {@link #TIMEOUT} at most.
     *
     * @throws SmsStoreException if the stage fails or does not complete in time, or if the thread is interrupted
     */
    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw SmsStoreException.of(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw new SmsStoreException(
                    "The message store did not respond within " + TIMEOUT.toSeconds() + " s", true, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SmsStoreException("The thread was interrupted while it waited for the message store", true, e);
        }
    }
}
