package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;

/**
 * Messages of one account that are stored, sent and completed without the service.
 */
public final class StoredMessages {

    public static final String NUMBER = "11987654321";
    public static final String TEXT = "Your code is 1234";
    public static final Instant SENT = Instant.parse("2026-03-01T12:00:01Z");

    private static final int BATCH = 200;

    private final MessageStore store;
    private final String account;
    private SmsLease lease;
    private long requests;

    /**
     * @param account account name in the store, user@host
     */
    public StoredMessages(MessageStore store, String account) {
        this.store = store;
        this.account = account;
    }

    /** Stores messages without sending them. */
    public void store(List<String> ids, Map<String, String> headers) {
        MessageStore.await(
                store.intake().store(
                        account,
                        ids.stream()
                                .map(id -> new SmsNewMessage(
                                        new SmsMessage(TEXT, NUMBER, id, null), null, headers, SmsOffer.AT_ONCE))
                                .toList()));
    }

    public void store(String... ids) {
        store(List.of(ids), Map.of());
    }

    /** Stores messages and gives each an outcome. */
    public void finish(List<String> ids, Map<String, String> headers, Function<SmsStoredMessage, SmsSendResult> outcome) {
        store(ids, headers);
        for (int done = 0; done < ids.size();) {
            SmsClaimed.Request request = claim();
            MessageStore.await(
                    store.sending().record(
                            request.id(),
                            request.messages().stream()
                                    .map(message -> new SmsMessageOutcome(message.id(), outcome.apply(message), false))
                                    .toList(),
                            new SmsWhenUnknown(Duration.ofSeconds(30), true)));
            done += request.messages().size();
        }
    }

    public void accept(String... ids) {
        finish(List.of(ids), Map.of(), StoredMessages::accepted);
    }

    /** Stores a number of accepted messages. */
    public void accept(int count) {
        List<String> ids = IntStream.range(0, count).mapToObj(number -> "m" + number).toList();
        for (int from = 0; from < count; from += BATCH) {
            finish(ids.subList(from, Math.min(count, from + BATCH)), Map.of(), StoredMessages::accepted);
        }
    }

    public static SmsSendResult accepted(SmsStoredMessage message) {
        return SmsSendResult.accepted(5, "sms-" + message.correlationId(), message.correlationId()).withSentAt(SENT);
    }

    private SmsClaimed.Request claim() {
        if (lease == null) {
            lease = ((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(account, "test"))).lease();
        }
        requests++;
        return MessageStore.await(store.sending().claim(new SmsClaim(lease, requests, 1, BATCH, Duration.ofSeconds(40))))
                .requests().get(0);
    }
}
