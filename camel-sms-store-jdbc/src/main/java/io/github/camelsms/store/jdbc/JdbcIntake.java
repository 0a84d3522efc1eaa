package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Intake of the JDBC store.
 */
final class JdbcIntake implements MessageIntake {

    /** Columns of a single message without a due time, whose id and times the database assigns. */
    private static final Columns ONE = Columns.of(
            "account_id integer, correlation_id text, fingerprint bigint, destination text, message_text text,"
                                                  + " scheduled_date bigint, priority integer, headers text, file text, line integer, offer text,"
                                                  + " stored_at bigint, expires_at bigint");
    private static final String QUEUE
            = "INSERT INTO sms_waiting (message_id, account_id, lane, position, waiting_since, expires_at) SELECT id, account_id, "
              + SmsMessage.HIGHEST_PRIORITY
              + " - priority, id, stored_at, expires_at FROM STORED"
              + " WHERE state = '" + Row.OPEN + "'";
    /** Names the columns, so that the statement fails without their unique index, and stores no message twice. */
    private static final String ON_CONFLICT = "ON CONFLICT (correlation_id, account_id) DO NOTHING";
    /** No message has it. */
    static final long NO_ID = 0;

    private final Database database;
    private final Messages messages;
    private final Fingerprints fingerprints;
    private final Bulk insert;
    private final String insertOne;

    JdbcIntake(Database database, Messages messages, Fingerprints fingerprints) {
        this.database = database;
        this.messages = messages;
        this.fingerprints = fingerprints;
        this.insert = database.insert(
                "sms_message",
                "id bigint, account_id integer, correlation_id text, fingerprint bigint, destination text, message_text text,"
                               + " scheduled_date bigint, priority integer, headers text, file text, line integer, offer text,"
                               + " stored_at bigint,"
                               + " due_at bigint, expires_at bigint, state text",
                ON_CONFLICT, QUEUE);
        this.insertOne = database.sql(
                ArrayBulk.with(
                        "INSERT INTO sms_message (id, account_id, correlation_id, fingerprint, destination, message_text,"
                               + " scheduled_date, priority, headers, file, line, offer, stored_at, expires_at, state)"
                               + " VALUES (NEXT_ID, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, AFTER_NOW, AFTER_NOW, '" + Row.OPEN + "') "
                               + ON_CONFLICT,
                        QUEUE, "id"));
    }

    /** Messages to insert, with their last ids, by which a repeated transaction recognizes those that it has stored. */
    final class Insertion {
        private final List<SmsNewMessage> added;
        private final long[] contents;
        /** Sorted by correlation id, so that concurrent transactions cannot deadlock. */
        private final int[] sorted;
        private @Nullable List<Long> ids;

        Insertion(List<SmsNewMessage> added) {
            requireCall(added);
            this.added = List.copyOf(added);
            this.contents = added.stream().mapToLong(m -> fingerprints.of(m.destination(), m.text())).toArray();
            this.sorted = IntStream.range(0, added.size()).boxed()
                    .sorted(Comparator.comparing(i -> added.get(i).correlationId())).mapToInt(Integer::intValue).toArray();
        }

        /** Returns the ids of the messages, in their order. */
        private List<Long> ids(Tx transaction) throws SQLException {
            List<Long> known = ids;
            if (known == null) {
                known = transaction.messageIds(added.size()).get();
                ids = known;
            }
            return known;
        }

        /** Returns the messages that were written. */
        private List<Row> rows(int accountId, Set<Long> written, Instant now) {
            List<Long> known = Objects.requireNonNull(ids);
            return IntStream.range(0, added.size()).filter(i -> written.contains(known.get(i)))
                    .mapToObj(i -> new Row(known.get(i), accountId, added.get(i), contents[i], now)).toList();
        }

        /** Returns the correlation ids of the messages whose ids were not written. */
        private List<String> doubtful(List<Long> ids, Set<Long> written) {
            return IntStream.range(0, ids.size()).filter(i -> !written.contains(ids.get(i)))
                    .mapToObj(i -> added.get(i).correlationId()).toList();
        }
    }

    @Override
    public CompletionStage<List<SmsIntake>> store(String account, List<SmsNewMessage> added) {
        Insertion insertion = new Insertion(added);
        return database.writeIntake(
                account, added.size(), (transaction, accountId) -> insert(transaction, accountId, account, insertion).get());
    }

    @Override
    public List<SmsIntake> storeInTransaction(String account, List<SmsNewMessage> added) {
        Insertion insertion = new Insertion(added);
        int accountId = database.awaitAccount(account);
        return database.join(transaction -> insert(transaction, accountId, account, insertion).get());
    }

    @Override
    public CompletionStage<List<SmsIntake>> check(String account, List<SmsNewMessage> checked) {
        requireCall(checked);
        List<SmsNewMessage> copy = List.copyOf(checked);
        return database.read(account, (transaction, accountId) -> {
            Map<String, Row> existing = Messages.byCorrelation(
                    messages.find(transaction, accountId, copy.stream().map(SmsNewMessage::correlationId).toList()));
            return copy.stream().map(message -> {
                Row first = existing.get(message.correlationId());
                // Only that of a message with a known id is needed, and it takes microseconds.
                long content = first == null ? 0 : fingerprints.of(message.destination(), message.text());
                return intake(first, NO_ID, content, account);
            }).toList();
        });
    }

    private static void requireCall(List<SmsNewMessage> given) {
        if (given.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "At most " + MAX_MESSAGES + " messages can be stored in one call, not " + given.size());
        }
    }

    /** Inserts messages and returns the result of each. */
    Later<List<SmsIntake>> insert(Tx transaction, int accountId, String account, Insertion insertion) throws SQLException {
        if (insertion.added.isEmpty()) {
            return List::of;
        }
        // The time to live of a message with a due time does not start now.
        boolean hasDueTime = insertion.added.get(0).dueAt() != null;
        if (insertion.added.size() == 1 && !hasDueTime && transaction.hasSequence()) {
            return insertOne(transaction, accountId, account, insertion);
        }
        List<Long> ids = insertion.ids(transaction);
        List<@Nullable Object[]> rows = new ArrayList<>(ids.size());
        for (int i : insertion.sorted) {
            rows.add(row(ids.get(i), accountId, insertion.added.get(i), insertion.contents[i], transaction.time()));
        }
        Later<List<Long>> written = transaction.write(insert, rows);
        return () -> {
            Set<Long> inserted = new HashSet<>(written.get());
            if (!transaction.isShared()) {
                messages.keep(insertion.rows(accountId, inserted, transaction.time()));
            }
            Map<String, Row> existing = existing(transaction, accountId, insertion.doubtful(ids, inserted));
            List<SmsIntake> intakes = new ArrayList<>(ids.size());
            for (int i = 0; i < ids.size(); i++) {
                Row first = existing.get(insertion.added.get(i).correlationId());
                intakes.add(intake(first, ids.get(i), insertion.contents[i], account));
            }
            return intakes;
        };
    }

    /** Inserts a single message without a due time. The database assigns its id and times, which saves a round trip. */
    private Later<List<SmsIntake>> insertOne(Tx transaction, int accountId, String account, Insertion insertion)
            throws SQLException {
        SmsNewMessage message = insertion.added.get(0);
        long content = insertion.contents[0];
        SmsOrigin origin = message.message().origin();
        Instant afterNow = message.expiresAt(Instant.EPOCH);
        @Nullable
        Object[] row = {
                accountId, message.correlationId(), content, message.destination(), message.text(),
                message.message().scheduledDate(), message.priority(), Json.write(message.headers()), Row.file(origin),
                Row.line(origin), message.offer(), new Parameters.AfterNow(0),
                afterNow == null ? null : new Parameters.AfterNow(afterNow.toEpochMilli()) };
        Later<List<Long>> written = transaction.queryLater(insertOne, id -> id.getLong(1), ONE.typed(row));
        return () -> {
            List<String> doubtful = List.of();
            if (written.get().isEmpty()) {
                doubtful = List.of(message.correlationId());
            } else {
                insertion.ids = written.get();
            }
            Row first = existing(transaction, accountId, doubtful).get(message.correlationId());
            // The id of an earlier attempt, if this one has not written the message.
            long id = insertion.ids == null ? NO_ID : insertion.ids.get(0);
            return List.of(intake(first, id, content, account));
        };
    }

    private static @Nullable Object[] row(long id, int accountId, SmsNewMessage message, long content, Instant now) {
        SmsOrigin origin = message.message().origin();
        return new @Nullable Object[] {
                id, accountId, message.correlationId(), content, message.destination(), message.text(),
                message.message().scheduledDate(), message.priority(), Json.write(message.headers()), Row.file(origin),
                Row.line(origin), message.offer(), now,
                message.dueAt(), message.expiresAt(now), Row.stored(message.firstState(now)) };
    }

    /**
     * Loads the messages that already existed, including those of an earlier attempt of this transaction whose commit
     * was not confirmed.
     */
    private Map<String, Row> existing(Tx transaction, int accountId, List<String> doubtful) throws SQLException {
        Map<String, Row> existing = doubtful.isEmpty()
                ? Map.of() : Messages.byCorrelation(messages.find(transaction, accountId, doubtful));
        if (!existing.keySet().containsAll(doubtful)) {
            throw new SmsStoreException(
                    "A message with the same correlation id was removed while this one was to be stored; nothing was"
                                        + " stored. Store it again",
                    false, true, null);
        }
        return existing;
    }

    private static SmsIntake intake(@Nullable Row first, long id, long content, String account) {
        if (first == null || first.id == id) {
            return new SmsIntake.Stored(id);
        }
        boolean isSame = first.fingerprint == null || first.fingerprint == content;
        return isSame
                ? new SmsIntake.Duplicate(first.snapshot(account)) : new SmsIntake.Conflict(first.snapshot(account));
    }
}
