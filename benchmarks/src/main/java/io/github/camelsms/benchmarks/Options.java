package io.github.camelsms.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the command line asks of a table:
 * <code>--only a,b --rounds N --warm-up N --messages N --seconds N --service lean|json --finished N --waiting N</code>,
 * each optional.
 *
 * @param only        the rows to measure; empty for all
 * @param rounds      measured rounds, if given
 * @param warmUp      rounds run first and not counted, if given
 * @param messages    messages of one round, if given
 * @param seconds     length of one round, if given
 * @param finished    finished messages of a store, if given
 * @param waiting     waiting messages of a store, if given
 * @param jsonService whether the service of a table without a limit is to read and write JSON
 */
public record Options(Set<String> only, OptionalInt rounds, OptionalInt warmUp, OptionalInt messages,
        OptionalInt seconds, OptionalInt finished, OptionalInt waiting, boolean jsonService) {

    private static final int ROUNDS = 5;

    /**
     * Reads the arguments that follow the table's name.
     *
     * @throws IllegalArgumentException if one is unknown or its value is missing or no number
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

    /** Whether the row is to be measured. */
    public boolean wants(String row) {
        return only.isEmpty() || only.contains(row);
    }

    /** Measured rounds: five unless told otherwise. */
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
