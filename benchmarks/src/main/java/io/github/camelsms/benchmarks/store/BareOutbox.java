package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * A minimal table of messages with only the necessary commits: a row per message, a unique correlation id, and an index
 * of waiting messages. For one thread.
 */
public final class BareOutbox implements AutoCloseable {

    private static final List<String> TABLE = List.of(
            "CREATE TABLE outbox (id INTEGER NOT NULL PRIMARY KEY, correlation_id TEXT NOT NULL, destination TEXT NOT NULL,"
                                                      + " message_text TEXT NOT NULL, state TEXT NOT NULL, stored_at BIGINT NOT NULL,"
                                                      + " sent_at BIGINT, finished_at BIGINT, code INTEGER, service_id TEXT)",
            "CREATE UNIQUE INDEX outbox_correlation ON outbox (correlation_id)",
            "CREATE INDEX outbox_waiting ON outbox (id) WHERE state = 'WAITING'",
            "CREATE TABLE outcome (id INTEGER NOT NULL PRIMARY KEY, taken_at BIGINT)");

    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement select;
    private final PreparedStatement send;
    private final PreparedStatement complete;
    private final PreparedStatement offer;
    private final PreparedStatement selectOffered;
    private final PreparedStatement take;
    private final PreparedStatement acknowledge;
    private int lastId;

    private BareOutbox(Connection connection) throws SQLException {
        this.connection = connection;
        this.insert = connection.prepareStatement(
                "INSERT INTO outbox (id, correlation_id, destination, message_text, state, stored_at)"
                                                  + " VALUES (?, ?, ?, ?, 'WAITING', ?)");
        this.select = connection.prepareStatement(
                "SELECT id, correlation_id, destination, message_text FROM outbox WHERE state = 'WAITING' ORDER BY id LIMIT ?");
        this.send = connection.prepareStatement("UPDATE outbox SET state = 'SENDING', sent_at = ? WHERE id = ?");
        this.complete = connection.prepareStatement(
                "UPDATE outbox SET state = 'ACCEPTED', finished_at = ?, code = ?, service_id = ? WHERE id = ?");
        this.offer = connection.prepareStatement("INSERT INTO outcome (id) VALUES (?)");
        this.selectOffered = connection.prepareStatement(
                "SELECT m.id, m.correlation_id, m.state, m.code, m.service_id FROM outcome o JOIN outbox m ON m.id = o.id"
                                                         + " WHERE o.taken_at IS NULL ORDER BY o.id LIMIT ?");
        this.take = connection.prepareStatement("UPDATE outcome SET taken_at = ? WHERE id = ?");
        this.acknowledge = connection.prepareStatement("DELETE FROM outcome WHERE id = ?");
    }

    /** A message to send. */
    record Claimed(int id, SmsMessage message) {
    }

    /** Creates the table and opens it. */
    public static BareOutbox create(DurableDatabase database, String name) throws SQLException {
        Connection connection = database.connect(name);
        try (Statement statement = connection.createStatement()) {
            for (String ddl : TABLE) {
                statement.execute(ddl);
            }
        }
        connection.commit();
        return new BareOutbox(connection);
    }

    /** Inserts messages with one commit. */
    public void insert(List<SmsMessage> messages) throws SQLException {
        long now = System.currentTimeMillis();
        for (SmsMessage message : messages) {
            insert.setInt(1, ++lastId);
            insert.setString(2, message.correlationId());
            insert.setString(3, message.destination());
            insert.setString(4, message.messageText());
            insert.setLong(5, now);
            insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
    }

    /** Reads waiting messages and marks them as being sent, with one commit. */
    List<Claimed> claim(int count) throws SQLException {
        List<Claimed> claimed = new ArrayList<>(count);
        select.setInt(1, count);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                claimed.add(new Claimed(
                        rows.getInt(1), new SmsMessage(rows.getString(4), rows.getString(3), rows.getString(2), null)));
            }
        }
        long now = System.currentTimeMillis();
        for (Claimed each : claimed) {
            send.setLong(1, now);
            send.setInt(2, each.id());
            send.addBatch();
        }
        send.executeBatch();
        connection.commit();
        return claimed;
    }

    /**
     * Records accepted messages, with one commit.
     *
     * @param isOffered whether their outcomes are kept until they are acknowledged
     */
    void complete(List<Claimed> claimed, boolean isOffered) throws SQLException {
        long now = System.currentTimeMillis();
        for (Claimed each : claimed) {
            complete.setLong(1, now);
            complete.setInt(2, 5);
            complete.setString(3, "s-" + each.message().correlationId());
            complete.setInt(4, each.id());
            complete.addBatch();
            if (isOffered) {
                offer.setInt(1, each.id());
                offer.addBatch();
            }
        }
        complete.executeBatch();
        if (isOffered) {
            offer.executeBatch();
        }
        connection.commit();
    }

    /** Reads outcomes and marks them as claimed, with one commit; returns the numbers of their messages. */
    List<Integer> take(int count) throws SQLException {
        List<Integer> ids = new ArrayList<>(count);
        selectOffered.setInt(1, count);
        try (ResultSet rows = selectOffered.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        long now = System.currentTimeMillis();
        for (int id : ids) {
            take.setLong(1, now);
            take.setInt(2, id);
            take.addBatch();
        }
        take.executeBatch();
        connection.commit();
        return ids;
    }

    /** Removes outcomes, with one commit. */
    void acknowledge(List<Integer> ids) throws SQLException {
        for (int id : ids) {
            acknowledge.setInt(1, id);
            acknowledge.addBatch();
        }
        acknowledge.executeBatch();
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
