package io.github.camelsms.observe;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.SmsSendResult;

/**
 * Rejected messages by reason: the service's own word for it, where there is one, so that there are few of them and
 * none tells anything about a message. Thread-safe.
 */
final class RejectionReasons {

    /** Refused by the component's validation, so that no request was spent on it. */
    static final String INVALID = "INVALID_MESSAGE";
    /** A reason that is no single word, or one word too many. */
    static final String OTHER = "OTHER";

    private static final int MOST = 20;
    /** The word by itself, or with an explanation behind a colon, as the component's own validation gives it. */
    private static final Pattern WORD = Pattern.compile("([A-Z][A-Z_]{2,39})(:.*)?");

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(SmsSendResult rejected) {
        String word = word(rejected);
        boolean isOneTooMany = counts.size() >= MOST && !counts.containsKey(word);
        counts.computeIfAbsent(isOneTooMany ? OTHER : word, key -> new LongAdder()).increment();
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
