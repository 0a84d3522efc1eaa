package io.github.camelsms.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Command-line options of a table, all optional; README.md of this module describes them.
 */
public final class Options {

    @Option(names = "--only", split = ",")
    private Set<String> only = Set.of();

    @Option(names = "--rounds")
    private int rounds = 5;

    @Option(names = "--warm-up")
    private @Nullable Integer warmUp;

    @Option(names = "--messages")
    private @Nullable Integer messages;

    @Option(names = "--seconds")
    private @Nullable Integer seconds;

    @Option(names = "--finished")
    private int finished = 1_000_000;

    @Option(names = "--waiting")
    private int waiting = 100_000;

    private Options() {
    }

    /**
     * Parses the arguments after the table name.
     *
     * @throws CommandLine.ParameterException if an option is unknown or its value is missing or incorrect
     */
    public static Options parse(List<String> arguments) {
        return CommandLine.populateCommand(new Options(), arguments.toArray(String[]::new));
    }

    /** Returns the rows to measure, in lower case; empty for all. */
    public Set<String> only() {
        return only.stream().map(row -> row.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    /** Returns whether to measure the row. */
    public boolean wants(String row) {
        return only.isEmpty() || only().contains(row);
    }

    /** Returns the number of measured rounds. */
    public int rounds() {
        return rounds;
    }

    /** Returns the number of unmeasured rounds before them. */
    public int warmUp(int byDefault) {
        return warmUp == null ? byDefault : warmUp;
    }

    /** Returns the number of messages per round. */
    public int messages(int byDefault) {
        return messages == null ? byDefault : messages;
    }

    /** Returns the length of a round. */
    public int seconds(int byDefault) {
        return seconds == null ? byDefault : seconds;
    }

    /** Returns the number of finished messages in a store. */
    public int finished() {
        return finished;
    }

    /** Returns the number of waiting messages in a store. */
    public int waiting() {
        return waiting;
    }
}
