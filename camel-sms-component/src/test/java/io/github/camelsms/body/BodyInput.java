package io.github.camelsms.body;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Format of fuzzer inputs and corpus files: one byte selects the character set and whether a header has the
 * destination; the rest is the body.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BodyInput(String charset, boolean hasDestination, byte[] body) {

    private static final String[] CHARSETS = { "UTF-8", "ISO-8859-1", "UTF-16", "windows-1252" };

    static BodyInput of(byte[] bytes) {
        int choice = bytes.length == 0 ? 0 : Math.floorMod(bytes[0] - '0', 2 * CHARSETS.length);
        return new BodyInput(
                CHARSETS[choice / 2], choice % 2 == 0, Arrays.copyOfRange(bytes, Math.min(1, bytes.length), bytes.length));
    }

    void check(BodyReading reading, Path file) {
        BodyCheck.bytes(body, charset, hasDestination, reading);
        BodyCheck.text(new String(body, StandardCharsets.UTF_8), hasDestination, reading, file);
    }
}
