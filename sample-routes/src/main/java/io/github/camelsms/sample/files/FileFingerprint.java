package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The content of a file in 64 hexadecimal digits: the same for the same content under any name.
 */
record FileFingerprint(String digest) {

    private static final int SHORT = 8;

    /**
     * Reads the whole file once, also to make sure, before anything of it is sent, that it is UTF-8.
     *
     * @throws UnreadableFileException if it is not
     */
    static FileFingerprint of(Path file) throws IOException, UnreadableFileException {
        MessageDigest sha256 = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256);
             Reader reader = new InputStreamReader(
                     in, StandardCharsets.UTF_8.newDecoder()
                             .onMalformedInput(CodingErrorAction.REPORT)
                             .onUnmappableCharacter(CodingErrorAction.REPORT))) {
            char[] buffer = new char[8192];
            while (reader.read(buffer) >= 0) {
                // Reading is what feeds the digest.
            }
        } catch (CharacterCodingException e) {
            throw new UnreadableFileException("the file is not UTF-8: save it in that encoding");
        }
        return new FileFingerprint(HexFormat.of().formatHex(sha256.digest()));
    }

    /**
     * The first eight digits, enough to tell the files of a folder apart.
     */
    String shortForm() {
        return digest.substring(0, SHORT);
    }

    /**
     * Correlation id for a line that has none: the same whenever the same content is read, so that a message sent again
     * after a crash can be recognised by its id.
     */
    String correlationId(int line) {
        return digest.substring(0, 16) + "-" + line;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
