package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.Deque;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connection pool that waits for no connection, and keeps those that are open when they are returned.
 */
final class SmallPool extends DelegatingDataSource {

    private final int size;
    private final Deque<Connection> free = new ArrayDeque<>();
    private int taken;

    SmallPool(DataSource target, int size) {
        super(target);
        this.size = size;
    }

    @Override
    public synchronized Connection getConnection() throws SQLException {
        if (taken == size) {
            throw new SQLTransientConnectionException("Connection is not available, request timed out");
        }
        taken++;
        Connection connection = free.isEmpty() ? super.getConnection() : free.removeFirst();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        giveBack(connection);
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private synchronized void giveBack(Connection connection) throws SQLException {
        taken--;
        if (!connection.isClosed()) {
            free.addLast(connection);
        }
    }

    /** Opens connections until the pool is full. */
    synchronized void fill() throws SQLException {
        while (taken + free.size() < size) {
            free.addLast(super.getConnection());
        }
    }

    /** Closes the connections that are not in use. */
    synchronized void closeAll() throws SQLException {
        for (Connection connection : free) {
            connection.close();
        }
        free.clear();
    }
}
