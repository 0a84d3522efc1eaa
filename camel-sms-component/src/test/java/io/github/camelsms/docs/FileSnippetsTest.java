package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a complete file on a page equals the file that other tests load. XML routes always come from a file.
 */
class FileSnippetsTest {

    private static final Path RESOURCES = Documentation.MODULE.resolve("src/test/resources/io/github/camelsms");

    static Stream<Snippet> files() {
        return snippets().filter(snippet -> snippet.source() != null && !snippet.language().equals("java"));
    }

    static Stream<Snippet> xmlRoutes() {
        return snippets().filter(snippet -> snippet.language().equals("xml") && snippet.code().contains("<route "));
    }

    @ParameterizedTest
    @MethodSource("files")
    void fileSnippets_ofEachPage_equalTheTestedFiles(Snippet snippet) {
        String file = Documentation.read(path(String.valueOf(snippet.source())));

        assertThat(snippet.code()).as("snippet at %s", snippet).isEqualTo(file.stripTrailing());
    }

    @ParameterizedTest
    @MethodSource("xmlRoutes")
    void xmlRoutes_ofEachPage_haveASource(Snippet snippet) {
        assertThat(snippet.source()).as("source of the snippet at %s", snippet).isNotNull();
    }

    /** Returns a file of this module, or with a module name as prefix an example file of that module. */
    private static Path path(String source) {
        for (String module : List.of(
                "sample-routes", "sample-spring-boot", "camel-sms-store-jdbc", "camel-sms-file", "camel-sms-operations")) {
            if (source.startsWith(module + "/")) {
                return Documentation.ROOT.resolve(module).resolve("src/test/resources/docs")
                        .resolve(source.substring(module.length() + 1));
            }
        }
        return RESOURCES.resolve(source);
    }

    private static Stream<Snippet> snippets() {
        return Documentation.pages().stream().flatMap(page -> Snippet.on(page).stream());
    }
}
