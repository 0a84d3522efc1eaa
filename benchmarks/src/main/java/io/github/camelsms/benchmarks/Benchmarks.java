package io.github.camelsms.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

import io.github.camelsms.benchmarks.report.JsonFile;
import io.github.camelsms.benchmarks.report.Machine;
import io.github.camelsms.benchmarks.report.MarkdownTable;
import io.github.camelsms.benchmarks.report.Report;
import picocli.CommandLine;

/**
 * Command line: <code>java -jar benchmarks.jar &lt;table&gt; [options]</code> prints the table to standard output and
 * writes <code>results/&lt;table&gt;.json</code> next to the jar.
 */
public final class Benchmarks {

    /** Tables listed in META-INF/services. */
    private static final List<Table> TABLES
            = ServiceLoader.load(Table.class).stream().map(ServiceLoader.Provider::get).toList();

    private Benchmarks() {
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("Name a table:");
            TABLES.forEach(table -> System.err.println("  " + table.name() + ": " + table.question()));
            System.exit(2);
        }
        Table table;
        Options options;
        try {
            table = table(arguments[0]);
            options = Options.parse(List.of(arguments).subList(1, arguments.length));
            if (!options.only().isEmpty() && !table.hasSelectableRows()) {
                throw new IllegalArgumentException(
                        "Option --only does not apply to the table " + table.name()
                                                   + ", which always has all its rows: remove it");
            }
        } catch (IllegalArgumentException | CommandLine.ParameterException e) {
            System.err.println("benchmarks: " + e.getMessage());
            System.exit(1);
            return;
        }
        Report report = new Report(table.name(), table.question());
        table.run(options, report);
        Machine machine = Machine.here();
        System.out.println(MarkdownTable.of(report, machine));
        Path file = JsonFile.write(resultsFolder(), report, machine);
        System.err.println("All rounds are in " + file);
        // Libraries may have started threads that keep the JVM alive.
        System.exit(0);
    }

    private static Table table(String name) {
        return TABLES.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow(
                () -> new IllegalArgumentException(
                        "There is no table " + name + "; there are " + TABLES.stream().map(Table::name).toList()));
    }

    private static Path resultsFolder() throws Exception {
        Path here = Path.of(Benchmarks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return here.resolveSibling("results");
    }
}
