package io.github.camelsms.simulator;

import java.time.Duration;
import java.time.Instant;

/** A clock that stands still until a test advances it. Thread-safe. */
public final class SettableClock implements SimulatorClock {

    private final long startMillis;
    private long nanosSinceStart;
    private int sleepers;

    /** Creates a clock that shows {@code start}. */
    public SettableClock(Instant start) {
        this.startMillis = start.toEpochMilli();
    }

    /**
     * Moves the clock forward and wakes the threads whose sleep is over.
     *
     * @throws IllegalArgumentException if {@code duration} is negative
     */
    public synchronized void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is negative: the clock cannot go back");
        }
        nanosSinceStart += duration.toNanos();
        notifyAll();
    }

    /** Returns the number of threads that currently sleep on this clock, so that a test knows when to advance it. */
    public synchronized int sleepers() {
        return sleepers;
    }

    @Override
    public synchronized long currentTimeMillis() {
        return startMillis + nanosSinceStart / 1_000_000;
    }

    @Override
    public synchronized long nanoTime() {
        return nanosSinceStart;
    }

    @Override
    public synchronized void sleep(Duration duration) {
        long end = nanosSinceStart + duration.toNanos();
        sleepers++;
        try {
            while (nanosSinceStart < end) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sleepers--;
        }
    }
}
