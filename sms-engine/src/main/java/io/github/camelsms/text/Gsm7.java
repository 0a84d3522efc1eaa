package io.github.camelsms.text;

import java.text.Normalizer;
import java.util.BitSet;
import java.util.regex.Matcher;

import org.jspecify.annotations.Nullable;

/**
 * GSM-7 alphabet (3GPP TS 23.038, 6.2.1: default alphabet and its extension, without national tables), with
 * transliteration of other characters.
 */
final class Gsm7 {

    private static final String BASIC = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
                                        + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
    private static final String EXTENSION = "\f^{}\\[~]|€";
    private static final BitSet ALPHABET = new BitSet();
    /** Number of positions of each character; 0 outside the alphabet. */
    private static final byte[] WIDTHS = new byte['\u20ac' + 1];
    /** The positions of a text that needs another alphabet. */
    static final int OTHER_ALPHABET = -1;

    static {
        (BASIC + EXTENSION).chars().forEach(ALPHABET::set);
        BASIC.chars().forEach(c -> WIDTHS[c] = 1);
        EXTENSION.chars().forEach(c -> WIDTHS[c] = 2);
    }

    private static final char NO_REPLACEMENT = '?';
    /** Marks that strike out a character and so negate its meaning. */
    private static final String NEGATIONS = "\u0337\u0338\u20d2\u20d3\u20e0\u20e5\u20eb";

    /** More marks of a character are unreadable, and their composition takes quadratic time (Unicode, UAX #15, 13). */
    private static final int MAX_MARKS = 30;

    private Gsm7() {
    }

    /** Returns whether the alphabet has all characters of a text. */
    static boolean holds(String text) {
        return positions(text) != OTHER_ALPHABET;
    }

    /** Returns the number of positions of a text, or {@link #OTHER_ALPHABET}. */
    static int positions(String text) {
        int positions = 0;
        for (int i = 0; i < text.length(); i++) {
            int width = width(text.charAt(i));
            if (width == 0) {
                return OTHER_ALPHABET;
            }
            positions += width;
        }
        return positions;
    }

    /** Returns the number of positions of a character, 1 or 2; 0 outside the alphabet. */
    static int width(char character) {
        return character < WIDTHS.length ? WIDTHS[character] : 0;
    }

    /**
     * Replaces each character that is not in the alphabet with the nearest ones, or with one question mark. Invisible
     * characters are removed. The text may become longer.
     */
    static String transliterate(String text) {
        if (holds(text)) {
            return text;
        }
        StringBuilder replaced = new StringBuilder(text.length());
        // Composed, because the alphabet has é as one character.
        Matcher characters = Graphemes.CHARACTER.matcher(Normalizer.normalize(withoutExcessMarks(text), Normalizer.Form.NFC));
        while (characters.find()) {
            append(replaced, characters.group());
        }
        return replaced.toString();
    }

    /** Returns a text with at most 30 marks of each character. */
    static String withoutExcessMarks(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        int marks = 0;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            marks = isMark(c) ? marks + 1 : 0;
            if (marks <= MAX_MARKS) {
                kept.appendCodePoint(c);
            }
        }
        return kept.toString();
    }

    private static void append(StringBuilder replaced, String character) {
        boolean lost = false;
        for (int codePoint : character.codePoints().toArray()) {
            String near = near(codePoint);
            if (near != null) {
                replaced.append(near);
            } else if (!lost) {
                lost = true;
                replaced.append(NO_REPLACEMENT);
            }
        }
    }

    private static @Nullable String near(int codePoint) {
        if (ALPHABET.get(codePoint)) {
            return Character.toString(codePoint);
        }
        String near = Gsm7Replacements.of(codePoint);
        if (near != null) {
            return near;
        } else if (NEGATIONS.indexOf(codePoint) >= 0) {
            return null;
        } else if (isInvisible(codePoint)) {
            return "";
        } else if (Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint)) {
            return " ";
        }
        return decomposed(Character.toString(codePoint));
    }

    private static @Nullable String decomposed(String character) {
        String pieces = Normalizer.normalize(character, Normalizer.Form.NFKD);
        if (pieces.equals(character)) {
            return null;
        }
        StringBuilder near = new StringBuilder();
        for (int piece : pieces.codePoints().toArray()) {
            String nearPiece = near(piece);
            if (nearPiece == null) {
                return null;
            }
            near.append(nearPiece);
        }
        return near.toString();
    }

    private static boolean isInvisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.FORMAT -> true;
            case Character.CONTROL -> !Character.isWhitespace(codePoint);
            default -> isMark(codePoint);
        };
    }

    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }
}
