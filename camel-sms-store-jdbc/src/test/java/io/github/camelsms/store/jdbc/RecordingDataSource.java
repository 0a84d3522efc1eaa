package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A data source of PostgreSQL that records the calls of its connections, and statements without parameters.
 */
class RecordingDataSource extends DelegatingDataSource {

    private final List<String> called;

    /**
     * @param called receives the names of the called methods, or the SQL of the statements
     */
    RecordingDataSource(DataSource target, List<String> called) {
        super(target);
        this.called = called;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watch(Connection.class, super.getConnection());
    }

    /** Returns the result of a call, which a subclass can change. */
    @Nullable
    Object result(Method method, @Nullable Object result) {
        return result;
    }

    private <T> T watch(Class<T> type, T watched) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            called.add(arguments != null && arguments[0] instanceof String sql ? sql : method.getName());
            try {
                Object result = result(method, method.invoke(watched, arguments));
                if (method.getName().equals("unwrap")) {
                    return watch(PGConnection.class, (PGConnection) result);
                }
                return method.getReturnType().equals(Statement.class) ? watch(Statement.class, (Statement) result) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
