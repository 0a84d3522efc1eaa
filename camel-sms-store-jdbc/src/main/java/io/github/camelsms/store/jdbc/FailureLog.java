package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of failed calls to the database. Many of them have no caller that would report them: heartbeats, claims,
 * outcomes, acknowledgments. The same failure is logged once a minute. Thread-safe.
 */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcMessageStore.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    /** Maximum number of different failures that are remembered. */
    private static final int MAX_REASONS = 32;

    private final InstantSource clock;
    private final Consumer<String> warn;
    private final Map<String, Logged> logged = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Last line about a failure.
     *
     * @param omitted number of failures since then
     */
    private record Logged(Instant at, long omitted) {
    }

    /**
     * @param warn logs a line
     */
    FailureLog(InstantSource clock, Consumer<String> warn) {
        this.clock = clock;
        this.warn = warn;
    }

    FailureLog(InstantSource clock) {
        this(clock, LOG::warn);
    }

    /** Records that a call has failed. */
    void failed(String reason) {
        long omitted;
        synchronized (logged) {
            Instant now = clock.instant();
            Logged last = logged.get(reason);
            if (last != null && Duration.between(last.at, now).abs().compareTo(INTERVAL) < 0) {
                logged.put(reason, new Logged(last.at, last.omitted + 1));
                return;
            }
            omitted = last == null ? 0 : last.omitted;
            logged.put(reason, new Logged(now, 0));
            if (logged.size() > MAX_REASONS) {
                logged.remove(logged.keySet().iterator().next());
            }
        }
        warn.accept(
                "A call to the message store's database failed: " + reason
                    + ". Stored messages stay in the store, and are sent and settled as soon as such calls succeed, which"
                    + " are repeated. Callers that store messages get an exception. The same failure is logged once a minute"
                    + (omitted == 0 ? "" : "; it has occurred " + omitted + " times since the last line"));
    }
}
