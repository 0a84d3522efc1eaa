package io.github.camelsms.store.jdbc;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The system's time: the only class of this module that reads a clock.
 */
final class SystemClock implements InstantSource {

    @Override
    public Instant instant() {
        return Instant.now();
    }
}
