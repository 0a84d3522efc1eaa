package io.github.camelsms.docs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that files, tests and versions named by the pages exist.
 */
class LinksTest {

    private static final Pattern MARKDOWN_LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");
    private static final Pattern ASCIIDOC_LINK = Pattern.compile("link:([^\\[:#]+)(?:#[^\\[]*)?\\[");
    private static final Pattern MARKDOWN_SECTION = Pattern.compile("]\\(([^)#:]*)#([^)]+)\\)");
    private static final Pattern ASCIIDOC_SECTION = Pattern.compile("(?:link:([^\\[:#]+)#|<<)(_?[\\w-]+)");
    private static final Pattern TEST_CLASS = Pattern.compile("`(\\w+Test)`");
    private static final Pattern CAMEL_BOM
            = Pattern.compile("<artifactId>camel-(?:spring-boot-)?bom</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern COMPONENT
            = Pattern.compile("<artifactId>camel-sms-(?:component|starter)</artifactId>\\s*<version>([^<]+)</version>");

    private final String parentPom = Documentation.read(Documentation.ROOT.resolve("pom.xml"));

    static Stream<Path> pages() {
        return Documentation.pages().stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void links_toFiles_exist(Path page) {
        Pattern link = page.toString().endsWith(".md") ? MARKDOWN_LINK : ASCIIDOC_LINK;
        for (Matcher target = link.matcher(Documentation.read(page)); target.find();) {
            Path file = page.resolveSibling(target.group(1)).normalize();

            assertThat(file).as("link in %s", Documentation.nameOf(page)).exists();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void links_toSections_exist(Path page) {
        Pattern link = page.toString().endsWith(".md") ? MARKDOWN_SECTION : ASCIIDOC_SECTION;
        for (Matcher target = link.matcher(Documentation.read(page)); target.find();) {
            String file = target.group(1);
            Path linked = file == null || file.isEmpty() ? page : page.resolveSibling(file).normalize();

            assertThat(Documentation.sections(linked)).as("section linked in %s", Documentation.nameOf(page))
                    .contains(target.group(2));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void tests_namedOnAPage_exist(Path page) throws IOException {
        Set<String> tests = tests();
        for (Matcher name = TEST_CLASS.matcher(Documentation.read(page)); name.find();) {
            assertThat(tests).as("test named in %s", Documentation.nameOf(page)).contains(name.group(1));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void versions_inDependencies_equalTheBuildVersions(Path page) {
        String text = Documentation.read(page);
        for (Matcher version = CAMEL_BOM.matcher(text); version.find();) {
            assertThat(parentPom).contains("<camel.version>" + version.group(1) + "</camel.version>");
        }
        for (Matcher version = COMPONENT.matcher(text); version.find();) {
            assertThat(parentPom).contains(
                    "<artifactId>camel-sms-parent</artifactId>\n  <version>" + version.group(1) + "</version>");
        }
    }

    /** A pattern that matches nothing would check nothing. */
    @Test
    void patterns_each_matchOnSomePage() {
        List<Pattern> patterns = List.of(
                MARKDOWN_LINK, ASCIIDOC_LINK, MARKDOWN_SECTION, ASCIIDOC_SECTION, Documentation.HEADING, TEST_CLASS, CAMEL_BOM,
                COMPONENT);

        assertThat(patterns).allSatisfy(
                pattern -> assertThat(pages().map(Documentation::read)).anyMatch(text -> pattern.matcher(text).find()));
    }

    @Test
    void decisions_all_areInTheIndex() throws IOException {
        Path decisions = Documentation.ROOT.resolve("docs/decisions");
        String index = Documentation.read(decisions.resolve("README.md"));
        try (Stream<Path> records = Files.list(decisions)) {
            records.map(record -> record.getFileName().toString()).filter(name -> !name.equals("README.md"))
                    .forEach(name -> assertThat(index).contains("](" + name + ")"));
        }
    }

    /** Returns the names of the tests. Does not read folders that other tests and the build change meanwhile. */
    private static Set<String> tests() throws IOException {
        Set<String> tests = new HashSet<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Documentation.ROOT)) {
            for (Path module : modules) {
                addTests(module.resolve("src/test/java"), tests);
                // The tests that all modules share.
                addTests(module.resolve("java"), tests);
            }
        }
        return tests;
    }

    private static void addTests(Path folder, Set<String> tests) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith("Test.java"))
                        .forEach(file -> tests.add(file.replace(".java", "")));
            }
        }
    }
}
