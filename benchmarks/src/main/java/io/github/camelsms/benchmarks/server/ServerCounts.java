package io.github.camelsms.benchmarks.server;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a server has seen. Thread-safe.
 */
final class ServerCounts {

    private final LongAdder requests = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private volatile long lastServed;

    void refused() {
        requests.increment();
        throttled.increment();
    }

    void served(int messages, int again) {
        requests.increment();
        accepted.add(messages);
        if (again > 0) {
            duplicates.add(again);
        }
    }

    /** Told only where time matters, because it costs the fast path a clock. */
    void servedAt(long now) {
        lastServed = now;
    }

    void reset() {
        requests.reset();
        throttled.reset();
        accepted.reset();
        duplicates.reset();
    }

    /**
     * @param servedPerSecond requests a second, from the first to the last
     */
    String json(double servedPerSecond) {
        return "{\"requests\":" + requests.sum() + ",\"throttled\":" + throttled.sum() + ",\"accepted\":" + accepted.sum()
               + ",\"duplicates\":" + duplicates.sum() + ",\"lastServedNanos\":" + lastServed + ",\"servedPerSecond\":"
               + servedPerSecond + "}";
    }
}
