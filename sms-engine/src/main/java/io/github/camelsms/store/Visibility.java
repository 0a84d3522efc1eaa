package io.github.camelsms.store;

import java.time.Duration;

/**
 * Rule for how long a claimed or released row is hidden from consumers. A time further in the future than a row can be
 * hidden was written before the clock was set back, and does not count. Otherwise the row would be hidden until the
 * clock has caught up.
 */
public final class Visibility {

    /** Maximum time for which a row is hidden; longer times are shortened. */
    public static final Duration MAX_HIDDEN_TIME = Duration.ofMinutes(10);

    private Visibility() {
    }

    /** Returns the time for which a row is hidden. */
    public static Duration limited(Duration hidden) {
        return hidden.compareTo(MAX_HIDDEN_TIME) > 0 ? MAX_HIDDEN_TIME : hidden;
    }
}
