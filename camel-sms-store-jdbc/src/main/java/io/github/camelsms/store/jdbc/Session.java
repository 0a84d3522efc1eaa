package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Connection with its prepared statements. Used by one thread at a time, and not used again after a failure.
 */
final class Session implements AutoCloseable {

    /** Maximum number of statements, each of which may be several that are sent together. */
    static final int MAX_STATEMENTS = 128;

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

    Session(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Returns a statement of this session. The caller closes its results, but not the statement. */
    PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        if (known != null) {
            return known;
        }
        if (statements.size() == MAX_STATEMENTS) {
            String eldest = statements.keySet().iterator().next();
            PreparedStatement removed = statements.remove(eldest);
            if (removed != null) {
                removed.close();
            }
        }
        PreparedStatement prepared = connection.prepareStatement(sql);
        // All rows at once, whatever the driver's default: after the commit, it could fetch no more.
        prepared.setFetchSize(0);
        statements.put(sql, prepared);
        return prepared;
    }

    /** Closes the statements; the connection stays open. */
    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
        statements.clear();
    }
}
