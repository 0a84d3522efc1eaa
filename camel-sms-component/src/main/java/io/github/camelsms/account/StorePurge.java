package io.github.camelsms.account;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.logging.RepeatedLine;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SafeText;
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

    private static final SafeLogger LOG = SafeLogger.of(StorePurge.class);
    /** Timeout of a call, because a database may hang. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final MessageStore store;
    private final RepeatedAlarm alarm;
    private final RepeatedLine failures;

    StorePurge(MessageStore store, EngineClock clock) {
        this.store = store;
        this.alarm = new RepeatedAlarm(clock, this::purge);
        this.failures = new RepeatedLine(LOG, clock::nanos);
    }

    /** Starts the timer. The first purge runs after one interval. */
    void start() {
        alarm.set(INTERVAL);
    }

    /** Stops the timer. A call in progress is completed. */
    void close() {
        alarm.close();
    }

    private void purge() {
        StoreCalls.start(() -> store.operations().purge(StoreCalls.MAX_ITEMS)).copy()
                .orTimeout(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS).whenComplete(this::purged);
    }

    private void purged(@Nullable Integer removed, @Nullable Throwable failure) {
        boolean hasMore = removed != null && removed >= StoreCalls.MAX_ITEMS;
        alarm.set(hasMore ? Duration.ZERO : INTERVAL);
        if (failure != null) {
            failures.log(
                    Level.WARN,
                    "Finished messages could not be removed from the message store: {}. They stay there, sending is not affected, and the next attempt follows within 1 minute. Check the database of the message store",
                    SafeText.message(SmsStoreException.of(failure)));
        } else {
            failures.ended(
                    Level.WARN, "Finished messages are removed from the message store again; no action is needed");
        }
    }
}
