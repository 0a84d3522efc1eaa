package io.github.camelsms.message;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Makes correlation ids that no other process and no other run makes: a random part and a number. Thread-safe.
 */
public final class CorrelationIds {

    private static final int RADIX = 36;

    private final String prefix;
    private final AtomicLong last = new AtomicLong();

    public CorrelationIds() {
        UUID random = UUID.randomUUID();
        this.prefix = Long.toUnsignedString(random.getMostSignificantBits(), RADIX)
                      + Long.toUnsignedString(random.getLeastSignificantBits(), RADIX) + "-";
    }

    /** At most 40 characters: letters, digits and a hyphen. */
    public String next() {
        return prefix + Long.toString(last.incrementAndGet(), RADIX);
    }

    /** Whether this object made the id. */
    public boolean isMade(@Nullable String id) {
        return id != null && id.startsWith(prefix);
    }
}
