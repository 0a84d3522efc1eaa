package io.github.camelsms.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Message of the in-memory store. Guarded by the lock of its tables.
 */
final class MemoryMessage extends MessageRecord {

    final String account;
    /** Text and destination, to distinguish a duplicate from a conflict; null if they were erased. */
    @Nullable
    String content;

    MemoryMessage(long id, String account, SmsNewMessage message, Instant now) {
        super(id, message.correlationId(), message.priority(), message.offer(), now, message.dueAt(),
              message.message().scheduledDate(), message.firstState(now), message.message().origin());
        this.account = account;
        this.expiresAt = message.expiresAt(now);
        this.text = message.text();
        this.destination = message.destination();
        this.headers = message.headers();
        this.content = content(message);
    }

    private static String content(SmsNewMessage message) {
        return message.destination() + '\n' + message.text();
    }

    boolean hasContent(SmsNewMessage message) {
        return content == null || content.equals(content(message));
    }

    boolean isDue(Instant now) {
        return dueAt == null || !dueAt.isAfter(now);
    }

    /** Returns when the message was stored or, if this is later, due. */
    Instant waitsSince() {
        return dueAt == null || dueAt.isBefore(storedAt) ? storedAt : dueAt;
    }

    boolean hasExpired(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    SmsStoredMessage snapshot() {
        return snapshot(account);
    }
}
