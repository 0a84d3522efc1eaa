package io.github.camelsms.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Intake of the in-memory store.
 */
final class MemoryIntake implements MessageIntake {

    private final MemoryTables tables;

    MemoryIntake(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<List<SmsIntake>> store(String account, List<SmsNewMessage> messages) {
        requireCall(messages);
        return tables.run(() -> storeAll(account, messages));
    }

    @Override
    public List<SmsIntake> storeInTransaction(String account, List<SmsNewMessage> messages) {
        throw new SmsStoreException(
                "The message store in memory cannot take part in a transaction; nothing was stored. Set"
                                    + " joinTransaction=false, or use a store with a DataSource",
                false, null);
    }

    @Override
    public CompletionStage<List<SmsIntake>> check(String account, List<SmsNewMessage> messages) {
        requireCall(messages);
        return tables.run(() -> messages.stream().map(message -> existing(account, message))
                .map(existing -> existing == null ? new SmsIntake.Stored(0) : existing).toList());
    }

    private static void requireCall(List<SmsNewMessage> messages) {
        if (messages.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "At most " + MAX_MESSAGES + " messages can be stored in one call, not " + messages.size());
        }
    }

    /** Returns the result of a message that was stored before, otherwise null. */
    private @Nullable SmsIntake existing(String account, SmsNewMessage message) {
        MemoryMessage first = tables.account(account).byCorrelationId.get(message.correlationId());
        return first == null
                ? null
                : first.hasContent(message)
                        ? new SmsIntake.Duplicate(first.snapshot())
                : new SmsIntake.Conflict(first.snapshot());
    }

    List<SmsIntake> storeAll(String account, List<SmsNewMessage> messages) {
        List<SmsIntake> intakes = new ArrayList<>(messages.size());
        for (SmsNewMessage message : messages) {
            SmsIntake existing = existing(account, message);
            if (existing == null) {
                MemoryMessage stored = new MemoryMessage(tables.nextId(), account, message, tables.now());
                tables.add(stored);
                intakes.add(new SmsIntake.Stored(stored.id));
            } else {
                intakes.add(existing);
            }
        }
        return intakes;
    }
}
