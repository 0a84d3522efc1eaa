package io.github.camelsms.logging;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A line of a log that may come again and again in a bad night: once a minute at its level, with a count of those in
 * between, which are at DEBUG. Thread-safe.
 */
public final class RepeatedLine {

    static final Duration SPACING = Duration.ofMinutes(1);

    private final SafeLogger logger;
    private final LongSupplier nanos;
    private boolean said;
    private long saidAt;
    private long leftOut;

    /**
     * @param nanos a time that only grows, in nanoseconds
     */
    public RepeatedLine(SafeLogger logger, LongSupplier nanos) {
        this.logger = logger;
        this.nanos = nanos;
    }

    /**
     * Writes the line.
     *
     * @return whether it is at its level
     */
    public boolean log(Level level, String format, @Nullable Object... arguments) {
        return log(level, null, format, arguments);
    }

    /**
     * Writes the line with a stack trace.
     *
     * @return whether it is at its level
     */
    public synchronized boolean log(Level level, @Nullable Throwable cause, String format, @Nullable Object... arguments) {
        long now = nanos.getAsLong();
        boolean isDue = !said || now - saidAt >= SPACING.toNanos();
        if (isDue && leftOut > 0) {
            @Nullable
            Object[] counted = Arrays.copyOf(arguments, arguments.length + 1);
            counted[arguments.length] = leftOut;
            logger.log(level, cause, format + " ({} more like this since the last such line)", counted);
        } else {
            logger.log(isDue ? level : Level.DEBUG, cause, format, arguments);
        }
        leftOut = isDue ? 0 : leftOut + 1;
        saidAt = isDue ? now : saidAt;
        said = true;
        return isDue;
    }
}
