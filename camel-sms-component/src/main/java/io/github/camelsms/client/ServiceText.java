package io.github.camelsms.client;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Sanitizer of the service's texts for logs and results: one line of limited length without phone numbers, codes and
 * quotations of message texts. It hides more rather than less.
 */
final class ServiceText {

    static final int MAX_LENGTH = 200;

    /** Limits the work on a long text. */
    private static final int MAX_READ = 4_000;
    private static final int MAX_WORDS = 1_000;
    /** One-time codes have at least four digits. */
    private static final int MIN_HIDDEN_DIGITS = 4;
    private static final int MIN_NUMBER_LENGTH = 10;
    private static final Pattern NOT_A_DIGIT = Pattern.compile("[^0-9]+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]++");

    private ServiceText() {
    }

    /**
     * Returns the service's text with all numbers masked; null for null and blank text.
     */
    static @Nullable String shown(@Nullable String text) {
        return shown(text, List.of());
    }

    /**
     * Returns the service's text about a message, without quotations of it; null for null and blank text.
     */
    static @Nullable String shown(@Nullable String text, SmsMessage about) {
        return shown(text, List.of(about));
    }

    /**
     * Returns the service's text about a request, without quotations of its messages; null for null and blank text. The
     * last four digits of a number are shown if it is the destination of one of the messages.
     */
    static @Nullable String shown(@Nullable String text, List<SmsMessage> about) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String words = OneLine.of(PlainText.of(read(text)), MAX_WORDS);
        String unquoted = WORD.matcher(Quotes.hide(words, about)).replaceAll(ServiceText::withoutCode);
        return OneLine.of(Masked.digits(unquoted, MIN_HIDDEN_DIGITS, digits -> masked(digits, about)), MAX_LENGTH);
    }

    /** Returns the beginning of a text, of which the rest is not shown. */
    static String read(String text) {
        return text.length() <= MAX_READ ? text : text.substring(0, MAX_READ);
    }

    /** Hides a word with letters and at least two digits: a code, or encoded text. */
    private static String withoutCode(MatchResult word) {
        long letters = word.group().codePoints().filter(Character::isLetter).count();
        boolean isCode = letters > 0 && word.group().codePointCount(0, word.group().length()) - letters > 1;
        return isCode ? Quotes.HIDDEN : word.group();
    }

    private static String masked(String digits, List<SmsMessage> about) {
        boolean isDestination = digits.length() >= MIN_NUMBER_LENGTH
                && about.stream().anyMatch(message -> isNumberOf(message, digits));
        return isDestination ? Masked.number(digits) : Quotes.HIDDEN;
    }

    private static boolean isNumberOf(SmsMessage message, String digits) {
        String destination = message.destination() == null ? "" : NOT_A_DIGIT.matcher(message.destination()).replaceAll("");
        return destination.length() >= MIN_NUMBER_LENGTH && (digits.endsWith(destination) || destination.endsWith(digits));
    }
}
