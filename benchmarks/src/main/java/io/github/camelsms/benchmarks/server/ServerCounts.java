package io.github.camelsms.benchmarks.server;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of a server. Thread-safe.
 */
final class ServerCounts {

    private final LongAdder requests = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder duplicates = new LongAdder();

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

    void reset() {
        requests.reset();
        throttled.reset();
        accepted.reset();
        duplicates.reset();
    }

    String json() {
        return "{\"requests\":" + requests.sum() + ",\"throttled\":" + throttled.sum() + ",\"accepted\":" + accepted.sum()
               + ",\"duplicates\":" + duplicates.sum() + "}";
    }
}
