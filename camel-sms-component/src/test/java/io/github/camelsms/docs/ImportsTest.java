package io.github.camelsms.docs;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the recipes name the package of each class of Camel, Spring and the component that their snippets use.
 */
class ImportsTest {

    private static final Pattern IMPORT = Pattern.compile("(?m)^import ((?:io|org)\\.[\\w.]+)\\.([A-Z]\\w+);");
    private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w+\\b");
    /** Known to each author of a test or a route. */
    private static final Pattern KNOWN
            = Pattern.compile("org\\.junit\\..*|org\\.apache\\.camel\\.builder\\.RouteBuilder");

    static Stream<Snippet> recipes() {
        return Snippet.on(Documentation.ROOT.resolve("docs/how-do-i.md"), "java").stream();
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void classes_ofEachRecipe_haveTheirPackageOnThePage(Snippet recipe) {
        String page = Documentation.read(Documentation.ROOT.resolve("docs/how-do-i.md"));
        String file = String.valueOf(recipe.source()).replaceFirst("#.*", "");
        Map<String, String> packages = IMPORT.matcher(Documentation.read(SnippetsTest.path(file))).results()
                .filter(line -> !KNOWN.matcher(line.group(1) + "." + line.group(2)).matches())
                .collect(Collectors.toMap(line -> line.group(2), line -> line.group(1)));

        assertThat(NAME.matcher(recipe.code()).results().map(name -> packages.get(name.group())).filter(name -> name != null))
                .as("packages of %s, in the table of imports", recipe)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }
}
