package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Test for the application with a relative work folder, as by default.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS,
                properties = { "sms.simulator=true", "sms.broker.url=" })
@DirtiesContext
class RelativeWorkFolderTest {

    private static Path folder = Path.of("");

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry properties) throws IOException {
        folder = Files.createTempDirectory(Path.of("target"), "work");
        properties.add("sms.work.dir", folder::toString);
    }

    @Test
    void inbox_relativeWorkFolder_movesFilesToItsFolders() throws IOException {
        Files.writeString(folder.resolve("inbox/good.csv"), """
                destination,messageText,correlationId
                11987650001,Your order 1 is ready,order-1
                """);
        Files.writeString(folder.resolve("inbox/empty.csv"), "");

        Awaitility.await().atMost(Duration.ofMinutes(1)).ignoreException(NoSuchFileException.class).untilAsserted(() -> {
            assertThat(names("inbox/.done")).hasSize(2);
            assertThat(names("failed")).containsExactly("empty.csv");
        });
        assertThat(names("inbox")).containsExactly(".done");
    }

    private static List<String> names(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(name))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
