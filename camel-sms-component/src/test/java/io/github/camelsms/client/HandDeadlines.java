package io.github.camelsms.client;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Deadlines of HTTP calls that come when a test says so, and not before.
 */
final class HandDeadlines extends ScheduledThreadPoolExecutor {

    private volatile Runnable latest = () -> {
    };

    HandDeadlines() {
        super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable deadline, long delay, TimeUnit unit) {
        latest = deadline;
        return super.schedule(deadline, 1, TimeUnit.DAYS);
    }

    /** The time of the call that was begun last is up. */
    void expire() {
        latest.run();
    }
}
