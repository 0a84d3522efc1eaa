package io.github.camelsms.benchmarks.nodes;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Logger;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Connections to PostgreSQL that count statements, and can hide notifications. Thread-safe.
 */
public final class WatchedDataSource implements DataSource {

    private final DataSource target;
    private final boolean isNotified;
    private final LongAdder statements = new LongAdder();

    /**
     * @param isNotified whether users can listen for notifications
     */
    public WatchedDataSource(DataSource target, boolean isNotified) {
        this.target = target;
        this.isNotified = isNotified;
    }

    /** Returns the number of executed statements; a JDBC batch counts once. */
    public long statements() {
        return statements.sum();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watch(Connection.class, target.getConnection());
    }

    private <T> T watch(Class<T> type, T watched) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                statements.increment();
            } else if (method.getName().equals("unwrap") && !isNotified) {
                throw new SQLFeatureNotSupportedException("notifications are hidden");
            }
            try {
                return watch(method.invoke(watched, arguments));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private @Nullable Object watch(@Nullable Object result) {
        if (result instanceof PreparedStatement prepared) {
            return watch(PreparedStatement.class, prepared);
        }
        return result instanceof Statement statement ? watch(Statement.class, statement) : result;
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // Nothing is logged.
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        target.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return target.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return target.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return target.isWrapperFor(type);
    }
}
