package io.github.camelsms.logging;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Log line with bounded repetition: logged at its level once a minute, with the number of omitted lines. These are
 * logged at DEBUG. Thread-safe.
 */
public final class RepeatedLine {

    static final Duration MIN_INTERVAL = Duration.ofMinutes(1);

    private final SafeLogger logger;
    private final LongSupplier nanos;
    private boolean isLogged;
    /** Whether the line was logged at its level since the problem last ended. */
    private boolean isOpen;
    private long loggedAt;
    private long omitted;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    public RepeatedLine(SafeLogger logger, LongSupplier nanos) {
        this.logger = logger;
        this.nanos = nanos;
    }

    /**
     * Writes the line.
     *
     * @return whether it was logged at this level
     */
    public boolean log(Level level, String format, @Nullable Object... arguments) {
        return log(level, null, format, arguments);
    }

    /**
     * Writes the line with a stack trace.
     *
     * @return whether it was logged at this level
     */
    public synchronized boolean log(Level level, @Nullable Throwable cause, String format, @Nullable Object... arguments) {
        long now = nanos.getAsLong();
        boolean isDue = isDue(now);
        if (isDue && omitted > 0) {
            @Nullable
            Object[] counted = Arrays.copyOf(arguments, arguments.length + 1);
            counted[arguments.length] = omitted;
            logger.log(level, cause, format + " ({} more like this since the last such line)", counted);
        } else {
            logger.log(isDue ? level : Level.DEBUG, cause, format, arguments);
        }
        omitted = isDue ? 0 : omitted + 1;
        loggedAt = isDue ? now : loggedAt;
        isLogged = true;
        isOpen |= isDue;
        return isDue;
    }

    /** Returns whether the next line would be logged at its level. */
    public synchronized boolean isDue() {
        return isDue(nanos.getAsLong());
    }

    private boolean isDue(long now) {
        return !isLogged || now - loggedAt >= MIN_INTERVAL.toNanos();
    }

    /** Writes a line when the problem has ended, unless the log does not show that it began. */
    public synchronized void ended(Level level, String format, @Nullable Object... arguments) {
        if (isOpen) {
            isOpen = false;
            logger.log(level, null, format, arguments);
        }
    }
}
