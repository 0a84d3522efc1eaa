package io.github.camelsms.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * User-perceived characters: a letter with its marks, or an emoji of several code points. The regular expressions of
 * Java know more of them than <code>java.text.BreakIterator</code>.
 */
final class Graphemes {

    static final Pattern CHARACTER = Pattern.compile("\\X");

    private Graphemes() {
    }

    /**
     * Returns the end of the longest text of whole characters with at most <code>maxLength</code> UTF-16 units. If the
     * first character is longer, only its surrogate pairs are kept whole.
     *
     * @param from start of a character
     */
    static int end(String text, int from, int maxLength) {
        int limit = from + maxLength;
        if (limit >= text.length()) {
            return text.length();
        }
        // One more character than fits is enough to tell where the last one ends.
        Matcher characters = CHARACTER.matcher(text);
        int end = from;
        while (characters.find(end) && characters.end() <= limit) {
            end = characters.end();
        }
        if (end > from) {
            return end;
        }
        boolean isWithinPair = maxLength > 1 && Character.isSurrogatePair(text.charAt(limit - 1), text.charAt(limit));
        return isWithinPair ? limit - 1 : limit;
    }
}
