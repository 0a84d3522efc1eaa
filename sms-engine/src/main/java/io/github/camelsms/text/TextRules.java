package io.github.camelsms.text;

import java.text.Normalizer;
import java.util.Locale;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's rules for transliterating texts, and for texts that are too long.
 */
public record TextRules(SmsLongMessage longMessage, boolean transliterate) {

    /** Interface, "Limits". Counted in UTF-16 units as in Java and JSON: an emoji counts as two. */
    static final int MAX_TEXT_LENGTH = 160;

    /** The first character that a composition (NFC) can change. */
    private static final char FIRST_MARK = '\u0300';

    /**
     * Composes, transliterates and truncates the text of a message. Does not split it.
     *
     * @param message message whose text has no {@link #characterComplaint(String)}
     */
    public SmsMessage applied(SmsMessage message) {
        String given = message.messageText();
        if (given == null) {
            return message;
        }
        String text = transliterate ? Gsm7.transliterate(given) : composed(given);
        if (text.length() > MAX_TEXT_LENGTH) {
            text = switch (longMessage) {
                case reject -> text;
                case split -> text.strip();
                case truncate -> text.substring(0, MessageParts.end(text, 0, MAX_TEXT_LENGTH));
            };
        }
        return text.equals(given) ? message : message.withMessageText(text);
    }

    /** Returns whether the message must be split into segments. */
    public boolean splits(SmsMessage message) {
        String text = message.messageText();
        return longMessage == SmsLongMessage.split && text != null && text.length() > MAX_TEXT_LENGTH;
    }

    /** Combines letters with their marks, which macOS writes as characters of their own (NFC). */
    private static String composed(String text) {
        boolean isComposed = text.chars().allMatch(c -> c < FIRST_MARK);
        // More marks are no text, and their composition takes long.
        boolean isText = isComposed || Gsm7.withoutExcessMarks(text).length() == text.length();
        return isComposed || !isText ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /** Returns why a character of a text cannot be sent, without the text, or null. */
    public static @Nullable String characterComplaint(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            String complaint = null;
            if (c == '\ufffd') {
                complaint = ", the sign of a character that was lost when the text was read in a wrong character set:"
                            + " give the character set of its source";
            } else if (Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r') {
                complaint = ", a control character: remove it, or give the text without the envelope or in the character set"
                            + " of its source";
            }
            if (complaint != null) {
                return "messageText contains " + named(c) + " at position " + (i + 1) + complaint;
            }
            if (Character.isSurrogate(c)) {
                boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
                if (!isPair) {
                    return "messageText contains half of a surrogate pair, which UTF-8 cannot encode:"
                           + " split texts between characters, not within an emoji";
                }
                i++;
            }
        }
        return null;
    }

    /** Returns the code point of a character and its name. */
    static String named(int codePoint) {
        String name = Character.getName(codePoint);
        return String.format(Locale.ROOT, "U+%04X", codePoint) + (name == null ? "" : " (" + name + ")");
    }

    /** Returns why a text is too long for these rules, or null. */
    @Nullable
    public String complaint(String text) {
        if (text.length() <= MAX_TEXT_LENGTH) {
            return null;
        }
        String tooLong = "messageText has " + text.length() + " characters: ";
        if (longMessage != SmsLongMessage.split) {
            return tooLong + "at most 160 are allowed; the option longMessage can split or truncate it";
        }
        return MessageParts.count(text) <= MessageParts.MAX_PARTS
                ? null : tooLong + "at most " + MessageParts.MAX_PARTS
                         + " segments of 160 characters, their numbers included, are allowed";
    }
}
