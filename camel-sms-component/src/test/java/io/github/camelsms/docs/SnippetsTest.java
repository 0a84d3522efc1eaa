package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that Java code on a page equals a region of a class that is compiled and tested here or in another module.
 */
class SnippetsTest {

    static Stream<Snippet> java() {
        return Documentation.pages().stream()
                // SpringBootPageTest of the starter covers this page.
                .filter(page -> !page.endsWith("spring-boot.md"))
                .flatMap(page -> Snippet.on(page, "java").stream());
    }

    @ParameterizedTest
    @MethodSource("java")
    void javaSnippets_ofEachPage_equalTheirSource(Snippet snippet) {
        assertThat(snippet.source()).as("source of the snippet at %s", snippet).matches("([\\w.-]+/)*\\w+\\.java#[\\w-]+");

        assertThat(snippet.code()).as("snippet at %s", snippet).isEqualTo(region(String.valueOf(snippet.source())));
    }

    /** Returns a file of this directory, or with a module name as prefix an example file of that module. */
    static Path path(String file) {
        return Map.of(
                "sample-routes/", "sample-routes/src/test/java/io/github/camelsms/sample/docs",
                "camel-sms-file/", "camel-sms-file/src/test/java/io/github/camelsms/file/docs",
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
