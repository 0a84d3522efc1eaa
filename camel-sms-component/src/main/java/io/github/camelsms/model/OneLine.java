package io.github.camelsms.model;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Text from outside as one line that a log, a terminal or a console can show: no control character ends the line or
 * moves the cursor, and no format character hides or reverses what follows.
 */
public final class OneLine {

    /** Control, format, surrogate, private-use and unassigned characters, and all kinds of spaces and line ends. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Z}]+");

    private OneLine() {
    }

    /**
     * The text with each run of such characters replaced by one space, and no longer than given.
     *
     * @param text      any text; null gives <code>null</code> in words
     * @param maxLength at least 1; a longer text ends with an ellipsis
     */
    public static String of(@Nullable String text, int maxLength) {
        String line = UNSAFE.matcher(String.valueOf(text)).replaceAll(" ").trim();
        if (line.length() <= maxLength) {
            return line;
        }
        int end = maxLength - 1;
        if (end > 0 && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end) + "…";
    }
}
