package io.github.camelsms.message;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Generator of globally unique correlation ids, made of a random prefix and a number. Thread-safe.
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

    /** Returns a new id of at most 40 characters: letters, digits and a hyphen. */
    public String next() {
        return prefix + Long.toString(last.incrementAndGet(), RADIX);
    }

    /** Returns whether this object generated the id. */
    public boolean isGenerated(@Nullable String id) {
        return id != null && id.startsWith(prefix);
    }
}
