package io.github.camelsms.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Deadlines of HTTP calls, and what else a client schedules, that come when a test says so, and not before.
 */
final class HandDeadlines extends ScheduledThreadPoolExecutor {

    private final List<ScheduledFuture<?>> ofCalls = new CopyOnWriteArrayList<>();
    private final List<ScheduledFuture<?>> periodic = new CopyOnWriteArrayList<>();
    private volatile Runnable latest = () -> {
    };
    private volatile Runnable again = () -> {
    };
    private volatile Duration period = Duration.ZERO;

    HandDeadlines() {
        super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable deadline, long delay, TimeUnit unit) {
        latest = deadline;
        ScheduledFuture<?> scheduled = super.schedule(deadline, 1, TimeUnit.DAYS);
        ofCalls.add(scheduled);
        return scheduled;
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
        again = task;
        period = Duration.of(delay, unit.toChronoUnit());
        ScheduledFuture<?> scheduled = super.scheduleWithFixedDelay(task, 1, 1, TimeUnit.DAYS);
        periodic.add(scheduled);
        return scheduled;
    }

    /** The time of the call that was begun last is up. */
    void expire() {
        latest.run();
    }

    /** The deadlines of all calls, in their order. */
    List<ScheduledFuture<?>> ofCalls() {
        return ofCalls;
    }

    List<ScheduledFuture<?>> periodic() {
        return periodic;
    }

    /** How often the client wants its periodic task to run. */
    Duration period() {
        return period;
    }

    void runPeriodic() {
        again.run();
    }
}
