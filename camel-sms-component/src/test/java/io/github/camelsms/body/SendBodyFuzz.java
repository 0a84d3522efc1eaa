package io.github.camelsms.body;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Searches for a body that violates {@link BodyCheck}. Not part of the build, which reads the corpus in
 * {@link SendBodyCorpusTest}; see CONTRIBUTING.md for the command.
 */
class SendBodyFuzz {

    private static final BodyReading READING = new BodyReading();

    @FuzzTest(maxDuration = "5m")
    void read(byte[] input) throws IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "sms-body-" + ProcessHandle.current().pid());
        try {
            BodyInput.of(input).check(READING, file);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
