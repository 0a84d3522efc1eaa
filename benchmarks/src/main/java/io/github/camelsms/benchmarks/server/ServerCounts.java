package io.github.camelsms.benchmarks.server;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a server has seen. Thread-safe; the times are those of arrivals, in nanoseconds of the server's clock.
 */
final class ServerCounts {

    private final LongAdder requests = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private volatile long firstServed;
    private volatile long lastServed;
    private volatile boolean any;

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

    /** Only where time matters, because it costs the fast path a clock. */
    synchronized void servedAt(long now) {
        if (!any) {
            any = true;
            firstServed = now;
        }
        lastServed = Math.max(lastServed, now);
    }

    synchronized void reset() {
        requests.reset();
        throttled.reset();
        accepted.reset();
        duplicates.reset();
        any = false;
        firstServed = 0;
        lastServed = 0;
    }

    synchronized String json() {
        return "{\"requests\":" + requests.sum() + ",\"throttled\":" + throttled.sum() + ",\"accepted\":" + accepted.sum()
               + ",\"duplicates\":" + duplicates.sum() + ",\"firstServedNanos\":" + firstServed + ",\"lastServedNanos\":"
               + lastServed + "}";
    }
}
