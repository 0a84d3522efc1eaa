package io.github.camelsms.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Manual deadlines of HTTP calls and other scheduled tasks of a client.
 */
final class ManualDeadlines extends ScheduledThreadPoolExecutor {

    private final List<ScheduledFuture<?>> ofCalls = new CopyOnWriteArrayList<>();
    private final List<ScheduledFuture<?>> periodic = new CopyOnWriteArrayList<>();
    private volatile Runnable latest = () -> {
    };
    private volatile Runnable again = () -> {
    };
    private volatile Duration period = Duration.ZERO;

    ManualDeadlines() {
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

    /** Lets the deadline of the last call expire. */
    void expire() {
        latest.run();
    }

    /** Lets the deadlines of all calls expire, in order. */
    List<ScheduledFuture<?>> ofCalls() {
        return ofCalls;
    }

    List<ScheduledFuture<?>> periodic() {
        return periodic;
    }

    /** Returns the period of the client's periodic task. */
    Duration period() {
        return period;
    }

    void runPeriodic() {
        again.run();
    }
}
