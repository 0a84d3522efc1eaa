package io.github.camelsms.benchmarks.paced;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A row: sender, limiter of the service, and network.
 */
record PacedRow(String limiter, Network network, Sending sending) {

    /** Kind of sender. */
    enum Sending {
        /** <code>sms:send</code> with its defaults. */
        ADAPTIVE,
        /** <code>sms:send</code> with <code>pacing=strict</code>. */
        STRICT,
        /** Camel's <code>aggregate</code>, <code>throttle</code> and <code>camel-http</code> with their defaults. */
        RECIPE,
        /** The recipe, which repeats throttled requests. */
        RETRY,
        /** The recipe, which repeats throttled requests, with 1.1 s between requests. */
        TUNED
    }

    private static final List<String> LIMITERS = List.of("sliding", "fixed", "bucket", "interval");

    static List<PacedRow> all() {
        List<PacedRow> rows = new ArrayList<>();
        for (String limiter : LIMITERS) {
            for (Network network : Network.values()) {
                for (Sending sending : Sending.values()) {
                    rows.add(new PacedRow(limiter, network, sending));
                }
            }
        }
        return rows;
    }

    String name() {
        return limiter + ", " + network.inWords() + ", " + word(sending);
    }

    /**
     * Returns whether the words of the command line select this row: if they name limiters, networks or senders, this
     * row must have one of them.
     */
    boolean isAskedFor(Set<String> words) {
        return names(words, limiter, LIMITERS)
                && names(words, word(network), words(Network.values()))
                && names(words, word(sending), words(Sending.values()));
    }

    /** Returns all words for the command line. */
    static List<String> vocabulary() {
        List<String> all = new ArrayList<>(LIMITERS);
        all.addAll(words(Network.values()));
        all.addAll(words(Sending.values()));
        return all;
    }

    private static boolean names(Set<String> words, String mine, List<String> kind) {
        return words.contains(mine) || kind.stream().noneMatch(words::contains);
    }

    private static List<String> words(Enum<?>[] values) {
        List<String> words = new ArrayList<>();
        for (Enum<?> value : values) {
            words.add(word(value));
        }
        return words;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
