package io.github.camelsms.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

import io.github.camelsms.engine.pacing.Pacer;
import org.jspecify.annotations.Nullable;

/**
 * The only alarm of an account's loop. It wakes the loop at the time that was set last, and for the tasks that are due
 * later. Confined to the account's loop.
 */
public final class LoopAlarm {

    /** Time without an alarm. Equals that of the pacer, whose times are times of the alarm. */
    public static final long NEVER = Pacer.NEVER;

    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    private final EngineClock clock;
    private final SerialExecutor loop;
    private final NavigableSet<Timer> timers = new TreeSet<>(
            Comparator.comparingLong(Timer::time).thenComparingLong(Timer::number));
    private long lastNumber;
    private EngineClock.@Nullable Alarm alarm;
    private long alarmAt;

    /** A task of the loop that is due later. */
    record Timer(long time, long number, Runnable task) {
    }

    public LoopAlarm(EngineClock clock, SerialExecutor loop) {
        this.clock = clock;
        this.loop = loop;
    }

    /** Runs a task on the loop after a time. The step that follows this call sets the alarm. */
    public Timer after(long delayNanos, Runnable task) {
        Timer timer = new Timer(clock.nanos() + delayNanos, ++lastNumber, task);
        timers.add(timer);
        return timer;
    }

    /** Cancels a task, unless it has run. */
    void cancel(Timer timer) {
        timers.remove(timer);
    }

    /**
     * Sets the alarm to this time, or to that of the next task, and replaces the previous one. {@link #NEVER} leaves
     * only the tasks.
     */
    public void at(long time, long now) {
        set(timers.isEmpty() ? time : Math.min(time, timers.first().time), now);
    }

    /** Sets the alarm after a step that has failed before it could do so. */
    void retry() {
        long now = clock.nanos();
        if (alarm == null || alarmAt > now + RETRY_NANOS) {
            at(now + RETRY_NANOS, now);
        }
    }

    private void set(long time, long now) {
        if (alarm != null && alarmAt == time) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        if (time != NEVER) {
            alarmAt = time;
            alarm = clock.schedule(Math.max(0, time - now), () -> loop.executeOnPool(this::rang));
        }
    }

    private void rang() {
        long now = clock.nanos();
        if (alarmAt <= now) {
            alarm = null;
        }
        while (!timers.isEmpty() && timers.first().time <= now) {
            loop.execute(timers.first().task);
            timers.pollFirst();
        }
    }
}
