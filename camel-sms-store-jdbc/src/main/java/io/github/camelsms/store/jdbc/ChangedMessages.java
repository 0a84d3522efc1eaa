package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.store.SmsStoredMessage;

/**
 * Messages that a call changes. If its commit is uncertain, the call is repeated, and may find that the first attempt
 * has changed them. Used by one call.
 */
final class ChangedMessages {

    private final Messages messages;
    private List<SmsStoredMessage> before = List.of();

    ChangedMessages(Messages messages) {
        this.messages = messages;
    }

    /**
     * Returns the messages that this attempt has changed, and those that an earlier attempt has changed and nothing
     * since then.
     */
    List<SmsStoredMessage> all(Tx transaction, List<SmsStoredMessage> changed) throws SQLException {
        List<SmsStoredMessage> all = new ArrayList<>(changed);
        if (transaction.mayBeRepeated() && !before.isEmpty()) {
            Map<Long, SmsStoredMessage> earlier = new HashMap<>();
            before.forEach(message -> earlier.put(message.id(), message));
            changed.forEach(message -> earlier.remove(message.id()));
            for (Row row : messages.find(transaction, earlier.keySet())) {
                SmsStoredMessage left = earlier.get(row.id);
                if (left != null && left.state() == row.state && left.revision() == row.revision) {
                    all.add(row.snapshot(left.account()));
                }
            }
        }
        before = all;
        return all;
    }
}
