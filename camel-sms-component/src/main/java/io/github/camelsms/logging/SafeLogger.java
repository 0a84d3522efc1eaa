package io.github.camelsms.logging;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SafeText;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logger that keeps each message on one line and removes control and format characters from its arguments. Thread-safe.
 */
public final class SafeLogger {

    /** Logger for accounts. Its name is documented and does not depend on a class. */
    public static final SafeLogger ACCOUNTS = of(LoggerFactory.getLogger("io.github.camelsms.account.SmsAccount"));
    /** Logger for sending routes. Its name is documented and does not depend on a class. */
    public static final SafeLogger SENDING = of(LoggerFactory.getLogger("io.github.camelsms.SmsSendProducer"));
    /** Logger for status polling. Its name is documented and does not depend on a class. */
    public static final SafeLogger STATUSES = of(LoggerFactory.getLogger("io.github.camelsms.SmsStatusConsumer"));
    /** Logger for the consumption of outcomes. Its name is documented and does not depend on a class. */
    public static final SafeLogger RESULTS = of(LoggerFactory.getLogger("io.github.camelsms.SmsResultsConsumer"));

    /** Room for 200 correlation ids. */
    private static final int MAX_ARGUMENT_LENGTH = 20_000;
    private static final int MAX_CAUSES = 20;

    private final Logger logger;

    private SafeLogger(Logger logger) {
        this.logger = logger;
    }

    public static SafeLogger of(Class<?> source) {
        return of(LoggerFactory.getLogger(source));
    }

    public static SafeLogger of(Logger logger) {
        return new SafeLogger(logger);
    }

    public boolean isDebugEnabled() {
        return logger.isDebugEnabled();
    }

    public void debug(String format, @Nullable Object... arguments) {
        log(Level.DEBUG, null, format, arguments);
    }

    public void info(String format, @Nullable Object... arguments) {
        log(Level.INFO, null, format, arguments);
    }

    public void warn(String format, @Nullable Object... arguments) {
        log(Level.WARN, null, format, arguments);
    }

    /** Writes a line with a stack trace. */
    public void error(Throwable cause, String format, @Nullable Object... arguments) {
        log(Level.ERROR, cause, format, arguments);
    }

    /**
     * Writes a line.
     *
     * @param cause exception whose stack trace is written, or null
     */
    public void log(Level level, @Nullable Throwable cause, String format, @Nullable Object... arguments) {
        if (!logger.isEnabledForLevel(level)) {
            return;
        }
        LoggingEventBuilder line = logger.atLevel(level).setCause(cause == null ? null : safe(cause, MAX_CAUSES));
        for (Object argument : arguments) {
            line = line.addArgument(safe(argument));
        }
        line.log(format);
    }

    private static @Nullable Object safe(@Nullable Object argument) {
        return argument == null || argument instanceof Number ? argument : line(SafeText.of(argument));
    }

    private static String line(String text) {
        return OneLine.of(text, MAX_ARGUMENT_LENGTH);
    }

    private static Throwable safe(Throwable thrown, int causes) {
        return isSafe(thrown, causes) ? thrown : new Shown(thrown, causes);
    }

    /** Returns whether the logging library can write a throwable as it is. It calls the same methods. */
    private static boolean isSafe(Throwable thrown, int causes) {
        try {
            String message = thrown.getMessage();
            Throwable cause = thrown.getCause();
            return thrown.getSuppressed().length == 0 && thrown.getStackTrace() != null
                    && isLine(thrown.toString()) && (message == null || isLine(message))
                    && (cause == null || causes > 0 && isSafe(cause, causes - 1));
        } catch (Throwable e) {
            // A class of the user overrides a method and fails.
            return false;
        }
    }

    private static boolean isLine(String text) {
        return text.equals(line(text));
    }

    /** Copy of a throwable with its name and message on one line, and with its stack trace. */
    private static final class Shown extends Exception {

        private static final long serialVersionUID = 1L;

        Shown(Throwable thrown, int causes) {
            super(line(SafeText.of(thrown)), cause(thrown, causes), false, true);
            setStackTrace(stackTrace(thrown));
        }

        private static @Nullable Throwable cause(Throwable thrown, int causes) {
            try {
                Throwable cause = thrown.getCause();
                return cause == null || causes == 0 ? null : safe(cause, causes - 1);
            } catch (Throwable e) {
                return null;
            }
        }

        private static StackTraceElement[] stackTrace(Throwable thrown) {
            try {
                return thrown.getStackTrace().clone();
            } catch (Throwable e) {
                return new StackTraceElement[0];
            }
        }
    }
}
