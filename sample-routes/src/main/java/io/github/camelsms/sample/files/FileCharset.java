package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Finds the character set of a file before anything of it is sent: UTF-8 if all of it is, otherwise Windows-1252, which
 * spreadsheets of many countries write.
 */
final class FileCharset {

    static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final String REMEDY
            = ": save it as CSV UTF-8, or set sms.files.charset to the character set that it has";

    private FileCharset() {
    }

    /**
     * The character set of the file.
     *
     * @param  configured              the only one that files may have, or null to detect it
     * @throws UnreadableFileException if the file does not have it, is no text, or has two
     */
    static Charset of(Path file, @Nullable Charset configured) throws IOException, UnreadableFileException {
        if (configured != null) {
            if (!matches(file, configured)) {
                throw new UnreadableFileException("the file is not " + configured + REMEDY);
            }
            return configured;
        }
        if (matches(file, StandardCharsets.UTF_8)) {
            return StandardCharsets.UTF_8;
        }
        if (hasAccentsOfUtf8(file)) {
            throw new UnreadableFileException("the file is UTF-8 only in parts" + REMEDY);
        }
        if (!matches(file, WINDOWS_1252)) {
            throw new UnreadableFileException("the file is neither UTF-8 nor Windows-1252" + REMEDY);
        }
        return WINDOWS_1252;
    }

    /** A zero character is in no text, but in each that is read in half the width of its characters. */
    private static boolean matches(Path file, Charset charset) throws IOException {
        CharsetDecoder strict = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        try (Reader reader = new InputStreamReader(open(file), strict)) {
            char[] buffer = new char[8192];
            for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                for (int i = 0; i < n; i++) {
                    if (buffer[i] == 0) {
                        return false;
                    }
                }
            }
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean hasAccentsOfUtf8(Path file) throws IOException {
        try (Reader reader = new InputStreamReader(open(file), StandardCharsets.UTF_8)) {
            char[] buffer = new char[8192];
            for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                for (int i = 0; i < n; i++) {
                    if (buffer[i] > 0x7F && buffer[i] != '\uFFFD') {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    private static InputStream open(Path file) throws IOException {
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }
}
