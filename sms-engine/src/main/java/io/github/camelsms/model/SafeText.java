package io.github.camelsms.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Text of objects of user code, such as exceptions of a route. Their methods may throw an exception or return null: the
 * text is then the name of the class.
 */
public final class SafeText {

    private static final int MAX_CAUSES = 20;

    private SafeText() {
    }

    /** Returns <code>toString()</code> of an object, or the full name of its class. */
    public static String of(Object object) {
        String text = orNull(object::toString);
        return text == null ? object.getClass().getName() : text;
    }

    /** Returns the message of an exception, or the simple name of its class. */
    public static String message(Throwable failure) {
        String message = orNull(failure::getMessage);
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    /** Returns the text of an exception, and that of its root cause, which those of wrappers often omit. */
    public static String withRootCause(Throwable failure) {
        String text = of(failure);
        List<Throwable> causes = causes(failure);
        Throwable root = causes.get(causes.size() - 1);
        return text.contains(message(root)) ? text : text + ", caused by " + of(root);
    }

    /** Returns a failure and its causes, the root cause last. Those of user code may throw, or have no end. */
    public static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>(List.of(failure));
        try {
            Throwable cause = failure.getCause();
            while (cause != null && causes.size() <= MAX_CAUSES) {
                causes.add(cause);
                cause = cause.getCause();
            }
        } catch (Throwable e) {
            // As in orNull.
            return causes;
        }
        return causes;
    }

    /** Returns the reason of an outcome that an error of this component has caused, without the error's message. */
    public static String internalError(Throwable failure) {
        return "an internal error (" + failure.getClass().getSimpleName() + ")";
    }

    private static @Nullable String orNull(Supplier<@Nullable String> text) {
        try {
            return text.get();
        } catch (Throwable e) {
            // The caller must continue, because messages depend on it.
            return null;
        }
    }
}
