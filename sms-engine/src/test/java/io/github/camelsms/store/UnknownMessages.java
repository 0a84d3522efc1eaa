package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Messages of unknown outcome in a store, created without an engine.
 */
public final class UnknownMessages {

    public static final Duration LOOK_AFTER = Duration.ofSeconds(30);
    public static final String NUMBER = "11987654321";

    private final MessageStore store;
    private final String account;
    private long request;

    public UnknownMessages(MessageStore store, String account) {
        this.store = store;
        this.account = account;
    }

    /** Stores messages, claims them for one request, sends it, and records a missing response. */
    public void make(SmsLease lease, Consumer<List<SmsMessage>> sender, String... correlationIds) {
        make(lease, sender, (Instant) null, correlationIds);
    }

    public void make(SmsLease lease, Consumer<List<SmsMessage>> sender, @Nullable Instant scheduled, String... correlationIds) {
        make(lease, sender, Stream.of(correlationIds).map(id -> new SmsMessage("hello", NUMBER, id, scheduled)).toList());
    }

    /** Makes a message that expires. */
    public void make(SmsLease lease, Duration timeToLive, String correlationId) {
        make(lease, sent -> {
        }, List.of(new SmsMessage("hello", NUMBER, correlationId, null).withTimeToLive(timeToLive)));
    }

    /** Makes a message that the service rejects. */
    public void reject(SmsLease lease, String correlationId) {
        make(lease, sent -> {
        }, List.of(new SmsMessage("hello", NUMBER, correlationId, null)),
                message -> SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", message.correlationId())
                        .withSentAt(message.sentAt()));
    }

    private void make(SmsLease lease, Consumer<List<SmsMessage>> sender, List<SmsMessage> given) {
        make(lease, sender, given, message -> SmsSendResult.unknown(null, "no response", message.correlationId()));
    }

    private void make(
            SmsLease lease, Consumer<List<SmsMessage>> sender, List<SmsMessage> given,
            Function<SmsStoredMessage, SmsSendResult> result) {
        List<SmsNewMessage> messages = given.stream()
                .map(message -> new SmsNewMessage(message, null, Map.of(), SmsOffer.AT_ONCE)).toList();
        MessageStore.await(store.intake().store(account, messages));
        SmsClaimed claimed = MessageStore.await(
                store.sending().claim(new SmsClaim(lease, ++request, 1, 200, Duration.ofSeconds(30))));
        SmsClaimed.Request sent = claimed.requests().get(0);
        sender.accept(sent.messages().stream().map(SmsStoredMessage::message).toList());
        List<SmsMessageOutcome> outcomes = sent.messages().stream()
                .map(message -> new SmsMessageOutcome(message.id(), result.apply(message), false)).toList();
        MessageStore.await(store.sending().record(sent.id(), outcomes, new SmsWhenUnknown(LOOK_AFTER, false)));
    }

    public SmsStoredMessage find(String correlationId) {
        return MessageStore.await(store.operations().find(account, List.of(correlationId))).get(0);
    }

    public SmsMessageState state(String correlationId) {
        return find(correlationId).state();
    }

    public long count(SmsMessageState state) {
        return MessageStore.await(store.operations().count(account)).get(state);
    }
}
