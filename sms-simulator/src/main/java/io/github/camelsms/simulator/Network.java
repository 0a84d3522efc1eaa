package io.github.camelsms.simulator;

import java.time.Duration;
import java.util.Random;

/**
 * The way between client and service: holds requests and answers back for as long as it takes; safe for many threads.
 */
final class Network {

    private final SimulatorClock clock;
    private final SimulatorSettings.Latency latency;
    private final Random random;

    Network(SimulatorClock clock, SimulatorSettings.Latency latency, long seed) {
        this.clock = clock;
        this.latency = latency;
        this.random = new Random(seed);
    }

    void wayThere() {
        hold(latency.request());
    }

    void wayBack() {
        hold(latency.response());
    }

    private void hold(SimulatorSettings.Range range) {
        long min = range.min().toNanos();
        long spread = range.max().toNanos() - min;
        long nanos = min + (spread == 0 ? 0 : (long) (random.nextDouble() * spread));
        if (nanos > 0) {
            clock.sleep(Duration.ofNanos(nanos));
        }
    }
}
