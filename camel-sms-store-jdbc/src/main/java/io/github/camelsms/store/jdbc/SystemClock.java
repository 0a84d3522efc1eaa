package io.github.camelsms.store.jdbc;

import java.time.Instant;
import java.time.InstantSource;

/**
 * System clock. No other class of this module reads a clock.
 */
final class SystemClock implements InstantSource {

    @Override
    public Instant instant() {
        return Instant.now();
    }
}
