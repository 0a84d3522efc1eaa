package io.github.camelsms.client;

import java.util.List;
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
    /** What is read of a text of which {@link #LONGEST} characters are shown; bounds the work on a text without end. */
    private static final int LONGEST_READ = 10_000;
    /**
     * Eight digits and more, with the separators that people write between them. Possessive, because Java's matcher
     * would otherwise take a level of the stack for each digit.
     */
    private static final Pattern PHONE_NUMBER = Pattern.compile("\\+?\\(?\\d(?:[ ().-]{0,3}+\\d){7,}+");
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
        return oneLine(PHONE_NUMBER.matcher(beginning(text)).replaceAll(ServiceText::masked), LONGEST);
    }

    /**
     * The service's words about a message, without what they repeat of it.
     */
    static @Nullable String shown(@Nullable String text, SmsMessage about) {
        return shown(text, List.of(about));
    }

    /**
     * The service's words about a request, without what they repeat of its messages.
     */
    static @Nullable String shown(@Nullable String text, List<SmsMessage> about) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String words = text;
        for (SmsMessage message : about) {
            words = without(message, words);
        }
        return shown(words);
    }

    private static String without(SmsMessage about, String text) {
        String words = text;
        String messageText = about.messageText();
        if (messageText != null && messageText.length() > 3) {
            words = words.replace(messageText, "****");
        }
        String destination = about.destination();
        if (destination != null && !destination.isBlank()) {
            words = words.replace(destination, Masked.number(destination));
        }
        return words;
    }

    /** As much of the text as is read, without a number that the cut would make too short to be known as one. */
    private static String beginning(String text) {
        if (text.length() <= LONGEST_READ) {
            return text;
        }
        int end = LONGEST_READ;
        while (end > 0 && " ().-+0123456789".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end == 0 ? "****" : text.substring(0, end);
    }

    private static String masked(MatchResult number) {
        return Masked.number(NOT_A_DIGIT.matcher(number.group()).replaceAll("")).replace("$", "");
    }
}
