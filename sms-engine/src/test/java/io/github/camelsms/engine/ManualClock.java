package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * A manual clock that stops at each due alarm when it is moved.
 */
public final class ManualClock implements EngineClock {

    private final PriorityQueue<Due> alarms
            = new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparingLong(Due::number));
    private long now;
    private long scheduled;
    private long failing = -1;
    private boolean isShutDown;
    /** How far the wall clock is ahead of the monotonic clock. */
    private Duration ahead = Duration.ZERO;

    private record Due(long time, long number, Runnable task) {
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(now).plus(ahead);
    }

    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        if (isShutDown) {
            throw new RejectedExecutionException("shut down");
        }
        if (scheduled == failing) {
            scheduled++;
            throw new InternalError("no alarm");
        }
        return add(delayNanos, task);
    }

    private Alarm add(long delayNanos, Runnable task) {
        Due due = new Due(now + delayNanos, scheduled++, task);
        alarms.add(due);
        return () -> alarms.remove(due);
    }

    public void advance(Duration duration) {
        long end = now + duration.toNanos();
        for (Due due = alarms.peek(); due != null && due.time() <= end; due = alarms.peek()) {
            alarms.remove();
            now = Math.max(now, due.time());
            due.task().run();
        }
        now = end;
    }

    public void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis));
    }

    /** Returns a view of this clock that schedules all alarms, whatever {@link #failAt} says. */
    public EngineClock reliable() {
        return new EngineClock() {
            @Override
            public long nanos() {
                return ManualClock.this.nanos();
            }

            @Override
            public Instant instant() {
                return ManualClock.this.instant();
            }

            @Override
            public Alarm schedule(long delayNanos, Runnable task) {
                return ManualClock.this.add(delayNanos, task);
            }
        };
    }

    /** Suspends the machine: only the wall clock continues. */
    public void suspend(Duration duration) {
        ahead = ahead.plus(duration);
    }

    /** Sets only the wall clock back. */
    public void setBack(Duration duration) {
        ahead = ahead.minus(duration);
    }

    /** Moves to the next alarm and runs it. Returns false if there is none. */
    public boolean advanceToNext() {
        Due due = alarms.peek();
        if (due == null) {
            return false;
        }
        advance(Duration.ofNanos(Math.max(0, due.time() - now)));
        return true;
    }

    /** Lets one of the next alarms fail: 0 is the next one. */
    void failAt(int alarm) {
        failing = scheduled + alarm;
    }

    boolean hasFailed() {
        return failing >= 0 && scheduled > failing;
    }

    /** Discards all alarms, and rejects further ones. */
    public void shutDown() {
        isShutDown = true;
        alarms.clear();
    }

    public int pendingAlarms() {
        return alarms.size();
    }
}
