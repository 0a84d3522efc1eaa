package io.github.camelsms.model;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Masking of phone numbers to their last four digits, for logs and all other output.
 */
public final class Masked {

    private static final String HIDDEN = "****";
    private static final int SHOWN = 4;
    /** A shorter number may be a one-time code, of which four digits reveal too much. */
    private static final int MIN_NUMBER_LENGTH = 8;
    /** Number of characters that may separate two digits of a number, as in <code>+55 (11) 98765-4321</code>. */
    private static final int MAX_GAP = 3;

    private Masked() {
    }

    /**
     * Returns the number with all but its last four digits masked. If it has fewer than eight digits, or a letter, it
     * is not a phone number and is masked completely.
     *
     * @param number a phone number in any format, or null
     */
    public static String number(@Nullable String number) {
        if (number == null) {
            return "null";
        }
        boolean hasLetter = number.codePoints().anyMatch(Character::isLetter);
        StringBuilder digits = new StringBuilder();
        number.codePoints().map(Masked::digit).filter(digit -> digit >= 0).forEach(digits::append);
        return hasLetter ? HIDDEN : lastFour(digits.toString());
    }

    /**
     * Returns the text with each number of eight or more digits masked to its last four.
     */
    public static String numbersIn(String text) {
        return digits(text, MIN_NUMBER_LENGTH, Masked::lastFour);
    }

    /**
     * Returns the text with each run of digits replaced. Digits of all scripts count. Up to three characters other than
     * letters may separate two digits of a run.
     *
     * @param minDigits   shorter runs are not replaced
     * @param replacement function of the run's digits in ASCII, without separators
     */
    public static String digits(String text, int minDigits, UnaryOperator<String> replacement) {
        StringBuilder result = new StringBuilder(text.length());
        StringBuilder run = new StringBuilder();
        int copied = 0;
        int start = 0;
        int end = 0;
        int gap = 0;
        for (int at = 0; at <= text.length();) {
            boolean isEnd = at == text.length();
            int character = isEnd ? 'x' : text.codePointAt(at);
            int digit = digit(character);
            int next = at + Character.charCount(character);
            if (digit >= 0) {
                start = run.isEmpty() ? at : start;
                run.append(digit);
                end = next;
                gap = 0;
            } else if (!run.isEmpty() && (Character.isLetter(character) || ++gap > MAX_GAP)) {
                if (run.length() >= minDigits) {
                    result.append(text, copied, opening(text, copied, start, end)).append(replacement.apply(run.toString()));
                    copied = end;
                }
                run.setLength(0);
                gap = 0;
            }
            at = next;
        }
        return result.append(text, copied, text.length()).toString();
    }

    private static String lastFour(String digits) {
        return digits.length() < MIN_NUMBER_LENGTH ? HIDDEN : HIDDEN + digits.substring(digits.length() - SHOWN);
    }

    /** Returns where a number begins, including a plus sign and a bracket that is closed within it. */
    private static int opening(String text, int from, int firstDigit, int end) {
        int start = firstDigit;
        if (start > from && text.charAt(start - 1) == '(' && text.indexOf(')', start) >= 0 && text.indexOf(')', start) < end) {
            start--;
        }
        return start > from && text.charAt(start - 1) == '+' ? start - 1 : start;
    }

    /** Returns the value of a digit in any script, 0 for other numbers such as fractions, or -1. */
    private static int digit(int character) {
        return switch (Character.getType(character)) {
            case Character.DECIMAL_DIGIT_NUMBER -> Character.digit(character, 10);
            case Character.OTHER_NUMBER, Character.LETTER_NUMBER -> {
                int value = Character.getNumericValue(character);
                yield value >= 0 && value <= 9 ? value : 0;
            }
            default -> -1;
        };
    }
}
