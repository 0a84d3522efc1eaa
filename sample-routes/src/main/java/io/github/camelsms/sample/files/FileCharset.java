package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Detection of a file's character set: UTF-8 if the whole file is valid UTF-8, otherwise Windows-1252, which
 * spreadsheets in many countries write.
 */
final class FileCharset {

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final String REMEDY
            = ": save it as CSV UTF-8, or set sms.files.charset to the character set that it has";
    private static final char REPLACED = '\uFFFD';
    private static final int ASCII = 0x7F;

    private FileCharset() {
    }

    /**
     * Returns the character set of a file, after reading all of it.
     *
     * @param  configured              the required character set, or null to detect it
     * @throws UnreadableFileException if the file has another one, is not a text, or is only partly UTF-8
     */
    static Charset of(Path file, @Nullable Charset configured) throws IOException {
        Charset expected = configured == null ? StandardCharsets.UTF_8 : configured;
        boolean isExpected = true;
        boolean hasAccents = false;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
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
        return isExpected ? expected : WINDOWS_1252;
    }

    /**
     * Opens a file and skips its byte order mark. The reader fails on bytes that are invalid in the character set.
     */
    static BufferedReader open(Path file, Charset charset) throws IOException {
        InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        BufferedReader reader = new BufferedReader(
                new InputStreamReader(
                        in, charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)));
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
