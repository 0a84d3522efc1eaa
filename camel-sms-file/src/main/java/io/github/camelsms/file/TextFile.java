package io.github.camelsms.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

import io.github.camelsms.model.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * File with the character set and a hash of its content. The character set is UTF-8 if the whole file is valid UTF-8,
 * otherwise Windows-1252, which spreadsheets in many countries write, if the whole file is valid Windows-1252.
 *
 * @param hash first digits of the SHA-256 of the content
 */
record TextFile(Path path, Charset charset, String hash) {

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final String UNKNOWN = "it is neither UTF-8 nor Windows-1252";
    private static final String REMEDY
            = ": save it as CSV UTF-8, or set the option charset to the character set that it has";
    private static final int HASH_DIGITS = 32;
    private static final int MAX_ASCII = 0x7F;

    /**
     * Reads the whole file.
     *
     * @param  configured              the required character set, or null to detect it
     * @throws UnreadableFileException if the file has another one, is not a text, or is only partly UTF-8
     */
    static TextFile of(Path file, @Nullable Charset configured) throws IOException {
        return new TextFile(file, configured == null ? detect(file) : check(file, configured), hash(file));
    }

    private static Charset check(Path file, Charset configured) throws IOException {
        if (!isValid(file, configured)) {
            throw new UnreadableFileException(file, "it is not " + configured + REMEDY);
        }
        return configured;
    }

    private static Charset detect(Path file) throws IOException {
        if (isValid(file, StandardCharsets.UTF_8)) {
            return StandardCharsets.UTF_8;
        }
        // Without the invalid bytes, the other characters come from valid UTF-8 sequences.
        if (hasNonAscii(file, StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE))) {
            throw new UnreadableFileException(file, "it is only partly UTF-8" + REMEDY);
        }
        if (!isValid(file, WINDOWS_1252)) {
            throw new UnreadableFileException(file, UNKNOWN + REMEDY);
        }
        return WINDOWS_1252;
    }

    /** Returns whether all bytes of the file are characters of this set. */
    private static boolean isValid(Path file, Charset charset) throws IOException {
        try {
            hasNonAscii(file, charset.newDecoder());
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Reads the whole file and returns whether it has characters that are not ASCII. */
    private static boolean hasNonAscii(Path file, CharsetDecoder decoder) throws IOException {
        boolean hasNonAscii = false;
        try (Reader reader = new BufferedReader(new InputStreamReader(open(file), decoder))) {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                if (c == 0) {
                    throw new UnreadableFileException(file, UNKNOWN + REMEDY);
                }
                hasNonAscii |= c > MAX_ASCII;
            }
        }
        return hasNonAscii;
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        try (InputStream in = new DigestInputStream(open(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS);
    }

    private static InputStream open(Path file) throws IOException {
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Opens the file after its byte order mark. The reader fails on bytes that are invalid in the character set.
     */
    LineNumberReader open() throws IOException {
        LineNumberReader reader = new LineNumberReader(new InputStreamReader(open(path), charset.newDecoder()));
        try {
            reader.mark(1);
            if (reader.read() != '\uFEFF') {
                reader.reset();
            }
            return reader;
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }
}
