package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import javax.sql.DataSource;

import org.postgresql.PGConnection;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Simulates a connection pooler between the driver and PostgreSQL: the backend process that the driver knows is not the
 * one that serves it. Records calls and statements.
 */
final class PooledDataSource extends DelegatingDataSource {

    private final List<String> called;

    PooledDataSource(DataSource target, List<String> called) {
        super(target);
        this.called = called;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watch(Connection.class, super.getConnection());
    }

    private <T> T watch(Class<T> type, T watched) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            called.add(arguments != null && arguments[0] instanceof String sql ? sql : method.getName());
            try {
                Object result = method.invoke(watched, arguments);
                if (method.getName().equals("getBackendPID")) {
                    return (int) result + 1;
                } else if (method.getName().equals("unwrap")) {
                    return watch(PGConnection.class, (PGConnection) result);
                }
                return method.getReturnType().equals(Statement.class) ? watch(Statement.class, (Statement) result) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
