package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

/**
 * Connections that cannot be opened, or whose commits succeed and report a failure.
 */
final class FailingDataSource {

    private static final Runnable NOTHING = () -> {
    };

    private final DataSource delegate;
    final AtomicInteger lostCommits = new AtomicInteger();
    volatile boolean isAway;
    volatile Runnable afterLostCommit = NOTHING;
    /** Runs once. */
    final AtomicReference<Runnable> afterRollback = new AtomicReference<>(NOTHING);

    FailingDataSource(DataSource delegate) {
        this.delegate = delegate;
    }

    DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] { DataSource.class }, (proxy, method, arguments) -> {
                    if (isAway) {
                        throw new SQLException("the server is away", "08001");
                    }
                    return connection(delegate.getConnection());
                });
    }

    private Connection connection(Connection connection) {
        return after(Connection.class, connection, (method, arguments, result) -> {
            if (method.equals("commit")) {
                committed();
            } else if (method.equals("rollback")) {
                afterRollback.getAndSet(NOTHING).run();
            } else if (method.equals("prepareStatement") && String.valueOf(arguments[0]).endsWith("COMMIT")) {
                return after(PreparedStatement.class, (PreparedStatement) result, (execute, none, executed) -> {
                    if (execute.equals("execute")) {
                        committed();
                    }
                    return executed;
                });
            }
            return result;
        });
    }

    private void committed() throws SQLException {
        if (lostCommits.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            afterLostCommit.run();
            throw new SQLException("the connection broke", "08006");
        }
    }

    private interface Action {

        Object run(String method, Object[] arguments, Object result) throws SQLException;
    }

    private static <T> T after(Class<T> type, T target, Action action) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
                    try {
                        return action.run(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
