package io.github.camelsms.observe;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Period in which all attempts of a kind fail, such as requests or exchanges: from the first failure, or the begin of
 * that attempt, to the next success. Thread-safe.
 */
public final class Outage {

    private final LongSupplier nanos;
    private boolean isOpen;
    private boolean hasSucceeded;
    /** Begin of the outage, otherwise the last success. */
    private long since;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public Outage(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Records a failure, and returns whether the outage begins with it. */
    public synchronized boolean failed() {
        return failed(nanos.getAsLong());
    }

    /**
     * Records the failure of an attempt, and returns whether the outage begins with it.
     *
     * @param began when the attempt began, on the clock
     */
    public synchronized boolean failed(long began) {
        boolean isFirst = !isOpen;
        if (isFirst) {
            isOpen = true;
            since = hasSucceeded && since - began > 0 ? since : began;
        }
        return isFirst;
    }

    /** Records a success, and returns whether the outage ends with it. */
    public synchronized boolean succeeded() {
        boolean isEnd = isOpen;
        isOpen = false;
        hasSucceeded = true;
        since = nanos.getAsLong();
        return isEnd;
    }

    /** Returns whether the last attempt has failed. */
    public synchronized boolean isOpen() {
        return isOpen;
    }

    /** Returns for how long all attempts have failed; zero if the last one succeeded. */
    public synchronized Duration time() {
        return isOpen ? Duration.ofNanos(nanos.getAsLong() - since) : Duration.ZERO;
    }
}
