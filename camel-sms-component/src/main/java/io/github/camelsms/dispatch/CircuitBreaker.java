package io.github.camelsms.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Whether the account's requests make sense at all: closed for a while after a failed connection or after several
 * requests in a row whose fate is unknown, and halted, but for one probe a minute, after refused credentials. Pure:
 * time is passed in. Not thread-safe.
 */
final class CircuitBreaker {

    static final long PROBE_INTERVAL = 60_000_000_000L;

    /** So many requests in a row without a usable response close the gate: each leaves its messages UNKNOWN. */
    static final int MAX_LOST_IN_A_ROW = 3;

    private static final long MIN_BACKOFF = 500_000_000L;
    private static final long MAX_BACKOFF = 30_000_000_000L;
    private static final long MIN_BREAK = 5_000_000_000L;
    private static final long MAX_BREAK = 60_000_000_000L;

    private @Nullable String trouble;
    private int haltCode;
    private int failedConnections;
    private int lostInARow;
    private long closedUntil;

    /** Earliest time at which a request makes sense. */
    long notBefore() {
        return closedUntil;
    }

    /** Whether the service refused the account's credentials and has not accepted them since. */
    boolean isHalted() {
        return haltCode != 0;
    }

    /** The code with which the credentials were refused, or 0. */
    int haltCode() {
        return haltCode;
    }

    /** Whether messages are turned away now: halted, and the time of the next probe has not come. */
    boolean turnsAway(long now) {
        return isHalted() && now < closedUntil;
    }

    /** Why requests are not sent, or null when the gate is open. */
    @Nullable
    String trouble() {
        return trouble;
    }

    int failedConnections() {
        return failedConnections;
    }

    int lostInARow() {
        return lostInARow;
    }

    /** Whether the next request may well be lost like those before it, so that it should risk one message only. */
    boolean risksOneMessage() {
        return lostInARow >= MAX_LOST_IN_A_ROW;
    }

    /**
     * A connection failed.
     *
     * @return how long until the next attempt
     */
    long connectionFailed(String reason, long now) {
        long delay = Math.min(MAX_BACKOFF, MIN_BACKOFF << Math.min(failedConnections, 10));
        failedConnections++;
        trouble = isHalted() ? trouble : reason;
        // Another request that was out may have closed it for longer.
        closedUntil = Math.max(closedUntil, now + delay);
        return closedUntil - now;
    }

    /**
     * A request left and came back without a usable response: nobody knows what became of its messages.
     *
     * @return how long until the next attempt; 0 while there were too few to stop for
     */
    long requestLost(String reason, long now) {
        lostInARow++;
        if (isHalted()) {
            closedUntil = now + PROBE_INTERVAL;
            return PROBE_INTERVAL;
        }
        if (lostInARow < MAX_LOST_IN_A_ROW) {
            return 0;
        }
        long delay = Math.min(MAX_BREAK, MIN_BREAK << Math.min(lostInARow - MAX_LOST_IN_A_ROW, 10));
        trouble = reason;
        closedUntil = now + delay;
        return delay;
    }

    /** The credentials were refused. */
    void credentialsRefused(int code, String reason, long now) {
        haltCode = code;
        failedConnections = 0;
        lostInARow = 0;
        trouble = reason;
        closedUntil = now + PROBE_INTERVAL;
    }

    /**
     * The service was reached and took the credentials.
     *
     * @return whether that ends a trouble
     */
    boolean serviceReached() {
        boolean recovered = trouble != null;
        trouble = null;
        haltCode = 0;
        failedConnections = 0;
        lostInARow = 0;
        closedUntil = 0;
        return recovered;
    }
}
