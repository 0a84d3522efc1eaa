package io.github.camelsms.account;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.dispatch.DispatchClock;
import io.github.camelsms.dispatch.StoreCalls;
import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Timer that removes old messages from the message store, in small transactions, so that sending does not wait long. It
 * occupies no thread. Thread-safe.
 */
final class StorePurge {

    static final Duration INTERVAL = Duration.ofMinutes(1);
    /** Number of messages in a transaction. */
    static final int CHUNK = 1_000;

    private static final SafeLogger LOG = SafeLogger.of(StorePurge.class);
    /** Timeout of a call, because a database may hang. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final MessageStore store;
    private final DispatchClock clock;
    private final RepeatedLine failures;
    private DispatchClock.@Nullable Alarm next;
    private boolean isClosed;

    StorePurge(MessageStore store, DispatchClock clock) {
        this.store = store;
        this.clock = clock;
        this.failures = new RepeatedLine(LOG, clock::nanos);
    }

    /** Starts the timer. The first purge runs after one interval. */
    void start() {
        schedule(INTERVAL);
    }

    /** Stops the timer. A chunk in progress is completed. */
    synchronized void close() {
        isClosed = true;
        if (next != null) {
            next.cancel();
        }
    }

    private synchronized void schedule(Duration delay) {
        if (isClosed) {
            return;
        }
        try {
            next = clock.schedule(delay.toNanos(), this::purge);
        } catch (RejectedExecutionException e) {
            // The component is stopping.
            isClosed = true;
        }
    }

    private void purge() {
        StoreCalls.start(() -> store.operations().purge(CHUNK)).copy()
                .orTimeout(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS).whenComplete(this::purged);
    }

    private void purged(@Nullable Integer removed, @Nullable Throwable failure) {
        if (failure != null) {
            failures.log(
                    Level.WARN,
                    "Finished messages could not be removed from the message store: {}. They stay there, sending is not affected, and the next attempt follows within 1 minute. Check the database of the message store",
                    SmsStoreException.of(failure).getMessage());
        }
        boolean hasMore = removed != null && removed >= CHUNK;
        schedule(hasMore ? Duration.ZERO : INTERVAL);
    }
}
