package io.github.camelsms.engine;

import java.time.Duration;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Watch on the calls to the message store. A store can fail in part, for example with a full disk, on which only some
 * calls write. Therefore it has recovered when a call succeeds and none has failed for a while. Confined to the
 * account's loop, except for {@link #isFailing()}.
 */
public final class StoreWatch {

    static final Duration QUIET_TIME = Duration.ofSeconds(10);

    private final EngineClock clock;
    private final EngineListeners listeners;
    private volatile boolean isFailing;
    private long failedAt;

    public StoreWatch(EngineClock clock, EngineListeners listeners) {
        this.clock = clock;
        this.listeners = listeners;
    }

    /** Returns whether a call has failed since the store last worked. */
    public boolean isFailing() {
        return isFailing;
    }

    /** Called when a call has ended. A failure because of some messages says nothing about the store. */
    public void ended(@Nullable SmsStoreException failure) {
        if (failure != null && !failure.dependsOnMessages()) {
            isFailing = true;
            failedAt = clock.nanos();
            listeners.publish(listener -> listener.storeFailed(failure));
        } else if (failure == null && isFailing && clock.nanos() - failedAt >= QUIET_TIME.toNanos()) {
            isFailing = false;
            listeners.publish(EngineListener::storeRecovered);
        }
    }
}
