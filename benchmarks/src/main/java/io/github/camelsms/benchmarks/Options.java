package io.github.camelsms.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Command-line options of a table: <code>--only a,b --rounds N --warm-up N --messages N --seconds N --service lean|json
 * --finished N --waiting N</code>, all optional.
 *
 * @param only        rows to measure; empty for all
 * @param rounds      number of measured rounds, or null
 * @param warmUp      number of unmeasured rounds before them, or null
 * @param messages    messages per round, or null
 * @param seconds     length of a round, or null
 * @param finished    finished messages in a store, or null
 * @param waiting     waiting messages in a store, or null
 * @param jsonService whether the service of a table without a limit reads and writes JSON
 */
public record Options(Set<String> only, OptionalInt rounds, OptionalInt warmUp, OptionalInt messages,
        OptionalInt seconds, OptionalInt finished, OptionalInt waiting, boolean jsonService) {

    private static final int ROUNDS = 5;

    /**
     * Parses the arguments after the table name.
     *
     * @throws IllegalArgumentException if an option is unknown or its value is missing or not a number
     */
    public static Options parse(List<String> arguments) {
        Set<String> only = Set.of();
        OptionalInt rounds = OptionalInt.empty();
        OptionalInt warmUp = OptionalInt.empty();
        OptionalInt messages = OptionalInt.empty();
        OptionalInt seconds = OptionalInt.empty();
        OptionalInt finished = OptionalInt.empty();
        OptionalInt waiting = OptionalInt.empty();
        boolean jsonService = false;
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException("Option " + option + " has no value");
            }
            String value = arguments.get(i + 1);
            switch (option) {
                case "--only" -> only = Set.of(value.toLowerCase(Locale.ROOT).split(","));
                case "--rounds" -> rounds = number(option, value);
                case "--warm-up" -> warmUp = number(option, value);
                case "--messages" -> messages = number(option, value);
                case "--seconds" -> seconds = number(option, value);
                case "--finished" -> finished = number(option, value);
                case "--waiting" -> waiting = number(option, value);
                case "--service" -> jsonService = isJson(value);
                default -> throw new IllegalArgumentException(
                        "Option " + option + " is unknown: use --only, --rounds, --warm-up, --messages, --seconds, --finished, --waiting or --service");
            }
        }
        return new Options(only, rounds, warmUp, messages, seconds, finished, waiting, jsonService);
    }

    /** Returns whether to measure the row. */
    public boolean wants(String row) {
        return only.isEmpty() || only.contains(row);
    }

    /** Returns the number of measured rounds, 5 by default. */
    public int roundsOrDefault() {
        return rounds.orElse(ROUNDS);
    }

    private static boolean isJson(String value) {
        if (!value.equals("lean") && !value.equals("json")) {
            throw new IllegalArgumentException("Option --service=" + value + " is unknown: use lean or json");
        }
        return value.equals("json");
    }

    private static OptionalInt number(String option, String value) {
        try {
            return OptionalInt.of(Integer.parseInt(value.replace("_", "")));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Option " + option + "=" + value + " is not a whole number", e);
        }
    }
}
