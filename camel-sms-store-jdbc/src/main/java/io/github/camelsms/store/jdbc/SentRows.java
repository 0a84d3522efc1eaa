package io.github.camelsms.store.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.store.SmsRequestId;

/**
 * Messages of the requests that this store has claimed and whose outcomes it has not recorded yet, so that it does not
 * have to read them again. Most of them do not change meanwhile. Thread-safe.
 */
final class SentRows {

    /** Maximum number of messages, a few megabytes. Those of the oldest requests are dropped first. */
    private static final int MAX_MESSAGES = 20_000;

    private final Map<SmsRequestId, List<Row>> requests = new LinkedHashMap<>();
    private int size;

    /** Adds the messages of a request, and replaces those of an earlier attempt to claim it. */
    synchronized void add(SmsRequestId request, List<Row> messages) {
        take(request);
        requests.put(request, messages);
        size += messages.size();
        while (size > MAX_MESSAGES) {
            take(requests.keySet().iterator().next());
        }
    }

    /** Removes and returns the messages of a request. Empty if they are not known, or were taken before. */
    synchronized List<Row> take(SmsRequestId request) {
        List<Row> messages = requests.remove(request);
        size -= messages == null ? 0 : messages.size();
        return messages == null ? List.of() : messages;
    }
}
