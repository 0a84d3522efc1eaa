package io.github.camelsms.docs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the page about the service's interface with the citations of its sections in Javadoc.
 */
class InterfacePageTest {

    private static final Path PAGE = Documentation.ROOT.resolve("docs/interface.md");
    private static final Pattern CITATION = Pattern.compile("\\(interface, \"([^\"]+)\"");
    private static final Pattern ANY_CITATION = Pattern.compile("\\(interface\\b");
    private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*(\\*|//)?\\s*");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void citations_inJavadoc_nameSectionsOfThePage() throws IOException {
        List<String> headings = HEADING.matcher(Documentation.read(PAGE)).results().map(heading -> heading.group(1)).toList();
        List<String> cited = new ArrayList<>();
        for (Path source : sources()) {
            String text = LINE_BREAK.matcher(Documentation.read(source)).replaceAll(" ");
            List<MatchResult> citations = CITATION.matcher(text).results().toList();

            assertThat(citations).as("citations of the form (interface, \"SECTION\") in %s", Documentation.nameOf(source))
                    .hasSameSizeAs(ANY_CITATION.matcher(text).results().toList());
            citations.forEach(citation -> cited.add(citation.group(1)));
        }
        assertThat(cited).hasSizeGreaterThan(10).isSubsetOf(headings);
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Documentation.ROOT)) {
            for (Path module : modules) {
                Path folder = module.resolve("src/main/java");
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> files = Files.walk(folder)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
