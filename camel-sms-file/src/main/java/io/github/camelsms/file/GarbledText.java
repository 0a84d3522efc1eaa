package io.github.camelsms.file;

import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Search for text that was decoded with the wrong character set: characters that stand next to letters, but never do in
 * a language that is written with that set.
 */
final class GarbledText {

    /** Shorter than any text that the patterns need. */
    private static final int MAX_TOKEN = 200;
    private static final String ALWAYS_SPECIAL
            = "\u20AC\u201A\u0192\u201E\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u017D\u02DC"
              + "\u0161\u203A\u0153\u017E";
    private static final String PUNCTUATION = "\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u2122\u2026\u0178";
    private static final String NON_ASCII = "[^\\x{00}-\\x{7F}]";
    private static final Pattern TWICE_ENCODED = Pattern.compile(String.join("|",
            // UTF-8 that was decoded as Windows-1252,
            "[\u00C2\u00C3][\u00A1-\u00BA\u00BC-\u00BF" + ALWAYS_SPECIAL + "]", "[\u00C2\u00C3][" + PUNCTUATION + "]\\p{L}",
            "\u00C2\u00A0", "(?<!\\p{L})\u00C3\u00A0", "\u00E2\u20AC", "\u00E2\u201A\u00AC", "\u00E2\u201E\u00A2",
            "\u00EF\u00BB\u00BF", "\u00EF\u00BF\u00BD", "\u00F0\u0178",
            // as code page 850,
            "[\u251C\u252C]" + NON_ASCII, "\u00D4[\u00C7\u00E9\u00E4]" + NON_ASCII, "\u00AD\u0192",
            // and as Mac Roman.
            "[\u221A\u00AC]" + NON_ASCII, "\u201A[\u00C4\u00C7\u00D1]" + NON_ASCII, "\u00FC\u00F2"));
    private static final Pattern NEVER = Pattern.compile("[\u0080-\u009F]|\\p{L}[\u2020\u2021]\\p{L}");
    private static final Pattern NOT_WINDOWS = Pattern.compile(String.join("|",
            // After a letter: letters of DOS and Mac that are signs in Windows-1252,
            "\\p{L}[\u201A\u201E\u0192\u2020\u2021\u02C6\u2030\u2039\u00A1\u00A2\u00A3\u00B5\u00B6]",
            // before a letter,
            "[\u00A3\u2020\u2021\u2030\u0192\u02C6]\\p{L}", "\u00B5(\\p{Lu}|\\p{L}{3})",
            // between letters,
            "\\p{L}[\u20AC\u00A4\u00A5\u00A6\u00AC\u00AF\u201C\u201D\u2122\u203A]\\p{L}",
            // and the no-break space, which is \u00E1 in DOS.
            "\\p{L}\u00A0[\\p{Ll}\\s,.;:!?\")]",
            // An upper-case letter within a lower-case word.
            "(?<!\\p{L})\\p{L}?\\p{Ll}*[a-z][\u00C0-\u00D6\u00D8-\u00DE\u0160\u0152\u017D\u0178]",
            "(?<!\\p{L})[A-Z][\u00C6\u0160\u0152\u017D\u0178][a-z]"));

    private GarbledText() {
    }

    /**
     * Reads a text to its end, or to the first sign that it is garbled.
     *
     * @param  isGuess whether the text was decoded as Windows-1252 because it is not UTF-8
     * @return         the line, the characters and the remedy, or null
     */
    static @Nullable String find(Reader text, boolean isGuess) throws IOException {
        StringBuilder token = new StringBuilder();
        boolean hasNonAscii = false;
        boolean isEscaped = false;
        int line = 1;
        int c;
        do {
            c = text.read();
            // In JSON, the letter of an escape sequence such as \n is not part of the next word.
            boolean isInToken = c > 0x7F || !isEscaped && Character.isLetter(c);
            isEscaped = c == '\\' && !isEscaped;
            if (isInToken) {
                token.append((char) c);
                hasNonAscii |= c > 0x7F;
            }
            if (!isInToken || token.length() == MAX_TOKEN) {
                token.append(isInToken || c < 0 ? "" : (char) c);
                String sign = hasNonAscii ? sign(token, isGuess) : null;
                if (sign != null) {
                    return "line " + line + " " + sign;
                }
                token.setLength(0);
                hasNonAscii = false;
            }
            line += c == '\n' ? 1 : 0;
        } while (c >= 0);
        return null;
    }

    private static @Nullable String sign(StringBuilder token, boolean isGuess) {
        if (token.indexOf("\uFFFD") >= 0) {
            return "has U+FFFD, which replaces characters that an earlier conversion has lost: export the file again";
        }
        Matcher matcher = TWICE_ENCODED.matcher(token);
        if (matcher.find()) {
            return "has " + codePoints(matcher.group())
                   + ", as UTF-8 that was read in another character set has: set the option"
                   + " charset to UTF-8 if it is another one, otherwise export the file again";
        }
        matcher = NEVER.matcher(token);
        if (matcher.find() || isGuess && (matcher = NOT_WINDOWS.matcher(token)).find()) {
            return "has " + codePoints(matcher.group())
                   + " where a text in its character set never has it: set the option charset to"
                   + " the one that it has, such as IBM850 (DOS), x-MacRoman (macOS) or windows-1252, or save it as CSV UTF-8";
        }
        return null;
    }

    /** Returns the characters that are not ASCII. */
    private static String codePoints(String found) {
        StringBuilder list = new StringBuilder();
        found.codePoints().filter(c -> c > 0x7F).forEach(c -> list.append(String.format(" U+%04X", c)));
        return list.substring(1);
    }
}
