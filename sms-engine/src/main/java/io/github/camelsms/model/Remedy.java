package io.github.camelsms.model;

import java.io.CharConversionException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.UTFDataFormatException;
import java.net.MalformedURLException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * What to do about a failure, by the kind of its causes. The text ends a log line.
 */
public final class Remedy {

    static final String MEMORY = "The Java process lacks memory: give it more (-Xmx), and restart it";
    static final String UNAVAILABLE
            = "What the route writes to is unavailable. Check it; the route need not be changed";

    /** Exceptions of brokers, by name, because this module has no JMS library. */
    private static final Set<String> OF_A_BROKER = Set.of(
            "JMSException", "JMSRuntimeException", "ResourceAllocationException", "TransactionRolledBackException");
    /** Exceptions of reading and writing that are caused by what is read or written. */
    private static final Set<Class<? extends IOException>> OF_CONTENT = Set.of(
            CharConversionException.class, CharacterCodingException.class, UTFDataFormatException.class,
            MalformedURLException.class, InvalidClassException.class);

    private Remedy() {
    }

    /** Returns what to do about an exchange that failed in a route. */
    public static String ofRoute(Throwable failure) {
        if (isAny(failure, OutOfMemoryError.class::isInstance)) {
            return MEMORY;
        }
        return isAny(failure, Remedy::isUnavailable) ? UNAVAILABLE : "Correct the route";
    }

    /** Returns what to do about an error that the component does not expect. */
    public static String ofInternalError(Throwable failure) {
        return isAny(failure, OutOfMemoryError.class::isInstance) ? MEMORY : "Report it with the stack trace";
    }

    private static boolean isUnavailable(Throwable cause) {
        if (cause instanceof IOException) {
            // Those of libraries, such as of Jackson, are often about the content.
            String name = cause.getClass().getName();
            return (name.startsWith("java") || name.startsWith("sun."))
                    && OF_CONTENT.stream().noneMatch(each -> each.isInstance(cause))
                    && !(cause instanceof FileNotFoundException);
        }
        if (cause instanceof SQLException sql) {
            // Connection, resources, and an operator's intervention.
            String state = sql.getSQLState() == null ? "" : sql.getSQLState();
            return sql instanceof SQLNonTransientConnectionException || sql instanceof SQLRecoverableException
                    || sql instanceof SQLTransientException || state.matches("(08|53|57).*");
        }
        return cause instanceof TimeoutException || OF_A_BROKER.contains(cause.getClass().getSimpleName());
    }

    /** Returns whether the failure or a cause is of this kind. Those of user code may throw an exception. */
    private static boolean isAny(Throwable failure, Predicate<Throwable> kind) {
        try {
            return SafeText.causes(failure).stream().anyMatch(kind);
        } catch (RuntimeException | Error e) {
            return false;
        }
    }
}
