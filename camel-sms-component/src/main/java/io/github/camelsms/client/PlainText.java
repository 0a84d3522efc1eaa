package io.github.camelsms.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decoder of URL, HTML and JSON escapes in the service's texts, also nested.
 */
final class PlainText {

    private static final int MAX_ROUNDS = 4;
    private static final Pattern URL = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");
    private static final Pattern JSON = Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|[nrtbf])");
    private static final Pattern HTML_NUMBER = Pattern.compile("&#(?:[xX]([0-9A-Fa-f]{1,6})|(\\d{1,7}));?");
    /** Named letters with an accent, such as <code>&amp;ccedil;</code>, without the accent. */
    private static final Pattern HTML_LETTER
            = Pattern.compile("&([A-Za-z])(?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron);");
    private static final Pattern HTML_OTHER = Pattern.compile("&(amp|lt|gt|quot|apos|nbsp|ordm|ordf);");
    private static final Pattern TAG = Pattern.compile("<[!/a-zA-Z][^<>]{0,200}>");

    private PlainText() {
    }

    static String of(String text) {
        return TAG.matcher(withTags(text)).replaceAll(" ");
    }

    static String withTags(String text) {
        String before = "";
        String plain = text;
        for (int round = 0; round < MAX_ROUNDS && !plain.equals(before); round++) {
            before = plain;
            plain = JSON.matcher(plain).replaceAll(PlainText::json);
            plain = HTML_NUMBER.matcher(plain).replaceAll(PlainText::htmlNumber);
            plain = HTML_LETTER.matcher(plain).replaceAll("$1");
            plain = HTML_OTHER.matcher(plain).replaceAll(match -> match.group(1).equals("amp") ? "&" : " ");
            plain = URL.matcher(plain).replaceAll(PlainText::url);
        }
        return plain;
    }

    private static String json(MatchResult escape) {
        String hex = escape.group(1) == null ? escape.group(2) : escape.group(1);
        return hex == null ? " " : literal(Character.toString(Integer.parseInt(hex, 16)));
    }

    private static String htmlNumber(MatchResult escape) {
        int character = escape.group(1) == null ? Integer.parseInt(escape.group(2)) : Integer.parseInt(escape.group(1), 16);
        return Character.isValidCodePoint(character) ? literal(Character.toString(character)) : " ";
    }

    private static String url(MatchResult escape) {
        String hex = escape.group();
        byte[] bytes = new byte[hex.length() / 3];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(3 * i + 1, 3 * i + 3), 16);
        }
        try {
            return literal(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return literal(new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    private static String literal(String text) {
        return Matcher.quoteReplacement(text);
    }
}
