package io.github.camelsms;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A line of a log that may come again and again in a bad night: once a minute at its level, with a count of those in
 * between, which are at DEBUG. Thread-safe.
 */
final class RepeatedLine {

    static final Duration SPACING = Duration.ofMinutes(1);

    private final Logger logger;
    private final LongSupplier nanos;
    private boolean said;
    private long saidAt;
    private long leftOut;

    /**
     * @param nanos a time that only grows, in nanoseconds
     */
    RepeatedLine(Logger logger, LongSupplier nanos) {
        this.logger = logger;
        this.nanos = nanos;
    }

    /**
     * Writes the line.
     *
     * @return whether it is at its level
     */
    boolean log(Level level, String format, @Nullable Object... arguments) {
        return log(level, null, format, arguments);
    }

    /**
     * Writes the line with a stack trace.
     *
     * @return whether it is at its level
     */
    synchronized boolean log(Level level, @Nullable Throwable cause, String format, @Nullable Object... arguments) {
        long now = nanos.getAsLong();
        boolean isDue = !said || now - saidAt >= SPACING.toNanos();
        LoggingEventBuilder line = logger.atLevel(isDue ? level : Level.DEBUG).setCause(cause);
        for (Object argument : arguments) {
            line = line.addArgument(argument);
        }
        if (isDue && leftOut > 0) {
            line.addArgument(leftOut).log(format + " ({} more like this since the last such line)");
        } else {
            line.log(format);
        }
        leftOut = isDue ? 0 : leftOut + 1;
        saidAt = isDue ? now : saidAt;
        said = true;
        return isDue;
    }
}
