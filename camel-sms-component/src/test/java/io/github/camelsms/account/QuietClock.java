package io.github.camelsms.account;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.engine.EngineClock;

/**
 * A manual clock without alarms.
 */
final class QuietClock implements EngineClock {

    private final Instant start;
    private Duration passed = Duration.ZERO;

    QuietClock(Instant start) {
        this.start = start;
    }

    @Override
    public long nanos() {
        return passed.toNanos();
    }

    @Override
    public Instant instant() {
        return start.plus(passed);
    }

    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        return () -> {
        };
    }

    void advance(Duration duration) {
        passed = passed.plus(duration);
    }

    /** Moves to a time relative to the start. */
    void advanceTo(Duration sinceStart) {
        passed = sinceStart;
    }
}
