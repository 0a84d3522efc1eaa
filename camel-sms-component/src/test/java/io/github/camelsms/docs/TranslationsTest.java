package io.github.camelsms.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a translated page has the sections, code blocks and log lines of the original, in the same order.
 */
class TranslationsTest {

    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Path ENGLISH = Documentation.ROOT.resolve("docs");

    static Stream<Path> translations() throws IOException {
        try (Stream<Path> pages = Files.list(ENGLISH.resolve("pt-BR"))) {
            return pages.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("translations")
    void headings_ofATranslation_haveTheLevelsOfTheOriginal(Path page) {
        assertThat(headings(page)).as(Documentation.nameOf(page)).hasSizeGreaterThan(3)
                .isEqualTo(headings(english(page)));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void code_ofATranslation_equalsTheOriginal(Path page) {
        assertThat(code(page)).as(Documentation.nameOf(page)).isEqualTo(code(english(page)));
    }

    @ParameterizedTest
    @MethodSource("translations")
    void tables_ofATranslation_haveTheFirstColumnOfTheOriginal(Path page) {
        assertThat(rows(page)).as("rows of %s: repeat those of the English page", Documentation.nameOf(page))
                .isEqualTo(rows(english(page)));
    }

    private static Path english(Path page) {
        return ENGLISH.resolve(page.getFileName());
    }

    private static List<String> headings(Path page) {
        boolean[] isCode = new boolean[1];
        return Documentation.read(page).lines().filter(line -> {
            isCode[0] ^= line.startsWith("```");
            return !isCode[0] && line.startsWith("#");
        }).map(line -> line.substring(0, line.indexOf(' '))).toList();
    }

    /** Returns the fenced blocks and the lines above them that name their origin. */
    private static List<String> code(Path page) {
        boolean[] isCode = new boolean[1];
        return Documentation.read(page).lines().filter(line -> {
            boolean isFence = line.startsWith("```");
            isCode[0] ^= isFence;
            return isCode[0] || isFence || line.startsWith("<!-- from ");
        }).toList();
    }

    /**
     * Returns the code in the first two cells of each table row, such as an option, or the level and text of a log
     * line.
     */
    private static List<String> rows(Path page) {
        return Documentation.read(page).lines().filter(line -> line.startsWith("| "))
                .map(line -> String.join(" ",
                        Stream.of(line.split(" \\| ", -1)).limit(2).flatMap(TranslationsTest::inCode).toList()))
                .toList();
    }

    private static Stream<String> inCode(String cell) {
        return CODE.matcher(cell).results().map(found -> found.group());
    }
}
