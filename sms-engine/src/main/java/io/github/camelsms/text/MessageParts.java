package io.github.camelsms.text;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsPart;

/**
 * Splitting of a long message into numbered segments. Texts are split between words, and within a word only if it does
 * not fit into a segment. White space at a split is removed.
 */
public final class MessageParts {

    /** One digit, so that the prefix of each segment has a fixed length. */
    static final int MAX_PARTS = SmsPart.MAX_PARTS;

    private static final int MAX_PART_LENGTH = TextRules.MAX_TEXT_LENGTH - "1/9 ".length();

    private MessageParts() {
    }

    /**
     * Returns the segments of a message, in order. They differ from the message in text and, if it has one, in
     * correlation id.
     *
     * @param whole a message that fits into {@link #MAX_PARTS} segments, without white space at the ends of its text
     */
    public static List<SmsMessage> of(SmsMessage whole) {
        List<String> texts = texts(String.valueOf(whole.messageText()));
        String id = whole.correlationId();
        List<String> ids = id == null ? List.of() : SmsPart.correlationIds(id, texts.size());
        List<SmsMessage> parts = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            SmsMessage part = whole.withMessageText(texts.get(i));
            parts.add(ids.isEmpty() ? part : part.withCorrelationId(ids.get(i)));
        }
        return parts;
    }

    /** Returns the number of segments that {@link #of} creates. */
    public static int count(SmsMessage whole) {
        return count(String.valueOf(whole.messageText()));
    }

    /** Returns the number of segments of a text, at most one more than the maximum. */
    public static int count(String text) {
        return count(text, 0, MAX_PARTS + 1);
    }

    private static List<String> texts(String text) {
        int parts = count(text);
        List<String> texts = new ArrayList<>(parts);
        int from = 0;
        for (int part = 1; part <= parts; part++) {
            int end = end(text, from, MAX_PART_LENGTH);
            texts.add(part + "/" + parts + " " + text.substring(from, end).stripTrailing());
            from = afterSpace(text, end);
        }
        return texts;
    }

    private static int count(String text, int start, int maxCount) {
        int count = 0;
        for (int from = start;
             from < text.length() && count < maxCount;
             from = afterSpace(text, end(text, from, MAX_PART_LENGTH))) {
            count++;
        }
        return count;
    }

    /**
     * Returns the end of a piece with at most <code>maxLength</code> characters. It is between words, if the next word
     * fits into another piece. A number with spaces, such as a phone number, is one word, unless it is too long.
     */
    static int end(String text, int from, int maxLength) {
        int limit = from + maxLength;
        if (limit >= text.length()) {
            return text.length();
        }
        int firstWord = afterSpace(text, from);
        for (boolean keepsNumbers : new boolean[] { true, false }) {
            int end = limit;
            while (end > firstWord && !isBetweenWords(text, end, keepsNumbers)) {
                end--;
            }
            if (end > firstWord && isWordOfAtMost(maxLength, text, afterSpace(text, end), keepsNumbers)) {
                return end;
            }
        }
        return Graphemes.end(text, from, maxLength);
    }

    private static boolean isWordOfAtMost(int maxLength, String text, int from, boolean keepsNumbers) {
        int to = from + 1;
        while (to < text.length() && to - from <= maxLength && !isBetweenWords(text, to, keepsNumbers)) {
            to++;
        }
        return to - from <= maxLength;
    }

    /** Returns whether there is white space before or after a position within a text. */
    private static boolean isBetweenWords(String text, int position, boolean keepsNumbers) {
        int space = Character.isWhitespace(text.charAt(position)) ? position : position - 1;
        return Character.isWhitespace(text.charAt(space)) && !(keepsNumbers && isWithinNumber(text, space));
    }

    /** Returns whether a space is within a number, such as (11) 98765-4321 or 123 456. */
    private static boolean isWithinNumber(String text, int space) {
        if (text.charAt(space) != ' ' || space == 0 || space + 1 >= text.length()) {
            return false;
        }
        char before = text.charAt(space - 1);
        char after = text.charAt(space + 1);
        return (isDigit(before) || before == ')') && (isDigit(after) || after == '(');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int afterSpace(String text, int from) {
        int to = from;
        while (to < text.length() && Character.isWhitespace(text.charAt(to))) {
            to++;
        }
        return to;
    }
}
