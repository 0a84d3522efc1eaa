package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Matcher of the messages of a request with the results of the response.
 * <p>
 * Results are matched by correlation id. They are matched by position only if this is unambiguous: for all messages if
 * the response has no ids and the counts are equal; for messages without an id if the counts are equal and every
 * returned id is in its own position. A message without a result is UNKNOWN.
 */
final class ResultMatcher {

    private final List<SmsMessage> batch;
    private final List<ResultItem> items;
    private final Credentials credentials;
    private final Map<String, List<ResultItem>> byId = new HashMap<>();
    private final boolean sameCount;
    private final boolean idsInPlace;

    private ResultMatcher(List<SmsMessage> batch, List<ResultItem> items, Credentials credentials) {
        this.batch = batch;
        this.items = items;
        this.credentials = credentials;
        for (ResultItem item : items) {
            if (item.correlationId() != null) {
                byId.computeIfAbsent(item.correlationId(), id -> new ArrayList<>()).add(item);
            }
        }
        this.sameCount = items.size() == batch.size();
        this.idsInPlace = sameCount && areIdsInPlace();
    }

    /**
     * Returns one result for each message, in the request's order, with the message's own correlation id.
     *
     * @param batch       the request's messages; their correlation ids are unique or null
     * @param items       the results in the response's order
     * @param credentials credentials of the request, which are not shown in reasons
     */
    static List<SmsSendResult> match(List<SmsMessage> batch, List<ResultItem> items, Credentials credentials) {
        List<SmsSendResult> results = new ArrayList<>(batch.size());
        if (isEachInPlace(batch, items)) {
            for (int position = 0; position < batch.size(); position++) {
                results.add(result(batch.get(position), items.get(position), credentials));
            }
            return results;
        }
        ResultMatcher matcher = new ResultMatcher(batch, items, credentials);
        for (int position = 0; position < batch.size(); position++) {
            results.add(matcher.result(position));
        }
        return results;
    }

    /** Returns whether the response has one result for each message, with its correlation id and in its position. */
    private static boolean isEachInPlace(List<SmsMessage> batch, List<ResultItem> items) {
        if (items.size() != batch.size()) {
            return false;
        }
        for (int position = 0; position < items.size(); position++) {
            String returned = items.get(position).correlationId();
            if (returned == null || !returned.equals(batch.get(position).correlationId())) {
                return false;
            }
        }
        return true;
    }

    private boolean areIdsInPlace() {
        for (int position = 0; position < items.size(); position++) {
            String returned = items.get(position).correlationId();
            if (returned != null && !Objects.equals(returned, batch.get(position).correlationId())) {
                return false;
            }
        }
        return true;
    }

    private SmsSendResult result(int position) {
        SmsMessage message = batch.get(position);
        if (byId.isEmpty()) {
            return sameCount
                    ? result(message, items.get(position), credentials) : unmatched(message, "no correlation ids and ");
        }
        String id = message.correlationId();
        if (id == null) {
            return idsInPlace
                    ? result(message, items.get(position), credentials)
                    : unmatched(message, "no correlation id for this message, which was sent without one, and ");
        }
        List<ResultItem> matching = byId.get(id);
        if (matching == null) {
            return unmatched(message, "no result with this message's correlation id and ");
        }
        ResultItem first = matching.get(0);
        if (!matching.stream().allMatch(first::agreesWith)) {
            return SmsSendResult.unknown(null, "the response has contradicting results for this message", id);
        }
        return result(message, first, credentials);
    }

    private SmsSendResult unmatched(SmsMessage message, String missing) {
        String reason = "the response has " + missing + Count.of(items.size(), "result") + " for "
                        + Count.of(batch.size(), "message");
        return SmsSendResult.unknown(null, reason, message.correlationId());
    }

    private static SmsSendResult result(SmsMessage message, ResultItem item, Credentials credentials) {
        String reason = item.reason() == null ? null : ServiceText.shown(item.reason(), List.of(message), credentials);
        @Nullable
        String smsId = item.outcome() == SmsOutcome.ACCEPTED ? item.smsId() : null;
        return new SmsSendResult(item.outcome(), item.code(), smsId, reason, message.correlationId());
    }
}
