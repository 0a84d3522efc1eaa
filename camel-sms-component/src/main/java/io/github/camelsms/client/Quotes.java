package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Redaction of quotations of a request's messages in the service's texts. A quotation is a word that looks like a code,
 * or six consecutive letters and digits of a message text, or all of a shorter one. Case, accents and punctuation do
 * not matter. Quotations in Base64 and hexadecimal are found, too.
 */
final class Quotes {

    static final String HIDDEN = "****";
    private static final int PIECE = 6;
    /** An error code and a text may have a few letters in common by chance. */
    private static final int PIECE_OF_ERROR_CODE = 10;
    private static final int MIN_PIECE = 4;
    private static final Pattern ANY_WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]{4,}");
    /** An error code of the service. */
    private static final Pattern ERROR_CODE = Pattern.compile("[A-Z][A-Z_]{2,39}");
    private static final int BASE64_GROUP = 3;

    private final String words;
    private final Letters own;
    private final int piece;
    private final BitSet hidden;
    private final Map<String, List<Integer>> pieces = new HashMap<>();

    private Quotes(String words) {
        this.words = words;
        this.own = Letters.of(words);
        this.piece = ERROR_CODE.matcher(words).matches() ? PIECE_OF_ERROR_CODE : PIECE;
        this.hidden = new BitSet(words.length());
        for (int at = 0; at + piece <= own.letters().length(); at++) {
            pieces.computeIfAbsent(own.letters().substring(at, at + piece), any -> new ArrayList<>(1)).add(at);
        }
    }

    /**
     * Replaces each quotation with four asterisks.
     *
     * @param words at most some thousand characters
     */
    static String hide(String words, List<SmsMessage> about) {
        if (about.isEmpty()) {
            return words;
        }
        Quotes quotes = new Quotes(words);
        Set<String> codes = new HashSet<>();
        for (SmsMessage message : about) {
            quotes.findPlain(message.messageText());
            quotes.findEncoded(message.messageText());
            quotes.findEncoded(message.destination());
            collectCodes(message.messageText(), codes);
        }
        quotes.findWords(codes);
        return quotes.withoutHidden();
    }

    private void findPlain(@Nullable String text) {
        String secret = text == null ? "" : Letters.of(text).letters();
        String words = own.letters();
        findPieces(secret);
        if (secret.length() < piece && secret.length() >= MIN_PIECE) {
            for (int at = words.indexOf(secret); at >= 0; at = words.indexOf(secret, at + 1)) {
                hideLetters(at, secret.length());
            }
        }
        if (words.length() < piece && words.length() >= MIN_PIECE && secret.contains(words)) {
            hideLetters(0, words.length());
        }
    }

    private void findEncoded(@Nullable String secret) {
        byte[] bytes = secret == null ? new byte[0] : secret.getBytes(StandardCharsets.UTF_8);
        findPieces(HexFormat.of().formatHex(bytes));
        // Within a longer encoded text, a copy can begin at each of the three positions of a group.
        for (int from = 0; from < BASE64_GROUP && from < bytes.length; from++) {
            String base64 = Base64.getEncoder().withoutPadding().encodeToString(Arrays.copyOfRange(bytes, from, bytes.length));
            findPieces(Letters.of(base64).letters());
        }
    }

    private void findPieces(String secret) {
        for (int at = 0; at + piece <= secret.length(); at++) {
            for (int found : pieces.getOrDefault(secret.substring(at, at + piece), List.of())) {
                hideLetters(found, piece);
            }
        }
    }

    private void hideLetters(int first, int count) {
        int end = own.positions()[first + count - 1];
        hidden.set(own.positions()[first], end + Character.charCount(words.codePointAt(end)));
    }

    /** Collects words that may be a one-time code: words in capitals, or with a digit. */
    private static void collectCodes(@Nullable String text, Set<String> codes) {
        for (Matcher word = WORD.matcher(text == null ? "" : text); word.find();) {
            boolean hasDigit = word.group().codePoints().anyMatch(Character::isDigit);
            if (hasDigit || word.group().equals(word.group().toUpperCase(Locale.ROOT))) {
                codes.add(Letters.of(word.group()).letters());
            }
        }
    }

    private void findWords(Set<String> codes) {
        for (Matcher word = WORD.matcher(words); word.find();) {
            if (codes.contains(Letters.of(word.group()).letters())) {
                hidden.set(word.start(), word.end());
            }
        }
    }

    private String withoutHidden() {
        hideWholeWords();
        StringBuilder shown = new StringBuilder(words.length());
        for (int at = 0; at < words.length();) {
            int from = hidden.nextSetBit(at);
            if (from < 0) {
                return shown.append(words, at, words.length()).toString();
            }
            shown.append(words, at, from).append(HIDDEN);
            at = hidden.nextClearBit(from);
            // Merges hidden pieces without a letter or digit between them.
            for (int next = hidden.nextSetBit(at); next >= 0 && isGap(at, next); next = hidden.nextSetBit(at)) {
                at = hidden.nextClearBit(next);
            }
        }
        return shown.toString();
    }

    /** The rest of a word with a hidden piece may belong to the same encoded copy. */
    private void hideWholeWords() {
        for (Matcher word = ANY_WORD.matcher(words); word.find();) {
            int first = hidden.nextSetBit(word.start());
            if (first >= 0 && first < word.end()) {
                hidden.set(word.start(), word.end());
            }
        }
    }

    private boolean isGap(int from, int to) {
        return words.substring(from, to).codePoints().noneMatch(Character::isLetterOrDigit);
    }
}
