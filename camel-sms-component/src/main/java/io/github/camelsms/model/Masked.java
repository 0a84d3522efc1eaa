package io.github.camelsms.model;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Hides phone numbers down to their last four digits, for everything that a person or a log may see.
 */
public final class Masked {

    private static final String HIDDEN = "****";
    private static final int SHOWN = 4;
    /** What has fewer digits may be a one-time code, of which four digits tell too much. */
    private static final int MIN_NUMBER_LENGTH = 8;
    /** Characters that may stand between two digits of one number, as in <code>+55 (11) 98765-4321</code>. */
    private static final int MAX_GAP = 3;

    private Masked() {
    }

    /**
     * Returns the number with all but its last four digits replaced. Hides the whole if it has fewer than eight digits
     * or a letter, because then it is no phone number.
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
     * Returns the text with each number of eight digits and more reduced to its last four.
     */
    public static String numbersIn(String text) {
        return digits(text, MIN_NUMBER_LENGTH, Masked::lastFour);
    }

    /**
     * Returns the text with each run of digits replaced. Digits of all scripts count, and up to three characters
     * between two of them that are no letters belong to the run.
     *
     * @param minDigits   runs of fewer digits stay
     * @param replacement is given the run's digits in ASCII, without what stood between them
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

    /** Where a number begins, with a plus sign and with a bracket that is closed within it. */
    private static int opening(String text, int from, int firstDigit, int end) {
        int start = firstDigit;
        if (start > from && text.charAt(start - 1) == '(' && text.indexOf(')', start) >= 0 && text.indexOf(')', start) < end) {
            start--;
        }
        return start > from && text.charAt(start - 1) == '+' ? start - 1 : start;
    }

    /** The value of a digit in any script, 0 for another number such as a fraction; negative for anything else. */
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
