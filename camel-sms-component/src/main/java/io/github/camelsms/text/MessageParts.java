package io.github.camelsms.text;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsPart;

/**
 * Splitting of a long message into the smallest number of numbered segments. Texts are split between words if that
 * needs no additional segment. White space at a split is removed.
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

    /**
     * Returns the end of a segment with at most <code>maxLength</code> characters, which never splits a surrogate pair.
     */
    static int end(String text, int from, int maxLength) {
        int end = Math.min(text.length(), from + maxLength);
        boolean withinPair = end > from + 1 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))
                && Character.isLowSurrogate(text.charAt(end));
        return withinPair ? end - 1 : end;
    }

    private static List<String> texts(String text) {
        int parts = count(text);
        List<String> texts = new ArrayList<>(parts);
        int from = 0;
        for (int part = 1; part <= parts; part++) {
            int end = cut(text, from, parts - part);
            texts.add(part + "/" + parts + " " + text.substring(from, end).stripTrailing());
            from = afterSpace(text, end);
        }
        return texts;
    }

    /** Returns the next split position, so that the rest fits into the remaining segments. */
    private static int cut(String text, int from, int partsLeft) {
        int end = end(text, from, MAX_PART_LENGTH);
        if (end == text.length()) {
            return end;
        }
        int word = end;
        while (word > from && !Character.isWhitespace(text.charAt(word))) {
            word--;
        }
        return word > from && count(text, afterSpace(text, word), partsLeft + 1) <= partsLeft ? word : end;
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

    private static int afterSpace(String text, int from) {
        int to = from;
        while (to < text.length() && Character.isWhitespace(text.charAt(to))) {
            to++;
        }
        return to;
    }
}
