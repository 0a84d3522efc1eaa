package io.github.camelsms.engine;

import java.time.Duration;

import io.github.camelsms.model.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * Circuit breaker of an account. It opens after a failed connection, after several requests in a row without a usable
 * response, and after rejected credentials. Reads no clock. Not thread-safe.
 */
public final class CircuitBreaker {

    public static final long PROBE_INTERVAL = Duration.ofMinutes(1).toNanos();

    /**
     * Requests in a row without a usable response that open the circuit, because their messages are UNKNOWN or
     * NOT_SENT.
     */
    static final int MAX_FAILED_IN_A_ROW = 3;

    private static final Backoff FAILED_CONNECTIONS = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));
    private static final Backoff FAILED_REQUESTS = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(60));

    private @Nullable String trouble;
    private @Nullable Integer haltCode;
    private int failedConnections;
    private int failedInARow;
    private long openUntil;

    /** Returns the earliest time of the next request. */
    public long notBefore() {
        return openUntil;
    }

    /** Returns whether the service rejected the account's credentials and has not accepted them since. */
    public boolean isHalted() {
        return haltCode != null;
    }

    /** Returns the code of the rejected credentials, or null. */
    @Nullable
    public Integer haltCode() {
        return haltCode;
    }

    /** Returns the refusal for messages while the account is halted and the next probe is not due, or null. */
    @Nullable
    public Refusal refusal(long now) {
        return !isHalted() || now >= openUntil
                ? null : new Refusal(
                        haltCode, "the account is halted, because the service rejected its credentials: " + trouble);
    }

    /** Returns why the circuit is open, or null if it is closed. */
    @Nullable
    public String trouble() {
        return trouble;
    }

    int failedConnections() {
        return failedConnections;
    }

    int failedInARow() {
        return failedInARow;
    }

    /** Returns whether the next request is a probe with one message, because the previous ones failed. */
    public boolean risksOneMessage() {
        return failedInARow >= MAX_FAILED_IN_A_ROW || isHalted();
    }

    /**
     * Records a failed connection.
     *
     * @return time until the next attempt, in nanoseconds
     */
    long connectionFailed(String reason, long now) {
        long delay = FAILED_CONNECTIONS.after(failedConnections).toNanos();
        failedConnections++;
        trouble = isHalted() ? trouble : reason;
        // Another request in flight may have opened the circuit for longer.
        openUntil = Math.max(openUntil, now + delay);
        return openUntil - now;
    }

    /**
     * Records a request that reached the service, but has no usable response: the outcome of its messages is unknown,
     * or the service has rejected it as a whole.
     *
     * @return time until the next attempt, in nanoseconds; 0 while the circuit stays closed, or the account halted
     */
    long requestFailed(String reason, long now) {
        failedInARow++;
        if (isHalted()) {
            openUntil = now + PROBE_INTERVAL;
            return 0;
        }
        if (failedConnections > 0) {
            failedConnections = 0;
            trouble = reason;
        }
        if (failedInARow < MAX_FAILED_IN_A_ROW) {
            return 0;
        }
        long delay = FAILED_REQUESTS.after(failedInARow - MAX_FAILED_IN_A_ROW).toNanos();
        trouble = reason;
        openUntil = now + delay;
        return delay;
    }

    /** Records rejected credentials. */
    void credentialsRejected(int code, String reason, long now) {
        haltCode = code;
        failedConnections = 0;
        failedInARow = 0;
        trouble = reason;
        openUntil = now + PROBE_INTERVAL;
    }

    /** Allows the next probe of a halted account immediately, because its credentials have changed. */
    void credentialsChanged() {
        if (isHalted()) {
            openUntil = 0;
        }
    }

    /** Restores a halt from before the engine's start. The first probe may depart at this time. */
    void restoreHalt(int code, String reason, long probeAt) {
        haltCode = code;
        trouble = reason;
        openUntil = probeAt;
    }

    /**
     * Records a response that does not show whether the credentials are accepted, and closes the circuit. A halted
     * account stays halted until the next probe.
     *
     * @return whether the circuit was open and is closed now
     */
    boolean serviceReached(long now) {
        if (isHalted()) {
            openUntil = now + PROBE_INTERVAL;
            return false;
        }
        return credentialsAccepted();
    }

    /**
     * Records a request that reached the service with accepted credentials, and closes the circuit.
     *
     * @return whether the circuit was open
     */
    boolean credentialsAccepted() {
        boolean recovered = trouble != null;
        trouble = null;
        haltCode = null;
        failedConnections = 0;
        failedInARow = 0;
        openUntil = 0;
        return recovered;
    }
}
