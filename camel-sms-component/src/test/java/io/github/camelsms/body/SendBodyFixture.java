package io.github.camelsms.body;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.component.file.GenericFile;

/**
 * Message bodies in each form and the reader for them.
 */
abstract class SendBodyFixture {

    static final String NUMBER = "11987654321";
    static final String ONE = json("c1");
    static final String TWO = json("c2");
    static final String BOM = "\ufeff";

    @TempDir
    Path folder;

    final BodyReading reading = new BodyReading();
    final ClosingInput inputs = new ClosingInput();

    @AfterEach
    void close() {
        reading.close();
    }

    Stream<Object> everyKind(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("body-" + text.hashCode()), bytes);
        GenericFile<File> genericFile = new GenericFile<>();
        genericFile.setFile(file.toFile());
        return Stream.of(
                text, new StringBuilder(text), bytes, inputs.stream(bytes), new StringReader(text), file, file.toFile(),
                genericFile);
    }

    static Object tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String json(String id) {
        return "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER + "\",\"correlationId\":\"" + id + "\"}";
    }

    static Map<String, Object> fields(String id) {
        return new HashMap<>(Map.of("messageText", "hello", "destination", NUMBER, "correlationId", id));
    }
}
