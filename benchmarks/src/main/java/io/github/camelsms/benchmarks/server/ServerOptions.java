package io.github.camelsms.benchmarks.server;

import java.util.List;

/**
 * Options of one service of a lean server.
 *
 * @param there       outbound latency before a request arrives
 * @param back        latency after the response is created
 * @param seed        seed of the latencies
 * @param trackIds    whether it records correlation ids, to count those accepted twice
 * @param userLimited whether each user name has its own limiter
 */
record ServerOptions(LimiterKind limiter, DelayRange there, DelayRange back, long seed, boolean trackIds,
        boolean userLimited) {

    /**
     * Parses <code>--limiter NAME --there MIN-MAX --back MIN-MAX --seed NUMBER --track-ids --accounts</code>, all
     * optional; delays are in milliseconds.
     */
    static ServerOptions parse(String text) {
        List<String> words = List.of(text.split(" "));
        return new ServerOptions(
                LimiterKind.valueOf(value(words, "--limiter", "none")),
                DelayRange.parse(value(words, "--there", "0-0")), DelayRange.parse(value(words, "--back", "0-0")),
                Long.parseLong(value(words, "--seed", "1")), words.contains("--track-ids"), words.contains("--accounts"));
    }

    /** Returns whether there is no latency, so that no clock is needed. */
    boolean isUnlimited() {
        return limiter == LimiterKind.none && there.max() == 0 && back.max() == 0;
    }

    private static String value(List<String> words, String name, String otherwise) {
        int at = words.indexOf(name);
        return at < 0 ? otherwise : words.get(at + 1);
    }
}
