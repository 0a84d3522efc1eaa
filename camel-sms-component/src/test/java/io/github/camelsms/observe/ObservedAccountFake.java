package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * An account with manual figures.
 */
final class ObservedAccountFake implements ObservedAccount {

    static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_800_000_000_500L));

    final AtomicLong nanos = new AtomicLong();
    final AccountMonitor monitor = new AccountMonitor(CLOCK, nanos::get);
    final KeptResponses keptResponses = new KeptResponses(CLOCK);
    @Nullable
    SendFigures sending;
    int heldStatuses;
    @Nullable
    StoreFigures storeFigures;
    @Nullable
    Ownership ownership;

    @Override
    public @Nullable Ownership ownership() {
        return ownership;
    }

    @Override
    public @Nullable Ownership pollOwnership() {
        return null;
    }

    @Override
    public String component() {
        return "sms";
    }

    @Override
    public String label() {
        return "demo@sms.example.com";
    }

    @Override
    public AccountMonitor monitor() {
        return monitor;
    }

    @Override
    public @Nullable SendFigures sending() {
        return sending;
    }

    @Override
    public Duration maxBacklogAge() {
        return Duration.ofMinutes(1);
    }

    @Override
    public Duration maxStoredAge() {
        return Duration.ofHours(1);
    }

    @Override
    public int heldStatuses() {
        return heldStatuses;
    }

    @Override
    public KeptResponses keptResponses() {
        return keptResponses;
    }

    @Override
    public @Nullable StoreFigures storeFigures() {
        return storeFigures;
    }
}
