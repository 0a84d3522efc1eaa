package io.github.camelsms;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Makes correlation ids that no other process and no other run makes: a random part and a number. Thread-safe.
 */
final class CorrelationIds {

    private static final int RADIX = 36;

    private final String prefix;
    private final AtomicLong last = new AtomicLong();

    CorrelationIds() {
        UUID random = UUID.randomUUID();
        this.prefix = Long.toUnsignedString(random.getMostSignificantBits(), RADIX)
                      + Long.toUnsignedString(random.getLeastSignificantBits(), RADIX) + "-";
    }

    /** At most 40 characters: letters, digits and a hyphen. */
    String next() {
        return prefix + Long.toString(last.incrementAndGet(), RADIX);
    }

    /** Whether this object made the id. */
    boolean isMade(@Nullable String id) {
        return id != null && id.startsWith(prefix);
    }
}
