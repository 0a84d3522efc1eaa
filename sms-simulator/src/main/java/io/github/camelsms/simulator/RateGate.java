package io.github.camelsms.simulator;

import java.util.EnumMap;
import java.util.Map;

/** Lets requests pass at the allowed rate, counting the operations that the limit covers. */
final class RateGate {

    private final SimulatorClock clock;
    private final Counters counters;
    private final SimulatorSettings.RateLimit settings;
    private final Map<Operation, RateLimiter> limiters = new EnumMap<>(Operation.class);

    RateGate(SimulatorClock clock, Counters counters, SimulatorSettings.RateLimit settings) {
        this.clock = clock;
        this.counters = counters;
        this.settings = settings;
        reset();
    }

    /** Forgets every request seen so far. */
    synchronized void reset() {
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
     * Zero if the request is admitted, else the nanoseconds to wait. The clock is read here, so it must arrive first.
     */
    synchronized long tryAdmit(Operation operation) {
        long now = clock.nanoTime();
        long wait = limiters.getOrDefault(operation, free -> 0).tryAdmit(now);
        if (wait == 0 && operation == Operation.SEND) {
            counters.sendAdmitted(now);
        }
        return wait;
    }

    private RateLimiter newLimiter() {
        return RateLimiter.of(settings.kind(), settings.requestsPerSecond());
    }
}
