package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A manual clock.
 */
final class ManualClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void advance(Duration duration) {
        now = now.plus(duration);
    }
}
