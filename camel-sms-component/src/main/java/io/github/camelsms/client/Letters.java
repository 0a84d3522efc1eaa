package io.github.camelsms.client;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Letters and digits of a text, in lower case and without accents, with their positions in the text.
 *
 * @param letters   letters and digits
 * @param positions index of each one's character in the text
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Letters(String letters, int[] positions) {

    private static final Pattern MARKS = Pattern.compile("\\p{M}+");

    static Letters of(String text) {
        StringBuilder letters = new StringBuilder(text.length());
        int[] positions = new int[Math.max(16, 2 * text.length())];
        for (int at = 0; at < text.length();) {
            int character = text.codePointAt(at);
            String plain = plain(character);
            for (int i = 0; i < plain.length(); i++) {
                if (letters.length() == positions.length) {
                    positions = Arrays.copyOf(positions, 2 * positions.length);
                }
                positions[letters.length()] = at;
                letters.append(plain.charAt(i));
            }
            at += Character.charCount(character);
        }
        return new Letters(letters.toString(), positions);
    }

    private static String plain(int character) {
        if (character < 128) {
            return Character.isLetterOrDigit(character) ? String.valueOf((char) Character.toLowerCase(character)) : "";
        }
        if (Character.getType(character) == Character.DECIMAL_DIGIT_NUMBER) {
            return String.valueOf(Character.digit(character, 10));
        }
        String decomposed = Normalizer.normalize(Character.toString(character), Normalizer.Form.NFKD);
        String plain = MARKS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
        return plain.codePoints().allMatch(Character::isLetterOrDigit) ? plain : "";
    }
}
