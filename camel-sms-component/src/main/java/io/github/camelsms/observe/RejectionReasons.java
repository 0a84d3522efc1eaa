package io.github.camelsms.observe;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.SmsSendResult;

/**
 * Counts of rejected messages by reason. A reason is the service's code word, so that there are few reasons and none
 * reveals anything about a message. Thread-safe.
 */
final class RejectionReasons {

    /** Reason of a message that the component's validation rejected. */
    static final String INVALID = "INVALID_MESSAGE";
    /** Reason that is not a single word, or exceeds the number of counted words. */
    static final String OTHER = "OTHER";

    static final int MAX_WORDS = 20;
    /** A word, optionally followed by a colon and an explanation, as the component's validation writes it. */
    private static final Pattern WORD = Pattern.compile("([A-Z][A-Z_]{2,39})(:.*)?");

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final LongAdder byPolicies = new LongAdder();

    /**
     * Reason of a rejection.
     *
     * @param word       its code word
     * @param isOfPolicy whether a policy has rejected the message: there is a code word, but no code of the service
     */
    record Reason(String word, boolean isOfPolicy) {

        static Reason of(SmsSendResult rejected) {
            String word = RejectionReasons.word(rejected);
            return new Reason(word, rejected.code() == null && !word.equals(INVALID));
        }
    }

    void add(SmsSendResult rejected) {
        Reason reason = Reason.of(rejected);
        String word = reason.word();
        boolean isBeyondLimit = counts.size() >= MAX_WORDS && !counts.containsKey(word);
        counts.computeIfAbsent(isBeyondLimit ? OTHER : word, key -> new LongAdder()).increment();
        if (reason.isOfPolicy()) {
            byPolicies.increment();
        }
    }

    long byPolicies() {
        return byPolicies.sum();
    }

    Map<String, Long> counts() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((word, count) -> all.put(word, count.sum()));
        return all;
    }

    private static String word(SmsSendResult rejected) {
        String reason = rejected.reason();
        Matcher matcher = WORD.matcher(reason == null ? "" : reason);
        if (matcher.matches()) {
            return matcher.group(1);
        }
        return rejected.code() == null ? INVALID : OTHER;
    }
}
