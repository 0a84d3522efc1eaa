package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The content of a file in the 64 hexadecimal digits of its SHA-256: the same for the same content under any name.
 */
record FileFingerprint(String digest) {

    private static final int DIGITS_OF_ID = 32;

    /**
     * Reads the whole file once.
     */
    static FileFingerprint of(Path file) throws IOException {
        MessageDigest sha256 = sha256();
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
             DigestOutputStream out = new DigestOutputStream(java.io.OutputStream.nullOutputStream(), sha256)) {
            in.transferTo(out);
        }
        return new FileFingerprint(HexFormat.of().formatHex(sha256.digest()));
    }

    /**
     * Correlation id for a line that has none: the same whenever the same content is read. With the longest line number
     * it has 43 of the 50 characters that the interface allows.
     */
    String correlationId(int line) {
        return digest.substring(0, DIGITS_OF_ID) + "-" + line;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
