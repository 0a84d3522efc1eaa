package io.github.camelsms.engine.world;

import java.util.function.LongSupplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Conditions under which the engine must hold back: backoff after a 429, one minute after rejected credentials,
 * increasing backoff after failed connections and consecutive lost requests, and one request at a time while any of
 * these may last.
 */
final class Restraint {

    private static final long HALT = 60 * Scenario.SECOND;
    private static final long MIN_BACKOFF = Scenario.SECOND / 2;
    private static final long MAX_BACKOFF = 30 * Scenario.SECOND;

    private static final int MAX_FAILED_IN_A_ROW = 3;
    private static final long MIN_BREAK = 5 * Scenario.SECOND;
    private static final long MAX_BREAK = 60 * Scenario.SECOND;

    private final LongSupplier shortestPause;
    private long pausedUntil;
    private long haltedUntil = -1;
    private long disconnectedUntil = -1;
    private int failedConnections;
    private long brokenUntil = -1;
    private int failedInARow;
    private boolean wasHalted;
    /** Maximum number of messages in a request after those that failed. */
    private int atMost = Integer.MAX_VALUE;
    private int failuresWithoutSuccess;

    Restraint(LongSupplier shortestPause) {
        this.shortestPause = shortestPause;
    }

    boolean isHalted() {
        return haltedUntil >= 0;
    }

    int failedInARow() {
        return failedInARow;
    }

    boolean wasHalted() {
        return wasHalted;
    }

    /** Returns whether a request was rejected for its size, so that its messages wait. */
    boolean isForSize(SendResponse response, int messages) {
        return messages > 1
                && (response instanceof SendResponse.NotUnderstood notUnderstood && notUnderstood.code() == 413
                        || response instanceof SendResponse.Unauthorized unauthorized && unauthorized.code() == 403
                                && !isHalted());
    }

    void processed(SendResponse response, int messages, long now) {
        if (isForSize(response, messages)) {
            atMost = Math.min(atMost, response instanceof SendResponse.Unauthorized ? 1 : messages - 1);
            return;
        }
        if (response instanceof SendResponse.Throttled throttled) {
            long asked = throttled.retryAfter() == null ? 0 : throttled.retryAfter().toNanos();
            pausedUntil = Math.max(pausedUntil, now + Math.max(asked, shortestPause.getAsLong()));
            reachedWithoutCheck(now);
        } else if (response instanceof SendResponse.Processed withResults) {
            if (withResults.results().stream().anyMatch(Flight::isThrottled)) {
                pausedUntil = Math.max(pausedUntil, now + shortestPause.getAsLong());
            }
            if (withResults.results().stream().allMatch(result -> result.outcome() == SmsOutcome.UNKNOWN)) {
                failed(messages, now);
            } else {
                atMost = Integer.MAX_VALUE;
                failuresWithoutSuccess = 0;
                reached();
            }
        } else if (response instanceof SendResponse.NotUnderstood || response instanceof SendResponse.Unknown) {
            failed(messages, now);
        } else if (response instanceof SendResponse.Unauthorized unauthorized) {
            // A 403 to one message shows that the size is not the reason.
            atMost = messages == 1 && unauthorized.code() == 403 ? Integer.MAX_VALUE : atMost;
            haltedUntil = now + HALT;
            disconnectedUntil = -1;
            failedConnections = 0;
            brokenUntil = -1;
            failedInARow = 0;
            wasHalted = true;
        } else if (response instanceof SendResponse.NotConnected) {
            if (isHalted()) {
                return;
            }
            long delay = Math.min(MAX_BACKOFF, MIN_BACKOFF << Math.min(failedConnections, 10));
            failedConnections++;
            disconnectedUntil = now + delay;
        }
    }

    private void failed(int messages, long now) {
        failuresWithoutSuccess++;
        if (messages == 1) {
            // The size is not the reason.
            atMost = Integer.MAX_VALUE;
        } else if (failuresWithoutSuccess > 1) {
            atMost = Math.min(atMost, messages - 1);
        }
        failedInARow++;
        if (isHalted()) {
            haltedUntil = now + HALT;
            return;
        }
        failedConnections = 0;
        if (failedInARow >= MAX_FAILED_IN_A_ROW) {
            brokenUntil = now + Math.min(MAX_BREAK, MIN_BREAK << Math.min(failedInARow - MAX_FAILED_IN_A_ROW, 10));
        }
    }

    /** Records a response that does not show whether the credentials are accepted. */
    private void reachedWithoutCheck(long now) {
        if (isHalted()) {
            haltedUntil = now + HALT;
        } else {
            reached();
        }
    }

    private void reached() {
        brokenUntil = -1;
        failedInARow = 0;
        haltedUntil = -1;
        disconnectedUntil = -1;
        failedConnections = 0;
    }

    /** Returns the reason against a request now, or null. */
    @Nullable
    String against(long now, int messages, int inFlight) {
        if (now < pausedUntil) {
            return "the service requested a backoff";
        }
        if (now < haltedUntil) {
            return "the credentials were rejected less than a minute ago";
        }
        if (now < disconnectedUntil) {
            return "the connection failed just now";
        }
        if (now < brokenUntil) {
            return "several requests in a row had no usable response";
        }
        if (failedInARow >= MAX_FAILED_IN_A_ROW && messages > 1) {
            return "its messages may be lost like the previous ones";
        }
        if (messages > 1 && isHalted()) {
            return "the credentials may still be rejected";
        }
        if (messages > atMost) {
            return "requests of its size have failed";
        }
        if ((isHalted() || disconnectedUntil >= 0 || brokenUntil >= 0) && inFlight > 0) {
            return "another one is in flight as a probe";
        }
        return null;
    }
}
