package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * File with the character set and a hash of its content. The character set is UTF-8 if the whole file is valid UTF-8,
 * otherwise Windows-1252, which spreadsheets in many countries write.
 *
 * @param hash first digits of the SHA-256 of the content
 */
record TextFile(Path path, Charset charset, String hash) {

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final String REMEDY
            = ": save it as CSV UTF-8, or set sms.files.charset to the character set that it has";
    private static final int HASH_DIGITS = 32;
    private static final char REPLACED = '\uFFFD';
    private static final int ASCII = 0x7F;

    /**
     * Reads the whole file.
     *
     * @param  configured              the required character set, or null to detect it
     * @throws UnreadableFileException if the file has another one, is not a text, or is only partly UTF-8
     */
    static TextFile of(Path file, @Nullable Charset configured) throws IOException {
        Charset expected = configured == null ? StandardCharsets.UTF_8 : configured;
        boolean isExpected = true;
        boolean hasAccents = false;
        MessageDigest digest = sha256();
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), digest);
             Reader reader = new BufferedReader(new InputStreamReader(in, expected))) {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                if (c == 0) {
                    throw new UnreadableFileException("it is neither UTF-8 nor Windows-1252" + REMEDY);
                }
                isExpected &= c != REPLACED;
                hasAccents |= c > ASCII && c != REPLACED;
            }
        }
        if (!isExpected && configured != null) {
            throw new UnreadableFileException("it is not " + configured + REMEDY);
        }
        if (!isExpected && hasAccents) {
            throw new UnreadableFileException("it is only partly UTF-8" + REMEDY);
        }
        return new TextFile(
                file, isExpected ? expected : WINDOWS_1252,
                HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS));
    }

    /**
     * Opens the file after its byte order mark. The reader fails on bytes that are invalid in the character set.
     */
    LineNumberReader open() throws IOException {
        LineNumberReader reader = new LineNumberReader(
                new InputStreamReader(Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS), charset.newDecoder()));
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

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java runtime has SHA-256", e);
        }
    }
}
