package io.github.camelsms.model;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Sanitizing of external text to one line for logs, terminals and consoles, without control and format characters.
 */
public final class OneLine {

    /** Control, format, surrogate, private-use and unassigned characters, and all kinds of spaces and line ends. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Z}]+");

    private OneLine() {
    }

    /**
     * Replaces each run of unsafe characters and spaces with one space, and truncates the text.
     *
     * @param text      any text; null gives <code>null</code> in words
     * @param maxLength at least 1; a truncated text ends with an ellipsis
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
