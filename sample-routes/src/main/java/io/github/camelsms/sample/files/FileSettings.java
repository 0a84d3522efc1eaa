package io.github.camelsms.sample.files;

import java.time.Duration;

/**
 * How files are sent.
 *
 * @param chunkSize      messages of one file that are handed to <code>sms:send</code> together, best the size of a
 *                       request
 * @param chunksInFlight chunks on their way at the same time, at least 1; more than one keeps requests full while
 *                       results are written
 * @param retryDelay     how long a file whose messages were not sent rests before it is taken up again
 */
public record FileSettings(int chunkSize, int chunksInFlight, Duration retryDelay) {

    public FileSettings {
        if (chunkSize < 1 || chunksInFlight < 1) {
            throw new IllegalArgumentException(
                    "sms.files.chunkSize (" + chunkSize + ") and sms.files.chunksInFlight ("
                                               + chunksInFlight + ") must be at least 1");
        }
    }
}
