package io.github.camelsms.cli.process;

import java.util.List;

import io.github.camelsms.SmsAuthenticationException;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import org.apache.camel.PropertyBindingException;
import org.apache.camel.ResolveEndpointFailedException;

/** Errors of commands, as lines for people on the error stream. */
public final class Errors {

    private static final String PREFIX = "camel-sms: ";
    private static final int HTTP_ERRORS = 300;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private Errors() {
    }

    /** Reports arguments that cannot be used, and returns the exit code. */
    public static int wrongUsage(ParameterException e, String... arguments) {
        print(e.getCommandLine(),
                e instanceof UnmatchedArgumentException unmatched ? unknownArgument(unmatched) : e.getMessage());
        return ExitCodes.USAGE;
    }

    /** Prints a line for people. */
    public static void print(CommandLine command, @Nullable String message) {
        command.getErr().println(PREFIX + message);
    }

    /** Reports a failure as one line, without the stack trace unless it is wanted, and returns the exit code. */
    public static int failed(CommandLine command, Throwable failure, boolean withStackTrace) {
        print(command, phrase(essence(failure)));
        if (withStackTrace) {
            failure.printStackTrace(command.getErr());
        }
        return exitCode(failure);
    }

    /** Returns whether the service rejects the user name or the password with this code. */
    public static boolean isUnauthorized(@Nullable Integer code) {
        return code != null && (code == UNAUTHORIZED || code == FORBIDDEN);
    }

    private static int exitCode(Throwable failure) {
        if (find(SmsAuthenticationException.class, failure) != null) {
            return ExitCodes.CREDENTIALS;
        } else if (find(SmsOutcomeUnknownException.class, failure) != null) {
            return ExitCodes.UNKNOWN;
        } else if (find(SmsNotSentException.class, failure) != null) {
            return ExitCodes.NOT_SENT;
        }
        SmsQueryException query = find(SmsQueryException.class, failure);
        if (query != null) {
            Integer code = query.code();
            if (isUnauthorized(code)) {
                return ExitCodes.CREDENTIALS;
            }
            return code == null || code >= HTTP_ERRORS ? ExitCodes.UNREACHABLE : ExitCodes.FAILED;
        }
        boolean isWrongOption = find(ResolveEndpointFailedException.class, failure) != null
                || find(PropertyBindingException.class, failure) != null;
        return isWrongOption && find(SmsStoreException.class, failure) == null ? ExitCodes.USAGE : ExitCodes.FAILED;
    }

    /** Returns the outermost exception that is for operators, or the innermost one. */
    private static Throwable essence(Throwable failure) {
        PropertyBindingException property = find(PropertyBindingException.class, failure);
        if (property != null) {
            // Its message has the value, which can be a password.
            return new IllegalArgumentException(
                    "the property " + property.getPropertyName()
                                                + " in the configuration file is unknown, or its value is invalid");
        }
        for (Class<? extends Throwable> type : List.of(
                SmsException.class, SmsQueryException.class, SmsStoreException.class, IllegalArgumentException.class)) {
            Throwable found = find(type, failure);
            if (found != null && found.getMessage() != null) {
                return found;
            }
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static <T extends Throwable> @Nullable T find(Class<T> type, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    /** Names only the first unknown argument, without its value, because the rest may contain a password. */
    private static String unknownArgument(UnmatchedArgumentException e) {
        String name = e.getUnmatched().get(0).split("=", 2)[0];
        String similar = String.join(" or ", e.getSuggestions());
        return (name.startsWith("-") ? "unknown option " : "unknown argument ") + name + ": "
               + (similar.isEmpty() ? "see --help" : "did you mean " + similar + "?");
    }

    /** Returns the message on one line; a single word, such as the name of a host, does not say what is wrong. */
    private static String phrase(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String given = failure.getMessage() == null ? "" : failure.getMessage().strip();
        String message = given.isEmpty() ? name : given.contains(" ") ? given : name + ": " + given;
        return message.replaceAll("\\s*\\R\\s*", " ");
    }
}
