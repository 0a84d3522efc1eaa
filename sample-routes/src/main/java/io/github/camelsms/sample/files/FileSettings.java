package io.github.camelsms.sample.files;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How files are sent.
 *
 * @param chunkSize      messages of one file that are handed to <code>sms:send</code> together, best the size of a
 *                       request
 * @param chunksInFlight chunks on their way at the same time, at least 1; more than one keeps requests full while
 *                       results are written
 * @param retryDelay     how long a file whose messages were not sent rests before it is taken up again
 * @param charset        character set of all files, or null to detect it for each
 */
public record FileSettings(int chunkSize, int chunksInFlight, Duration retryDelay, @Nullable Charset charset) {

    private static final int MAX_MESSAGES = 20_000;

    public FileSettings {
        if (chunkSize < 1 || chunksInFlight < 1 || (long) chunkSize * chunksInFlight > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "sms.files.chunkSize (" + chunkSize + ") and sms.files.chunksInFlight ("
                                               + chunksInFlight + ") must be at least 1, and their product at most "
                                               + MAX_MESSAGES);
        }
    }

    /**
     * The character set that <code>sms.files.charset</code> names, or null for a blank value and <code>auto</code>.
     *
     * @throws IllegalArgumentException if there is no such character set
     */
    public static @Nullable Charset charset(@Nullable String name) {
        if (name == null || name.isBlank() || name.trim().equalsIgnoreCase("auto")) {
            return null;
        }
        try {
            Charset charset = Charset.forName(name.trim());
            if ("\n".getBytes(charset).length != 1) {
                throw new UnsupportedCharsetException(name);
            }
            return charset;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException(
                    "sms.files.charset=" + name + " is not a character set of single bytes or UTF-8: write auto, UTF-8 or windows-1252",
                    e);
        }
    }
}
