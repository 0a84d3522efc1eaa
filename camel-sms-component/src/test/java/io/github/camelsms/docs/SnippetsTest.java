package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Java on a page is a part of a class that compiles here, or in another module, and that other tests run.
 */
class SnippetsTest {

    static Stream<Snippet> java() {
        return Documentation.pages().stream()
                // The starter's SpringBootPageTest compares those of this page.
                .filter(page -> !page.endsWith("spring-boot.md"))
                .flatMap(page -> Snippet.on(page, "java").stream());
    }

    @ParameterizedTest
    @MethodSource("java")
    void java_onAPage_isThatOfItsSource(Snippet snippet) {
        assertThat(snippet.source()).as("source of the snippet at %s", snippet).matches("([\\w.-]+/)*\\w+\\.java#[\\w-]+");

        assertThat(snippet.code()).as("snippet at %s", snippet).isEqualTo(region(String.valueOf(snippet.source())));
    }

    /** A file of this folder, or with the name of a module before it a file among the examples of that module. */
    private static Path path(String file) {
        return Map.of(
                "sample-routes/", "sample-routes/src/test/java/io/github/camelsms/sample/docs",
                "camel-sms-store-jdbc/", "camel-sms-store-jdbc/src/test/java/io/github/camelsms/store/jdbc/docs")
                .entrySet().stream().filter(module -> file.startsWith(module.getKey()))
                .map(module -> Documentation.ROOT.resolve(module.getValue()).resolve(file.substring(module.getKey().length())))
                .findAny().orElseGet(() -> Documentation.MODULE.resolve("src/test/java/io/github/camelsms/docs").resolve(file));
    }

    private static String region(String source) {
        String file = source.substring(0, source.indexOf('#'));
        String name = source.substring(source.indexOf('#') + 1);
        Path path = path(file);
        String text = Documentation.read(path);
        String start = "// tag::" + name + "[]\n";
        int from = text.indexOf(start);
        int to = text.lastIndexOf('\n', text.indexOf("// end::" + name + "[]"));
        assertThat(from).as("region %s of %s", name, file).isNotNegative();
        return text.substring(from + start.length(), to).stripIndent()
                .replace("package io.github.camelsms.docs;", "package hello;");
    }
}
