package io.github.camelsms.model;

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
        Throwable root = rootCause(failure);
        return text.contains(message(root)) ? text : text + ", caused by " + of(root);
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable root = failure;
        try {
            Throwable cause = failure.getCause();
            for (int causes = 0; cause != null && causes < MAX_CAUSES; causes++) {
                root = cause;
                cause = root.getCause();
            }
        } catch (Throwable e) {
            // As in orNull.
            return root;
        }
        return root;
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
