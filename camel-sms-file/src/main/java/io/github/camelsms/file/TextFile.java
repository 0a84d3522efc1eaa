package io.github.camelsms.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;

import io.github.camelsms.model.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * File with the character set and a hash of its content. A byte order mark determines the character set, and otherwise
 * the configured one. Without both, it is UTF-8 if the whole file is valid UTF-8, otherwise Windows-1252, which
 * spreadsheets in many countries write. A file that is then not valid, or hardly what was written, is refused.
 *
 * @param hash first digits of the SHA-256 of the content
 */
record TextFile(String name, Source source, Charset charset, String hash) {

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final String UNKNOWN = "it is neither UTF-8 nor Windows-1252";
    private static final String REMEDY
            = ": save it as CSV UTF-8, or set the option charset to the character set that it has";
    /** First bytes of .xlsx and .ods, which are ZIP files, and of .xls. */
    private static final Set<String> WORKBOOKS = Set.of("504b0304", "d0cf11e0");
    private static final int HASH_DIGITS = 32;
    private static final int MAX_ASCII = 0x7F;

    /** Bytes that can be read several times. */
    interface Source {

        InputStream open() throws IOException;
    }

    /**
     * Reads the whole file.
     *
     * @param  name                    for errors
     * @param  configured              the character set without a byte order mark, or null to detect it
     * @throws UnreadableFileException if the file has another one, is garbled or not a text, or is only partly UTF-8
     */
    static TextFile of(String name, Source source, @Nullable Charset configured) throws IOException {
        Charset marked = marked(name, source);
        Charset required = marked == null ? configured : marked;
        if (required != null && !isValid(name, source, required)) {
            throw new UnreadableFileException(name, "it is not " + required + REMEDY);
        }
        Charset charset = required == null ? detect(name, source) : required;
        MessageDigest digest = Sha256.newDigest();
        try (Reader text = reader(new DigestInputStream(source.open(), digest), charset)) {
            String garbled = GarbledText.find(text, required == null && charset.equals(WINDOWS_1252));
            if (garbled != null) {
                throw new UnreadableFileException(name, garbled);
            }
        }
        return new TextFile(name, source, charset, HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS));
    }

    /**
     * Returns the character set of a byte order mark, or null.
     *
     * @throws UnreadableFileException if the file is no text, but what spreadsheet programs save by default
     */
    private static @Nullable Charset marked(String name, Source source) throws IOException {
        byte[] start;
        try (InputStream in = source.open()) {
            start = in.readNBytes(4);
        }
        String mark = HexFormat.of().formatHex(start);
        if (WORKBOOKS.contains(mark)) {
            throw new UnreadableFileException(
                    name, "it is a workbook of a spreadsheet program, such as .xlsx, and no CSV: save it as CSV UTF-8");
        } else if (mark.startsWith("efbbbf")) {
            return StandardCharsets.UTF_8;
        } else if (mark.startsWith("fffe")) {
            return StandardCharsets.UTF_16LE;
        }
        return mark.startsWith("feff") ? StandardCharsets.UTF_16BE : null;
    }

    private static Charset detect(String name, Source source) throws IOException {
        if (isValid(name, source, StandardCharsets.UTF_8)) {
            return StandardCharsets.UTF_8;
        }
        // Without the invalid bytes, the other characters come from valid UTF-8 sequences.
        if (hasNonAscii(name, source, StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE))) {
            throw new UnreadableFileException(name, "it is only partly UTF-8" + REMEDY);
        }
        if (!isValid(name, source, WINDOWS_1252)) {
            throw new UnreadableFileException(name, UNKNOWN + REMEDY);
        }
        return WINDOWS_1252;
    }

    /** Returns whether all bytes of the file are characters of this set. */
    private static boolean isValid(String name, Source source, Charset charset) throws IOException {
        try {
            hasNonAscii(name, source, charset.newDecoder());
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Reads the whole file and returns whether it has characters that are not ASCII. */
    private static boolean hasNonAscii(String name, Source source, CharsetDecoder decoder) throws IOException {
        boolean hasNonAscii = false;
        try (Reader reader = new BufferedReader(new InputStreamReader(source.open(), decoder))) {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                if (c == 0) {
                    throw new UnreadableFileException(name, UNKNOWN + REMEDY);
                }
                hasNonAscii |= c > MAX_ASCII;
            }
        }
        return hasNonAscii;
    }

    private static Reader reader(InputStream bytes, Charset charset) {
        return new TextReader(new InputStreamReader(bytes, charset.newDecoder()));
    }

    /** Opens the file. The reader fails on bytes that are invalid in the character set. */
    Reader open() throws IOException {
        return reader(source.open(), charset);
    }

    /** Returns the exception for a file whose format is wrong. */
    UnreadableFileException unreadable(String reason) {
        return new UnreadableFileException(name, reason);
    }
}
