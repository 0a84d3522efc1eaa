package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Period in which all attempts of a kind fail, such as requests or exchanges: from the first failure to the next
 * success. Thread-safe.
 */
final class Outage {

    private final LongSupplier nanos;
    private boolean isOpen;
    private long since;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    Outage(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Records a failure. */
    synchronized void failed() {
        if (!isOpen) {
            isOpen = true;
            since = nanos.getAsLong();
        }
    }

    /** Records a success. */
    synchronized void succeeded() {
        isOpen = false;
    }

    /** Returns for how long all attempts have failed; zero if the last one succeeded. */
    synchronized Duration time() {
        return isOpen ? Duration.ofNanos(nanos.getAsLong() - since) : Duration.ZERO;
    }
}
