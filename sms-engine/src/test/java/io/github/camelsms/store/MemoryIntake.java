package io.github.camelsms.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

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
        if (messages.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "At most " + MAX_MESSAGES + " messages can be stored in one call, not " + messages.size());
        }
        return tables.run(() -> storeAll(account, messages));
    }

    @Override
    public List<SmsIntake> storeInTransaction(String account, List<SmsNewMessage> messages) {
        throw new SmsStoreException(
                "The message store in memory cannot take part in a transaction; nothing was stored. Set"
                                    + " joinTransaction=false, or use a store with a DataSource",
                false, null);
    }

    List<SmsIntake> storeAll(String account, List<SmsNewMessage> messages) {
        List<SmsIntake> intakes = new ArrayList<>(messages.size());
        for (SmsNewMessage message : messages) {
            MemoryMessage first = tables.account(account).byCorrelationId.get(message.correlationId());
            if (first == null) {
                MemoryMessage stored = new MemoryMessage(tables.nextId(), account, message, tables.now());
                tables.add(stored);
                intakes.add(new SmsIntake.Stored(stored.id));
            } else if (first.hasContent(message)) {
                intakes.add(new SmsIntake.Duplicate(first.snapshot()));
            } else {
                intakes.add(new SmsIntake.Conflict(first.snapshot()));
            }
        }
        return intakes;
    }
}
