package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the statuses of blocks and queries to their messages.
 */
final class StatusRecorder {

    private final Database database;
    private final Messages messages;
    private final MessageChanges changes;
    private final @Nullable JdbcOptOuts optOuts;
    private final String lockBlock;
    private final String selectAccount;
    private final Bulk insertStatus;
    private final String insertGap;
    private final String markRead;
    private final String deleteDone;

    /**
     * @param optOuts opt-outs that get the numbers of statuses with BLACKLIST, or null
     */
    StatusRecorder(Database database, Messages messages, MessageChanges changes, @Nullable JdbcOptOuts optOuts) {
        this.optOuts = optOuts;
        this.database = database;
        this.messages = messages;
        this.changes = changes;
        this.lockBlock = database.sql(
                "SELECT account_id, state FROM sms_block WHERE id = ? AND state IN ('ANNOUNCED', 'RECEIVED', 'GAP') FOR_UPDATE");
        this.selectAccount = database.sql("SELECT name FROM sms_account WHERE id = ?");
        this.insertStatus = database.insert(
                "sms_status",
                "block_id bigint, position integer, correlation_id text, destination text, sent_date bigint, status text,"
                              + " raw_status text",
                "");
        this.insertGap = database.sql(
                "INSERT INTO sms_block (account_id, state, announced_at, deadline_at, reason, body)"
                                      + " SELECT account_id, 'GAP', announced_at, deadline_at, ?, CASE WHEN length(body) <= "
                                      + SmsStatusGap.MAX_BODY_BYTES + " THEN body END FROM sms_block WHERE id = ?");
        this.markRead = database.sql(
                "UPDATE sms_block SET state = 'READ', body = NULL, reason = NULL, visible_at = ? WHERE id = ?");
        this.deleteDone = database.sql(JdbcStatuses.DELETE_DONE);
    }

    private record BlockRow(int account, boolean isGap) {
    }

    /**
     * @param missing why other statuses of the block are missing, which leaves a gap, or null if there are none
     */
    CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses, @Nullable String missing) {
        ChangedMessages settled = new ChangedMessages(messages);
        return database.write(transaction -> {
            List<BlockRow> found = transaction.query(
                    lockBlock, row -> new BlockRow(row.getInt(1), row.getString(2).equals("GAP")), block);
            if (found.isEmpty()) {
                return settled.all(transaction, List.of());
            }
            BlockRow row = found.get(0);
            String account = transaction.query(selectAccount, name -> name.getString(1), row.account()).get(0);
            Map<String, Row> rows = lock(transaction, row.account(), statuses);
            boolean mayBeKnown = row.isGap() || missing != null;
            List<@Nullable Object[]> open = new ArrayList<>(statuses.size());
            SortedSet<String> blacklisted = new TreeSet<>();
            for (int i = 0; i < statuses.size(); i++) {
                SmsStatus status = statuses.get(i);
                if (!mayBeKnown || !isKnown(rows.get(status.correlationId()), status)) {
                    open.add(new @Nullable Object[] {
                            block, i, status.correlationId(), status.destination(), status.sentDate(),
                            status.status(), status.rawStatus() });
                    Row message = rows.get(status.correlationId());
                    String number = OptOuts.blacklisted(status, message == null ? null : message.destination);
                    if (number != null) {
                        blacklisted.add(number);
                    }
                }
            }
            transaction.write(insertStatus, open);
            if (optOuts != null) {
                optOuts.addBlacklisted(transaction, blacklisted);
            }
            if (missing != null) {
                transaction.updateLater(insertGap, missing, block);
            }
            transaction.updateLater(markRead, transaction.now(), block);
            if (open.isEmpty()) {
                transaction.updateLater(deleteDone, new long[] { block });
            }
            return settled.all(transaction, apply(transaction, row.account(), account, rows, statuses, true));
        });
    }

    CompletionStage<List<SmsStoredMessage>> recordEvidence(String account, List<SmsStatus> statuses) {
        ChangedMessages settled = new ChangedMessages(messages);
        return database.write(account, (transaction, accountId) -> {
            Map<String, Row> rows = lock(transaction, accountId, statuses);
            return settled.all(transaction, apply(transaction, accountId, account, rows, statuses, false));
        });
    }

    private Map<String, Row> lock(Tx transaction, int accountId, List<SmsStatus> statuses) throws SQLException {
        List<String> ids = new ArrayList<>(statuses.size());
        for (SmsStatus status : statuses) {
            if (status.correlationId() != null) {
                ids.add(status.correlationId());
            }
        }
        return messages.lock(transaction, accountId, ids);
    }

    private static boolean isKnown(@Nullable Row row, SmsStatus status) {
        return row != null && row.wasGiven(status);
    }

    private List<SmsStoredMessage> apply(
            Tx transaction, int accountId, String account, Map<String, Row> rows, List<SmsStatus> statuses,
            boolean isGiven)
            throws SQLException {
        Set<Row> changed = new LinkedHashSet<>();
        List<Row> settled = new ArrayList<>();
        for (SmsStatus status : statuses) {
            Row row = rows.get(status.correlationId());
            if (row != null) {
                changed.add(row);
                if (changes.apply(row, status, isGiven, transaction.time())) {
                    settled.add(row);
                }
            }
        }
        messages.write(transaction, accountId, List.copyOf(changed));
        return MessageRecord.snapshots(settled, account);
    }
}
