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
 * A table of messages as somebody writes it who needs nothing but the commits: a row for each message, a unique
 * correlation id, and an index of those that wait. For one thread.
 */
public final class BareOutbox implements AutoCloseable {

    private static final List<String> TABLE = List.of(
            "CREATE TABLE outbox (id INTEGER NOT NULL PRIMARY KEY, correlation_id TEXT NOT NULL, destination TEXT NOT NULL,"
                                                      + " message_text TEXT NOT NULL, state TEXT NOT NULL, stored_at BIGINT NOT NULL,"
                                                      + " sent_at BIGINT, finished_at BIGINT, code INTEGER, service_id TEXT)",
            "CREATE UNIQUE INDEX outbox_correlation ON outbox (correlation_id)",
            "CREATE INDEX outbox_waiting ON outbox (id) WHERE state = 'WAITING'");

    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement select;
    private final PreparedStatement send;
    private final PreparedStatement complete;
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
    }

    /** A message that is to be sent. */
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

    /** Reads messages that wait and marks them as being sent, with one commit. */
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

    /** Records that messages were accepted, with one commit. */
    void complete(List<Claimed> claimed) throws SQLException {
        long now = System.currentTimeMillis();
        for (Claimed each : claimed) {
            complete.setLong(1, now);
            complete.setInt(2, 5);
            complete.setString(3, "s-" + each.message().correlationId());
            complete.setInt(4, each.id());
            complete.addBatch();
        }
        complete.executeBatch();
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
