package io.github.camelsms.client;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Makes text that came from outside fit to be shown: one line, of bounded length, without phone numbers and texts.
 */
final class ServiceText {

    static final int LONGEST = 200;

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029\\s]+");
    /** Eight digits and more, with the separators that people write between them. */
    private static final Pattern PHONE_NUMBER = Pattern.compile("\\+?\\(?\\d(?:[ ().-]{0,3}\\d){7,}");
    private static final Pattern NOT_A_DIGIT = Pattern.compile("\\D");

    private ServiceText() {
    }

    /**
     * The text on one line, without control characters and not longer than given.
     */
    static String oneLine(String text, int longest) {
        String line = CONTROL.matcher(text).replaceAll(" ").trim();
        return line.length() <= longest ? line : line.substring(0, longest - 1) + "…";
    }

    /**
     * The service's words with all phone numbers masked, or null if it gave none.
     */
    static @Nullable String shown(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        return oneLine(PHONE_NUMBER.matcher(text).replaceAll(ServiceText::masked), LONGEST);
    }

    /**
     * The service's words about a message, without what they repeat of it.
     */
    static @Nullable String shown(@Nullable String text, SmsMessage about) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String words = text;
        String messageText = about.messageText();
        if (messageText != null && messageText.length() > 3) {
            words = words.replace(messageText, "****");
        }
        String destination = about.destination();
        if (destination != null && !destination.isBlank()) {
            words = words.replace(destination, Masked.number(destination));
        }
        return shown(words);
    }

    private static String masked(MatchResult number) {
        return Masked.number(NOT_A_DIGIT.matcher(number.group()).replaceAll("")).replace("$", "");
    }
}
