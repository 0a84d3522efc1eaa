package io.github.camelsms.simulator.ratelimit;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.settings.SimulatorSettings;

/** The rate limits of the three operations. Thread-safe. */
public final class OperationRateLimits {

    private final SimulatorClock clock;
    private final SimulatorSettings.RateLimit settings;
    private final LongConsumer admittedSends;
    private final Map<Operation, RateLimiter> limiters = new EnumMap<>(Operation.class);

    /** @param admittedSends receives the clock's nanoseconds of each admitted send request, in order */
    public OperationRateLimits(SimulatorClock clock, SimulatorSettings.RateLimit settings, LongConsumer admittedSends) {
        this.clock = clock;
        this.settings = settings;
        this.admittedSends = admittedSends;
        reset();
    }

    /** Resets the limits. */
    public synchronized void reset() {
        RateLimiter send = newLimiter();
        limiters.put(Operation.SEND, send);
        for (Operation operation : new Operation[] { Operation.STATUS, Operation.STATUS_BY_DATE }) {
            limiters.put(operation, switch (settings.scope()) {
                case SEND -> now -> 0;
                case EACH_OPERATION -> newLimiter();
                case ALL_OPERATIONS -> send;
            });
        }
    }

    /**
     * Counts a request at the current time of the clock.
     *
     * @return zero if the request is admitted, else the nanoseconds until a request can be admitted
     */
    public synchronized long tryAdmit(Operation operation) {
        long now = clock.nanoTime();
        long wait = Objects.requireNonNull(limiters.get(operation)).tryAdmit(now);
        if (wait == 0 && operation == Operation.SEND) {
            admittedSends.accept(now);
        }
        return wait;
    }

    private RateLimiter newLimiter() {
        return RateLimiter.of(settings.kind(), settings.requestsPerSecond(), settings.countThrottled());
    }
}
