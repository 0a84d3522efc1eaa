package io.github.camelsms.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Sanitizer of the service's texts for logs and results: one line of limited length without escapes, credentials,
 * numbers, codes and words of the message texts.
 */
final class ServiceText {

    static final int MAX_LENGTH = 200;
    static final String HIDDEN = "****";

    /** Limits the work on a long text. */
    private static final int MAX_READ = 4_000;
    private static final int MAX_ROUNDS = 4;
    /** One-time codes have at least four characters. */
    private static final int MIN_HIDDEN_LENGTH = 4;
    /** An underscore keeps an error code such as INVALID_NUMBER together, which a message text does not contain. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}_]++");
    private static final Pattern PART_OF_WORD = Pattern.compile("[\\p{L}\\p{N}]++");
    /** Letters with at least two digits: a one-time code, or encoded text. */
    private static final Pattern CODE = Pattern.compile("(?=.*\\p{L})[^\\p{N}]*+\\p{N}[^\\p{N}]*+\\p{N}.*");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern URL = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");
    private static final Pattern JSON = Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|([\"\\\\/]))");
    private static final Pattern HTML_NUMBER = Pattern.compile("&#(?:[xX]([0-9A-Fa-f]{1,6})|(\\d{1,7}));?");
    /** Letters with an accent, such as <code>&amp;ccedil;</code>, are read without it. */
    private static final Pattern HTML_LETTER = Pattern.compile("&([A-Za-z])(?:acute|grave|circ|tilde|uml|cedil);");

    private ServiceText() {
    }

    /**
     * Returns what is shown of a text of the service; null for null and blank text.
     *
     * @param about       the messages that the text is about, possibly none; their words are not shown
     * @param credentials credentials of the request, which are not shown
     */
    static @Nullable String shown(@Nullable String text, List<SmsMessage> about, Credentials credentials) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String whole = credentials.hide(text);
        String read = whole.length() <= MAX_READ ? whole : whole.substring(0, MAX_READ);
        String words = OneLine.of(credentials.hide(withoutEscapes(read)), MAX_READ);
        NavigableSet<String> ownWords = wordsOf(about);
        String unquoted = WORD.matcher(words).replaceAll(
                word -> isOwn(word.group(), ownWords) ? HIDDEN : Matcher.quoteReplacement(word.group()));
        String masked = PART_OF_WORD.matcher(unquoted).replaceAll(
                part -> CODE.matcher(part.group()).matches() ? HIDDEN : part.group());
        return OneLine.of(Masked.digits(masked, MIN_HIDDEN_LENGTH, digits -> HIDDEN), MAX_LENGTH);
    }

    private static NavigableSet<String> wordsOf(List<SmsMessage> messages) {
        NavigableSet<String> words = new TreeSet<>();
        for (SmsMessage message : messages) {
            String text = message.messageText();
            WORD.matcher(text == null ? "" : text).results().forEach(word -> words.add(plain(word.group())));
        }
        return words;
    }

    /** Returns whether a word is in a message text, or begins one, because the service may cut the text. */
    private static boolean isOwn(String word, NavigableSet<String> ownWords) {
        String plain = plain(word);
        String next = plain.length() < MIN_HIDDEN_LENGTH ? null : ownWords.ceiling(plain);
        return next != null && next.startsWith(plain);
    }

    private static String plain(String word) {
        return MARKS.matcher(Normalizer.normalize(word, Normalizer.Form.NFKD)).replaceAll("").toLowerCase(Locale.ROOT);
    }

    /** Undoes escapes of URLs, JSON and HTML, also nested ones. */
    static String withoutEscapes(String text) {
        String before = "";
        String plain = text;
        for (int round = 0; round < MAX_ROUNDS && !plain.equals(before); round++) {
            before = plain;
            plain = JSON.matcher(plain).replaceAll(
                    escape -> escape.group(1) == null ? Matcher.quoteReplacement(escape.group(2)) : character(escape));
            plain = HTML_NUMBER.matcher(plain).replaceAll(ServiceText::character);
            plain = HTML_LETTER.matcher(plain).replaceAll("$1");
            plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'")
                    .replace("&nbsp;", " ").replace("&amp;", "&");
            plain = URL.matcher(plain).replaceAll(ServiceText::ofUrl);
        }
        return plain;
    }

    /** Returns the character of an escape whose first group is hexadecimal, or whose second is decimal. */
    private static String character(MatchResult escape) {
        String hex = escape.group(1);
        int character = hex == null ? Integer.parseInt(escape.group(2)) : Integer.parseInt(hex, 16);
        return Character.isValidCodePoint(character) ? Matcher.quoteReplacement(Character.toString(character)) : " ";
    }

    private static String ofUrl(MatchResult escape) {
        String hex = escape.group();
        byte[] bytes = new byte[hex.length() / 3];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(3 * i + 1, 3 * i + 3), 16);
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            text = new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return Matcher.quoteReplacement(text);
    }
}
