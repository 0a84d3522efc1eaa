package io.github.camelsms.model;

import java.util.Locale;

/**
 * Text of a number with its noun, such as 1 message and 2 messages.
 */
public final class Count {

    private Count() {
    }

    /**
     * @param noun singular of a regular noun, such as message or status
     */
    public static String of(long count, String noun) {
        return of(count, noun, noun + (noun.endsWith("s") ? "es" : "s"));
    }

    /**
     * @param one  text after the number 1, such as <code>message is</code>
     * @param many text after any other number, such as <code>messages are</code>
     */
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /** Returns a number with commas between its thousands, for people. */
    public static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /**
     * Returns a number with commas between its thousands, and its noun.
     *
     * @param noun singular of a regular noun whose plural ends in s
     */
    public static String grouped(long count, String noun) {
        return grouped(count) + " " + (count == 1 ? noun : noun + "s");
    }
}
