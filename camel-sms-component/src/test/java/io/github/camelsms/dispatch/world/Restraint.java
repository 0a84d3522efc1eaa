package io.github.camelsms.dispatch.world;

import io.github.camelsms.model.SendAnswer;
import org.jspecify.annotations.Nullable;

/**
 * When the engine must hold back, by what it was told: the pause of a 429, a minute after refused credentials, a growing
 * pause after a failed connection, and one request at a time while any of these may still last.
 */
final class Restraint {

    private static final long HALT = 60 * Scenario.SECOND;
    private static final long FIRST_BACKOFF = Scenario.SECOND / 2;
    private static final long LONGEST_BACKOFF = 30 * Scenario.SECOND;

    private final long interval;
    private long pausedUntil;
    private long haltedUntil = -1;
    private long disconnectedUntil = -1;
    private int failedConnections;
    private boolean wasHalted;

    Restraint(long interval) {
        this.interval = interval;
    }

    boolean isHalted() {
        return haltedUntil >= 0;
    }

    boolean wasHalted() {
        return wasHalted;
    }

    void heard(SendAnswer word, long now) {
        if (word instanceof SendAnswer.Throttled throttled) {
            long asked = throttled.retryAfter() == null ? 0 : throttled.retryAfter().toNanos();
            pausedUntil = Math.max(pausedUntil, now + Math.max(asked, interval));
            reached();
        } else if (word instanceof SendAnswer.Answered answered) {
            if (answered.results().stream().anyMatch(Flight::isThrottled)) {
                pausedUntil = Math.max(pausedUntil, now + interval);
            }
            reached();
        } else if (word instanceof SendAnswer.NotUnderstood
                || word instanceof SendAnswer.Unknown unknown && unknown.code() != null) {
            reached();
        } else if (word instanceof SendAnswer.Unauthorized) {
            haltedUntil = now + HALT;
            wasHalted = true;
        } else if (word instanceof SendAnswer.NotConnected) {
            long delay = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF << Math.min(failedConnections, 10));
            failedConnections++;
            disconnectedUntil = now + delay;
        }
    }

    private void reached() {
        haltedUntil = -1;
        disconnectedUntil = -1;
        failedConnections = 0;
    }

    /** What speaks against a request now, or null. */
    @Nullable
    String against(long now, int inFlight) {
        if (now < pausedUntil) {
            return "the service asked for a pause";
        }
        if (now < haltedUntil) {
            return "the credentials were refused less than a minute ago";
        }
        if (now < disconnectedUntil) {
            return "the connection failed just now";
        }
        if ((isHalted() || disconnectedUntil >= 0) && inFlight > 0) {
            return "another one is out to see whether the trouble is over";
        }
        return null;
    }
}
