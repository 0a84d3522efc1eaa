package io.github.camelsms.cli.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.camelsms.simulator.fault.FaultParser;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares {@code docs/simulator.md} with the command line and the faults. */
class DocumentationTest {

    private final String documentation = read(Path.of("..", "docs", "simulator.md"));

    @Test
    void settingsTable_comparedWithCommandLine_namesTheSameOptions() {
        Set<String> documented = matches("(?m)^\\| `.*", documentation).stream()
                .flatMap(row -> matches("`--[a-z-]+`", row.substring(0, row.indexOf('|', 1))).stream())
                .map(option -> option.replace("`", "")).collect(Collectors.toCollection(TreeSet::new));

        Set<String> offered = new TreeSet<>(new SimulatorOptions(this).spec().optionsMap().keySet());

        assertThat(documented).isEqualTo(offered);
    }

    @Test
    void faultsTable_comparedWithFaults_namesThemAll() {
        for (String fault : FaultParser.forms().split(", ", -1)) {
            assertThat(documentation).contains("`" + fault + "`");
        }
    }

    private static Set<String> matches(String regex, String text) {
        return Pattern.compile(regex).matcher(text).results().map(result -> result.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
