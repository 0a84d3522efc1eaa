package io.github.camelsms.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Location and text of the documentation.
 */
final class Documentation {

    static final Path MODULE = Path.of("").toAbsolutePath();
    static final Path ROOT = Objects.requireNonNull(MODULE.getParent());
    static final Path COMPONENT_PAGE = MODULE.resolve("src/main/docs/sms-component.adoc");

    static final Pattern HEADING = Pattern.compile("(?m)^(?:#+|=+) (.+)$");

    private Documentation() {
    }

    /** Returns all pages except those in generated directories. */
    static List<Path> pages() {
        try (Stream<Path> guides = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                    Stream.of(
                            COMPONENT_PAGE, ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"),
                            ROOT.resolve("benchmarks/README.md"), ROOT.resolve("benchmarks/RESULTS.md")),
                    guides.filter(file -> file.toString().endsWith(".md")).sorted()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String nameOf(Path page) {
        return ROOT.relativize(page).toString();
    }

    /** Returns the anchors of the headings, as GitHub and Asciidoctor generate them. */
    static Set<String> sections(Path page) {
        boolean isMarkdown = page.toString().endsWith(".md");
        return HEADING.matcher(Documentation.read(page)).results().map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> isMarkdown
                        ? heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-')
                        : "_" + heading.replaceAll("[^\\w]+", "_"))
                .collect(Collectors.toSet());
    }
}
