package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.store.SmsStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that connections return to their pool as they were taken from it.
 */
class PooledConnectionsTest {

    private static final int NETWORK_TIMEOUT_MILLIS = 7_777;

    private final Postgres postgres = new Postgres();
    private final AtomicInteger taken = new AtomicInteger();
    private final List<State> returned = new CopyOnWriteArrayList<>();

    private record State(boolean isAutoCommit, int networkTimeout) {
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void close_connectionsOfAPool_haveTheirAutocommitAndNetworkTimeoutAgain(boolean isAutoCommit) {
        JdbcMessageStore store = postgres.store();
        store.setDataSource(new DelegatingDataSource(postgres.dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
                connection.setAutoCommit(isAutoCommit);
                taken.incrementAndGet();
                return pooled(connection);
            }
        });
        store.start();
        store.listen((account, hint) -> {
        });
        Awaitility.await().until(store::isListening);
        await(store.intake().store(ACCOUNT, messages("m", 3)));
        assertThat(await(store.operations().find(ACCOUNT, List.of("m0")))).hasSize(1);
        assertThatThrownBy(
                () -> await(store.opened().database().write(transaction -> transaction.query("SELECT 1 / 0", row -> 1))))
                .isInstanceOf(SmsStoreException.class);

        store.close();

        Awaitility.await().until(() -> returned.size() == taken.get());
        assertThat(returned).hasSizeGreaterThan(3)
                .containsOnly(new State(isAutoCommit, NETWORK_TIMEOUT_MILLIS));
    }

    /** Returns a connection that records its state when it is closed. */
    private Connection pooled(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
                    if (method.getName().equals("close") && !connection.isClosed()) {
                        returned.add(new State(connection.getAutoCommit(), connection.getNetworkTimeout()));
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
