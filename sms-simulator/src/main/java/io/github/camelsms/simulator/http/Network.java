package io.github.camelsms.simulator.http;

import java.time.Duration;
import java.util.Random;

import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.settings.SimulatorSettings;

/** The simulated network between client and service, which delays requests and responses; safe for many threads. */
final class Network {

    private final SimulatorClock clock;
    private final SimulatorSettings.Latency latency;
    private final Random random;

    Network(SimulatorClock clock, SimulatorSettings.Latency latency, long seed) {
        this.clock = clock;
        this.latency = latency;
        this.random = new Random(seed);
    }

    void delayRequest() {
        delay(latency.request());
    }

    void delayResponse() {
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
