package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsFileProgress;
import org.jspecify.annotations.Nullable;

/**
 * Query of the progress of files. Their names are read from an index, from one name to the next, and not from each
 * message.
 */
final class FileProgress {

    /** Delivery statuses of messages that do not reach their recipients, as a list in SQL. */
    static final String NOT_DELIVERED = Arrays.stream(SmsDeliveryStatus.values()).filter(SmsDeliveryStatus::isNotDelivered)
            .map(status -> "'" + status.name() + "'").collect(Collectors.joining(", ", "(", ")"));

    private final String selectFiles;
    private final String count;

    /** A file with the time at which its last message was stored. */
    private record Recent(String file, Instant lastStoredAt) {

        static Recent read(ResultSet row) throws SQLException {
            return new Recent(row.getString(1), Instant.ofEpochMilli(row.getLong(2)));
        }
    }

    FileProgress(Database database) {
        this.selectFiles = database.sql(files());
        this.count = database.sql(count());
    }

    static String files() {
        return "WITH RECURSIVE files(name) AS (SELECT (SELECT m.file FROM sms_message m WHERE m.account_id = ?"
               + " AND m.file > '' ORDER BY m.file LIMIT 1) UNION ALL SELECT (SELECT m.file FROM sms_message m"
               + " WHERE m.account_id = ? AND m.file > files.name ORDER BY m.file LIMIT 1) FROM files"
               + " WHERE files.name IS NOT NULL), recent AS (SELECT files.name, (SELECT m.stored_at FROM sms_message m"
               + " WHERE m.account_id = ? AND m.file = files.name ORDER BY m.stored_at DESC LIMIT 1) AS last"
               + " FROM files WHERE files.name IS NOT NULL) SELECT name, last FROM recent WHERE last >= ?";
    }

    /** Returns the statement, which needs neither a sort nor groups, because a file can have millions of messages. */
    static String count() {
        return "SELECT MIN(stored_at), MAX(stored_at), COUNT(*), " + in("state", "('OPEN', 'SCHEDULED')") + ", "
               + in("state", "('ACCEPTED')") + ", " + in("state", "('REJECTED')") + ", " + in("state", "('NOT_SENT')") + ", "
               + in("state", "('UNKNOWN', 'PARKED')") + ", " + in("state", "('CANCELLED')") + ", "
               + in("delivery_status", "('DELIVERED')") + ", " + in("delivery_status", NOT_DELIVERED)
               + " FROM sms_message WHERE account_id = ? AND file = ? AND stored_at >= ?";
    }

    private static String in(String column, String values) {
        return "COUNT(CASE WHEN " + column + " IN " + values + " THEN 1 END)";
    }

    List<SmsFileProgress> progress(Tx transaction, int accountId, Instant since, Collection<SmsFileProgress> known)
            throws SQLException {
        Map<String, SmsFileProgress> byFile = known.stream()
                .collect(Collectors.toMap(SmsFileProgress::file, Function.identity(), (first, second) -> second));
        List<Recent> recent = new ArrayList<>(
                transaction.query(selectFiles, Recent::read, accountId, accountId, accountId, since));
        recent.sort(Comparator.comparing(Recent::lastStoredAt).reversed().thenComparing(Recent::file));
        List<SmsFileProgress> progress = new ArrayList<>();
        for (Recent file : recent.subList(0, Math.min(recent.size(), MessageOperations.MAX_FILES))) {
            SmsFileProgress before = byFile.get(file.file);
            if (before != null && before.isFinished() && before.lastStoredAt().equals(file.lastStoredAt)) {
                progress.add(before);
            } else {
                progress.addAll(
                        transaction.query(count, row -> read(row, file.file), accountId, file.file, since).stream()
                                .filter(each -> each.stored() > 0).toList());
            }
        }
        return progress;
    }

    private static SmsFileProgress read(ResultSet row, String file) throws SQLException {
        return new SmsFileProgress(
                file, time(row, 1), time(row, 2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6),
                row.getLong(7), row.getLong(8), row.getLong(9), row.getLong(10), row.getLong(11));
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        @Nullable
        Instant time = Row.instant(row, column);
        return time == null ? Instant.EPOCH : time;
    }
}
