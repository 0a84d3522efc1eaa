package io.github.camelsms.engine.world;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.world.EventQueue.Event;

/**
 * Time and threads of a simulated world. Events at the same time run in an order drawn from the seed, so that tasks of
 * different pools interleave randomly. Alarms and pool threads may be late.
 */
public final class VirtualTime implements EngineClock {

    private static final int TOO_MANY_EVENTS = 300_000;

    private final EventQueue events = new EventQueue();
    private final SplittableRandom random;
    private final long latestAlarm;
    private Runnable afterEach = () -> {
    };
    private Runnable atTheEnd = () -> {
    };
    private boolean over;
    private int blocked;
    private long now;
    private int scheduled;
    private int done;

    public VirtualTime(SplittableRandom random, long latestAlarm) {
        this.random = random;
        this.latestAlarm = latestAlarm;
    }

    /** Sets a task that runs after each event of the world. */
    public void afterEach(Runnable task) {
        afterEach = task;
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    /** Schedules an alarm of the engine; the world uses {@link #after} for its own events. */
    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        if (delayNanos < 0) {
            throw new AssertionError("an alarm for the past: " + delayNanos);
        }
        long late = latestAlarm == 0 || random.nextBoolean() ? 0 : random.nextLong(latestAlarm);
        Event alarm = add(delayNanos + late, true, task);
        return () -> events.remove(alarm);
    }

    /** Runs a task of the world after a time. */
    public void happensAfter(long delayNanos, Runnable task) {
        after(delayNanos, task);
    }

    void after(long delayNanos, Runnable task) {
        add(delayNanos, false, task);
    }

    private Event add(long delayNanos, boolean isAlarm, Runnable task) {
        Event event = new Event(now + delayNanos, random.nextLong(), scheduled++, isAlarm, task);
        events.add(event);
        return event;
    }

    /** Returns a pool whose threads start a task after at most <code>latestStart</code>, until it is shut down. */
    public Executor pool(long latestStart, Pool state, Runnable afterEachTask) {
        return new VirtualPool(state, random, task -> {
            long late = latestStart == 0 || random.nextInt(4) > 0 ? 0 : random.nextLong(latestStart);
            after(late, () -> {
                if (!over) {
                    task.run();
                    afterEachTask.run();
                }
            });
        });
    }

    /** Returns whether a pool still accepts tasks. */
    public static final class Pool {

        boolean isShut;
        /** Sets the per mille of tasks that it rejects. */
        int rejections;
    }

    /**
     * Blocks the calling task forever, while the rest of the world runs to its end. Not allowed while others wait for a
     * time, because they are below this one on the stack.
     */
    void blockForEver() {
        if (blocked > 0) {
            return;
        }
        run();
        throw new IllegalStateException("the world is over");
    }

    /** Moves the clock forward. */
    void jump(long nanos) {
        now += nanos;
    }

    /** Keeps the calling task busy while the rest of the world continues. */
    void block(long nanos) {
        long until = now + nanos;
        blocked++;
        while (!over && !events.isEmpty() && events.first().time() <= until) {
            next();
        }
        blocked--;
        now = Math.max(now, until);
    }

    /** Runs the world to its end. Nothing happens afterwards: remaining tasks belong to threads that never continue. */
    public void run() {
        while (!events.isEmpty() && !over) {
            next();
        }
        if (!over) {
            atTheEnd.run();
            over = true;
        }
    }

    /** Sets a task that runs once, when nothing can happen anymore. */
    public void atTheEnd(Runnable task) {
        atTheEnd = task;
    }

    /** Returns the latest time of the engine's next alarm, or -1 if none is pending. */
    long latestAlarm() {
        return events.latestAlarm();
    }

    private void next() {
        if (++done > TOO_MANY_EVENTS) {
            throw new AssertionError("the world does not come to rest");
        }
        Event event = events.removeFirst();
        now = Math.max(now, event.time());
        event.task().run();
        afterEach.run();
    }
}
