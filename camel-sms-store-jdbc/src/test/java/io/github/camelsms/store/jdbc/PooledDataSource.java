package io.github.camelsms.store.jdbc;

import java.lang.reflect.Method;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Simulates a connection pooler between the driver and PostgreSQL: the backend process that the driver knows is not the
 * one that serves it.
 */
final class PooledDataSource extends RecordingDataSource {

    PooledDataSource(DataSource target, List<String> called) {
        super(target, called);
    }

    @Override
    @Nullable
    Object result(Method method, @Nullable Object result) {
        return method.getName().equals("getBackendPID") && result instanceof Integer pid ? Integer.valueOf(pid + 1) : result;
    }
}
