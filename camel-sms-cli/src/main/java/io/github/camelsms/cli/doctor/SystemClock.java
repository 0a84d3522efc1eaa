package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.time.Instant;

/** The clock of the machine. */
final class SystemClock implements DoctorClock {

    static final SystemClock INSTANCE = new SystemClock();

    private SystemClock() {
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration.toMillis());
    }
}
