package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Period in which all attempts of a kind fail, such as requests or exchanges: from the first failure to the next
 * success. Thread-safe.
 */
public final class Outage {

    private final LongSupplier nanos;
    private boolean isOpen;
    private long since;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public Outage(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Records a failure, and returns whether the outage begins with it. */
    public synchronized boolean failed() {
        boolean isFirst = !isOpen;
        if (isFirst) {
            isOpen = true;
            since = nanos.getAsLong();
        }
        return isFirst;
    }

    /** Records a success, and returns whether the outage ends with it. */
    public synchronized boolean succeeded() {
        boolean isEnd = isOpen;
        isOpen = false;
        return isEnd;
    }

    /** Returns for how long all attempts have failed; zero if the last one succeeded. */
    public synchronized Duration time() {
        return isOpen ? Duration.ofNanos(nanos.getAsLong() - since) : Duration.ZERO;
    }
}
