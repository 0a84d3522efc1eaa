package io.github.camelsms.benchmarks;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Command-line options of a table, all optional.
 *
 * @param only        rows to measure; empty for all
 * @param numbers     numbers by option
 * @param jsonService whether the service of a table without a limit reads and writes JSON
 */
public record Options(Set<String> only, Map<String, Integer> numbers, boolean jsonService) {

    private static final List<String> NUMBERS
            = List.of("--rounds", "--warm-up", "--messages", "--seconds", "--finished", "--waiting");

    /**
     * Parses the arguments after the table name.
     *
     * @throws IllegalArgumentException if an option is unknown or its value is missing or not a number
     */
    public static Options parse(List<String> arguments) {
        Set<String> only = Set.of();
        Map<String, Integer> numbers = new HashMap<>();
        boolean jsonService = false;
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException("Option " + option + " has no value");
            }
            String value = arguments.get(i + 1);
            if (NUMBERS.contains(option)) {
                numbers.put(option, number(option, value));
            } else if (option.equals("--only")) {
                only = Set.of(value.toLowerCase(Locale.ROOT).split(","));
            } else if (option.equals("--service")) {
                jsonService = isJson(value);
            } else {
                throw new IllegalArgumentException(
                        "Option " + option + " is unknown: use --only, --service, " + String.join(", ", NUMBERS));
            }
        }
        return new Options(only, numbers, jsonService);
    }

    /** Returns whether to measure the row. */
    public boolean wants(String row) {
        return only.isEmpty() || only.contains(row);
    }

    /** Returns the number of measured rounds, 5 by default. */
    public int rounds() {
        return numbers.getOrDefault("--rounds", 5);
    }

    /** Returns the number of unmeasured rounds before them. */
    public int warmUp(int byDefault) {
        return numbers.getOrDefault("--warm-up", byDefault);
    }

    /** Returns the number of messages per round. */
    public int messages(int byDefault) {
        return numbers.getOrDefault("--messages", byDefault);
    }

    /** Returns the length of a round. */
    public int seconds(int byDefault) {
        return numbers.getOrDefault("--seconds", byDefault);
    }

    /** Returns the number of finished messages in a store. */
    public int finished(int byDefault) {
        return numbers.getOrDefault("--finished", byDefault);
    }

    /** Returns the number of waiting messages in a store. */
    public int waiting(int byDefault) {
        return numbers.getOrDefault("--waiting", byDefault);
    }

    private static boolean isJson(String value) {
        if (!value.equals("lean") && !value.equals("json")) {
            throw new IllegalArgumentException("Option --service=" + value + " is unknown: use lean or json");
        }
        return value.equals("json");
    }

    private static int number(String option, String value) {
        try {
            return Integer.parseInt(value.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Option " + option + "=" + value + " is not a whole number", e);
        }
    }
}
