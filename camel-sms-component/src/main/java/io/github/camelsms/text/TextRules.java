package io.github.camelsms.text;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's rules for transliterating texts, and for texts that are too long.
 */
public record TextRules(SmsLongMessage longMessage, boolean transliterate) {

    /** Interface, "Limits". Counted in UTF-16 units as in Java and JSON: an emoji counts as two. */
    static final int MAX_TEXT_LENGTH = 160;

    /**
     * Transliterates and truncates the text of a message. Does not split it.
     */
    public SmsMessage applied(SmsMessage message) {
        String given = message.messageText();
        if (given == null) {
            return message;
        }
        // Otherwise half of a surrogate pair would become a question mark.
        String text = transliterate && isWhole(given) ? Gsm7.transliterate(given) : given;
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

    /** Returns whether all surrogates are paired. Other texts cannot be encoded in UTF-8. */
    public static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!isPair) {
                    return false;
                }
                i++;
            }
        }
        return true;
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
