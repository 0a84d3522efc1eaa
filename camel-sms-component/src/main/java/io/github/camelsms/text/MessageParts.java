package io.github.camelsms.text;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsPart;

/**
 * Cuts a text that is too long for one message into as few numbered parts as can hold it, between words where that
 * costs no further part. White space around a cut is left out.
 */
public final class MessageParts {

    /** So that the number has one digit. */
    static final int MAX_PARTS = SmsPart.MAX_PARTS;

    private static final int ROOM = TextRules.MAX_TEXT_LENGTH - "1/9 ".length();

    private MessageParts() {
    }

    /**
     * The parts of a message, in order, each with all that the whole has but the text, and under an id of its own if
     * the whole has one.
     *
     * @param whole a message that fits into {@link #MAX_PARTS}, its text without white space at the ends
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

    /** How many parts {@link #of} makes of a message. */
    public static int count(SmsMessage whole) {
        return count(String.valueOf(whole.messageText()));
    }

    /** How many parts a text takes; one more than are allowed stands for any larger number. */
    public static int count(String text) {
        return count(text, 0, MAX_PARTS + 1);
    }

    /**
     * Where a piece that begins at a position and has at most a number of characters ends: never within a surrogate
     * pair.
     */
    static int end(String text, int from, int longest) {
        int end = Math.min(text.length(), from + longest);
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

    /** Where to cut next, so that the rest fits into the parts that are left. */
    private static int cut(String text, int from, int partsLeft) {
        int end = end(text, from, ROOM);
        if (end == text.length()) {
            return end;
        }
        int word = end;
        while (word > from && !Character.isWhitespace(text.charAt(word))) {
            word--;
        }
        return word > from && count(text, afterSpace(text, word), partsLeft + 1) <= partsLeft ? word : end;
    }

    private static int count(String text, int start, int most) {
        int count = 0;
        for (int from = start; from < text.length() && count < most; from = afterSpace(text, end(text, from, ROOM))) {
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
