package io.github.camelsms.observe;

import java.time.Duration;
import java.util.Map;

import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of all messages of an account that are to be sent: those in the message store, and those that are only in
 * memory.
 *
 * @param messages    messages that wait for a request or are in one that has no response; 0 or more. Those in the store
 *                    are as of its last count, which is up to 10 seconds old
 * @param scheduled   stored messages that are scheduled for later and not among them
 * @param oldest      age of the oldest message; zero if there is none
 * @param timeToDrain estimated time to send them at the recent pace; null if no <code>sms:send</code> has started
 */
public record BacklogFigures(long messages, long scheduled, Duration oldest, @Nullable Duration timeToDrain) {

    /**
     * @param sending figures of the queue, or null if no <code>sms:send</code> has started
     * @param store   figures of the message store, or null if messages are kept in memory
     */
    static BacklogFigures of(@Nullable SendFigures sending, @Nullable StoreFigures store) {
        long messages = messages(sending, store == null ? Map.of() : store.counts());
        Duration oldest = longer(
                sending == null ? Duration.ZERO : sending.oldest(), store == null ? null : store.oldest());
        return new BacklogFigures(
                messages, stored(store, SmsMessageState.SCHEDULED), oldest,
                sending == null ? null : sending.timeToDrain(messages));
    }

    /**
     * Returns the number of messages that wait for a request or are in one that has no response.
     *
     * @param sending figures of the queue, or null if no <code>sms:send</code> has started
     * @param counts  number of messages in the message store by state; empty without a store
     */
    public static long messages(@Nullable SendFigures sending, Map<SmsMessageState, Long> counts) {
        long stored = counts.getOrDefault(SmsMessageState.WAITING, 0L) + counts.getOrDefault(SmsMessageState.SENDING, 0L);
        // Messages whose callers wait for the outcome are in the queue and in the store.
        return sending == null ? stored : Math.max(sending.pending(), stored) + sending.heldBack();
    }

    private static long stored(@Nullable StoreFigures store, SmsMessageState state) {
        Long count = store == null ? null : store.count(state);
        return count == null ? 0 : count;
    }

    private static Duration longer(Duration one, @Nullable Duration other) {
        return other != null && other.compareTo(one) > 0 ? other : one;
    }
}
