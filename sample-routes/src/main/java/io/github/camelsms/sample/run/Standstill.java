package io.github.camelsms.sample.run;

import java.time.Duration;
import java.time.Instant;

/**
 * Watch over a count that should grow: tells when it has not changed for too long.
 */
final class Standstill {

    private final Duration limit;
    private long count = -1;
    private Instant changed = Instant.MIN;

    Standstill(Duration limit) {
        this.limit = limit;
    }

    /**
     * Whether the count has been the same for the limit or longer; a first count is a change.
     */
    boolean isReached(long current, Instant now) {
        if (current != count) {
            count = current;
            changed = now;
        }
        return Duration.between(changed, now).compareTo(limit) >= 0;
    }
}
