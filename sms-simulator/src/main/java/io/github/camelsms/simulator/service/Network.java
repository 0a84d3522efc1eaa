package io.github.camelsms.simulator.service;

import java.time.Duration;
import java.util.Random;

import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.settings.SimulatorSettings;

/** The simulated network between client and service, which delays requests and responses. Thread-safe. */
public final class Network {

    private final SimulatorClock clock;
    private final SimulatorSettings.Latency latency;
    private final long seed;
    private volatile Random random;

    Network(SimulatorClock clock, SimulatorSettings.Latency latency, long seed) {
        this.clock = clock;
        this.latency = latency;
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** Restarts the random latencies. */
    void reset() {
        random = new Random(seed);
    }

    /** Delays a request on its way to the service. */
    public void delayRequest() {
        delay(latency.request());
    }

    /** Delays a response on its way to the client. */
    public void delayResponse() {
        delay(latency.response());
    }

    private void delay(SimulatorSettings.Range range) {
        long min = range.min().toNanos();
        long spread = range.max().toNanos() - min;
        long nanos = min + (spread == 0 ? 0 : (long) (random.nextDouble() * spread));
        if (nanos > 0) {
            clock.sleep(Duration.ofNanos(nanos));
        }
    }
}
