package io.github.camelsms.body;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads the corpus of the fuzzer again: each file is a {@link BodyInput}. Runs without the fuzzer, on every platform.
 */
class SendBodyCorpusTest {

    private static final Path CORPUS = Path.of("src/test/resources/io/github/camelsms/SendBodyFuzzInputs");

    @TempDir
    private Path folder;

    private final BodyReading reading = new BodyReading();

    @AfterEach
    void close() {
        reading.close();
    }

    static List<Path> bodies() throws IOException {
        try (Stream<Path> files = Files.walk(CORPUS)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void read_corpusBody_passesEachCheck(Path file) throws IOException {
        BodyInput.of(Files.readAllBytes(file)).check(reading, folder.resolve("body"));
    }
}
