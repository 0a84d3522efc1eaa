package io.github.camelsms.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads the corpus of the fuzzer again: each file is a {@link ResponseInput}. Runs without the fuzzer, on every
 * platform.
 */
class ResponseCorpusTest {

    private static final Path CORPUS = Path.of("src/test/resources/io/github/camelsms/client");

    static List<Path> sendResponses() throws IOException {
        return files("SendResponseFuzzInputs");
    }

    static List<Path> statusResponses() throws IOException {
        return files("StatusResponseFuzzInputs");
    }

    private static List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(CORPUS.resolve(folder))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("sendResponses")
    void read_corpusSendResponse_passesEachCheck(Path file) throws IOException {
        ResponseInput.of(Files.readAllBytes(file)).readAsSendResponse();
    }

    @ParameterizedTest
    @MethodSource("statusResponses")
    void read_corpusStatusResponse_passesEachCheck(Path file) throws IOException {
        ResponseInput.of(Files.readAllBytes(file)).readAsStatusResponse();
    }
}
