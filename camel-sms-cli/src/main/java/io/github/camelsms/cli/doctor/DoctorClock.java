package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.time.Instant;

/** The time of an examination, which tests control. */
interface DoctorClock {

    /** Returns the current time. */
    Instant now();

    /** Returns nanoseconds of a clock that never goes back. */
    long nanoTime();

    /** Blocks until the duration has passed. */
    void sleep(Duration duration) throws InterruptedException;
}
