package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsOwner;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Calls for several accounts that share a transaction. It locks the accounts in the order of their names, in which
 * order the calls ever came, so that two nodes do not wait for each other.
 */
class LockOrderTest {

    private final Postgres postgres = new Postgres();
    private final JdbcMessageStore store = postgres.store();
    private final HeldWriter writer = new HeldWriter(store);
    private Connection other;

    @BeforeEach
    void start() throws SQLException {
        store.start();
        other = postgres.dataSource.getConnection();
        other.setAutoCommit(false);
        execute("SET lock_timeout = '200ms'");
    }

    @AfterEach
    void close() throws SQLException {
        writer.release();
        other.close();
        store.close();
    }

    @Test
    void acquire_newAccountsInAnyOrder_insertsThemByName() throws Exception {
        String insert = "INSERT INTO sms_account (name) VALUES ('%s') ON CONFLICT DO NOTHING";

        acquiresInOneOrder(insert, account -> store.leases().acquire(account, "node"));
    }

    @Test
    void acquire_knownAccountsInAnyOrder_locksThemByName() throws Exception {
        Stream.of("a", "b").forEach(account -> await(store.leases().acquire(account, "node")));
        String lock = "SELECT 1 FROM sms_account WHERE name = '%s' FOR UPDATE";

        acquiresInOneOrder(lock, account -> store.leases().acquire(account, "node"));
    }

    @Test
    void acquire_ownerHasLockedTheAccount_doesNotWait() throws Exception {
        await(store.leases().acquire("a", "owner"));
        execute("SELECT 1 FROM sms_account WHERE name = 'a' FOR UPDATE");

        assertThat(await(store.leases().acquire("a", "node"))).isInstanceOf(SmsLeaseResult.Held.class);
        assertThat(await(store.leases().owners())).first().extracting(SmsOwner::wantedBy).isNull();

        other.commit();
        await(store.leases().acquire("a", "node"));
        assertThat(await(store.leases().owners())).first().extracting(SmsOwner::wantedBy).isEqualTo("node");
    }

    /** The other node gets the first account, and then the second, on which the store must not have a lock yet. */
    private void acquiresInOneOrder(String sql, Function<String, CompletionStage<?>> call) throws Exception {
        writer.hold();
        List<CompletionStage<?>> calls = List.of(call.apply("b"), call.apply("a"));
        execute(sql.formatted("a"));

        writer.release();
        Awaitility.await().until(postgres::isAnyWaitingForALock);

        assertThatCode(() -> execute(sql.formatted("b"))).as("lock on the second account").doesNotThrowAnyException();
        other.commit();
        calls.forEach(each -> await(each));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = other.createStatement()) {
            statement.execute(sql);
        }
    }
}
