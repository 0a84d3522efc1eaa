package io.github.camelsms.model;

import java.util.List;

/**
 * Ninth digit of the mobile numbers of Brazil, which the interface accepts with and without it. Without it they begin
 * with 6 to 9 after the area code, and other numbers with 2 to 5.
 */
public final class NinthDigit {

    private static final int AREA_CODE_LENGTH = 2;
    private static final int LENGTH_WITHOUT = 10;
    private static final char DIGIT = '9';

    private NinthDigit() {
    }

    /**
     * Returns whether a number is one of a mobile phone without the ninth digit.
     *
     * @param number area code and number, digits only
     */
    public static boolean isMissing(String number) {
        return number.length() == LENGTH_WITHOUT && number.charAt(AREA_CODE_LENGTH) >= '6';
    }

    /** Returns a number with the ninth digit if it is one of a mobile phone, otherwise the number itself. */
    public static String added(String number) {
        return isMissing(number)
                ? number.substring(0, AREA_CODE_LENGTH) + DIGIT + number.substring(AREA_CODE_LENGTH) : number;
    }

    /** Returns a number and, if it is one of a mobile phone, its other spelling. */
    public static List<String> spellings(String number) {
        String added = added(number);
        if (!added.equals(number)) {
            return List.of(number, added);
        }
        boolean hasDigit = number.length() > LENGTH_WITHOUT && number.charAt(AREA_CODE_LENGTH) == DIGIT;
        String removed = hasDigit
                ? number.substring(0, AREA_CODE_LENGTH) + number.substring(AREA_CODE_LENGTH + 1) : number;
        return isMissing(removed) ? List.of(number, removed) : List.of(number);
    }
}
