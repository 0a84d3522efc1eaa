package io.github.camelsms.consume;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Visibility timeout of a batch that a consumer has claimed from the message store. It is extended until the batch is
 * closed. So other nodes soon receive the batch of a node that was killed, but not one whose exchanges only take long.
 * Occupies no thread. Thread-safe.
 */
public final class VisibilityTimeout {

    /** How long a claimed batch is hidden from other consumers, unless it is extended. */
    public static final Duration VISIBILITY = Duration.ofMinutes(1);
    /** A consumer starts no exchange of a batch after this time, so that other nodes can process the rest. */
    public static final Duration BATCH_TIME = VISIBILITY.dividedBy(2);
    private static final Duration INTERVAL = VISIBILITY.dividedBy(4);

    private static final SafeLogger LOG = SafeLogger.of(VisibilityTimeout.class);

    private final EngineClock clock;
    private final Supplier<CompletionStage<Integer>> extension;
    private final RepeatedAlarm alarm;
    private final long batchEnd;
    private volatile boolean isClosed;

    private VisibilityTimeout(EngineClock clock, Supplier<CompletionStage<Integer>> extension) {
        this.clock = clock;
        this.extension = extension;
        this.alarm = new RepeatedAlarm(clock, this::extendOnce);
        this.batchEnd = clock.nanos() + BATCH_TIME.toNanos();
    }

    /**
     * Starts to extend a timeout.
     *
     * @param extension hides what is in progress for another {@link #VISIBILITY}
     */
    static VisibilityTimeout extend(EngineClock clock, Supplier<CompletionStage<Integer>> extension) {
        VisibilityTimeout timeout = new VisibilityTimeout(clock, extension);
        timeout.alarm.set(INTERVAL);
        return timeout;
    }

    /** Returns whether another exchange of the batch may start. */
    boolean isTimeForMore() {
        return clock.nanos() - batchEnd < 0;
    }

    /** Ends the extension. */
    void close() {
        isClosed = true;
        alarm.close();
    }

    private void extendOnce() {
        if (!isClosed) {
            StoreCalls.start(extension).copy().orTimeout(VISIBILITY.toNanos(), TimeUnit.NANOSECONDS)
                    .whenComplete(this::extended);
        }
    }

    private void extended(@Nullable Integer count, @Nullable Throwable failure) {
        alarm.set(INTERVAL);
        if (failure != null) {
            LOG.debug(
                    "A claimed batch could not be hidden for longer, so another node may process it as well: {}",
                    SafeText.message(SmsStoreException.of(failure)));
        }
    }
}
