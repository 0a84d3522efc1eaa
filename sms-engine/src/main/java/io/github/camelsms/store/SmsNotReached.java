package io.github.camelsms.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of a time that have not reached their recipients, as described in
 * {@link SmsMessageFilter#notReached(java.time.Instant, java.time.Instant)}.
 *
 * @param total    number of these messages
 * @param byReason the {@value #MAX_REASONS} most frequent reasons with their numbers, the most frequent one first: the
 *                 negative delivery status, otherwise the reason of the outcome, otherwise the state
 * @param latest   the {@value #MAX_LATEST} with the latest outcomes, the last one first
 */
public record SmsNotReached(long total, Map<String, Long> byReason, List<SmsStoredMessage> latest) {

    /** Maximum number of reasons. */
    public static final int MAX_REASONS = 10;
    /** Maximum number of latest messages. */
    public static final int MAX_LATEST = 20;

    public SmsNotReached {
        byReason = Collections.unmodifiableMap(new LinkedHashMap<>(byReason));
        latest = List.copyOf(latest);
    }

    /** Returns why a message has not reached its recipient. */
    public static String reason(SmsStoredMessage message) {
        if (message.deliveryStatus() != null && message.deliveryStatus().isNotDelivered()) {
            return message.deliveryStatus().name();
        }
        return message.reason() == null ? message.state().name() : message.reason();
    }

    /** Shows none of the messages. */
    @Override
    public String toString() {
        return "SmsNotReached[total=" + total + "]";
    }
}
