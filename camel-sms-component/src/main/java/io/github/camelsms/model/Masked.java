package io.github.camelsms.model;

import org.jspecify.annotations.Nullable;

/**
 * Hides a phone number down to its last four digits, for everything that a person or a log may see.
 */
public final class Masked {

    private static final int SHOWN = 4;

    private Masked() {
    }

    /**
     * The number with all but its last four characters replaced; a number of four characters or fewer is hidden whole.
     *
     * @param number a phone number in any format, or null
     */
    public static String number(@Nullable String number) {
        if (number == null) {
            return "null";
        }
        return number.length() <= SHOWN ? "****" : "****" + number.substring(number.length() - SHOWN);
    }
}
