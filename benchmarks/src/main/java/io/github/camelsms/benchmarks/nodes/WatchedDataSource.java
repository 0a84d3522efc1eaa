package io.github.camelsms.benchmarks.nodes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Connections to PostgreSQL that count statements, and can hide notifications. Thread-safe.
 */
public final class WatchedDataSource extends PGSimpleDataSource {

    private static final long serialVersionUID = 1;

    private final boolean isNotified;
    private final LongAdder statements = new LongAdder();

    /**
     * @param isNotified whether users can listen for notifications
     */
    public WatchedDataSource(String url, boolean isNotified) {
        setUrl(url);
        this.isNotified = isNotified;
    }

    /** Returns the number of executed statements; a JDBC batch counts once. */
    public long statements() {
        return statements.sum();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watch(Connection.class, super.getConnection());
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
}
