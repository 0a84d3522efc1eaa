package io.github.camelsms.store.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a purge reads a limited number of messages, even if most old ones have unacknowledged results.
 */
class PurgeTest {

    private static final int UNACKNOWLEDGED = 10_000;
    private static final int REMOVABLE = 10;
    private static final int CHUNK = 100;
    private static final int CALLS = 30;
    /** Five messages for each that a call may remove, read by two statements. */
    private static final long MAX_READ = 2L * 5 * CHUNK * CALLS;

    private final Postgres postgres = new Postgres();

    @Test
    void purge_manyUnacknowledgedResults_readsALimitedNumberOfMessagesAndReachesTheOthers() throws SQLException {
        int removed = 0;
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            postgres.execute("INSERT INTO sms_account (name) VALUES ('demo')");
            storeOld(0, 0);
            // The plans for a small table remain in use.
            await(store.operations().purge(CHUNK));
            storeOld(1, UNACKNOWLEDGED + REMOVABLE);
            postgres.execute("DELETE FROM sms_result WHERE message_id > " + UNACKNOWLEDGED);
            for (int call = 0; call < CALLS; call++) {
                removed += await(store.operations().purge(CHUNK));
            }
        }

        assertThat(removed).isEqualTo(REMOVABLE);
        // The database counts a transaction some time after its end.
        Awaitility.await().until(() -> statistic("sms_message", "n_tup_del") == REMOVABLE);
        for (String table : List.of("sms_message", "sms_result")) {
            assertThat(statistic(table, "seq_tup_read")).as("rows of %s read without an index", table).isZero();
        }
        long messages = statistic("sms_message", "idx_tup_fetch");
        assertThat(messages).as("messages read by %d calls", CALLS).isLessThanOrEqualTo(MAX_READ);
        assertThat(statistic("sms_result", "idx_scan")).as("results looked up by %d calls", CALLS)
                .isLessThanOrEqualTo(MAX_READ);
    }

    /** The purge has read the message as an old one, and locks it after another node has queued it again. */
    @Test
    void purge_messageIsResentBeforeItIsLocked_keepsIt() {
        AtomicReference<Runnable> beforeLock = new AtomicReference<>();
        List<String> called = new CopyOnWriteArrayList<>();
        try (JdbcMessageStore store = postgres.store(); JdbcMessageStore operator = postgres.store()) {
            store.setRetention(Duration.ofMinutes(1));
            store.setDataSource(new RecordingDataSource(postgres.dataSource, called) {
                @Override
                @Nullable
                Object result(Method method, @Nullable Object result) {
                    Runnable action = beforeLock.get();
                    if (action != null && called.get(called.size() - 1).contains("SKIP LOCKED")) {
                        beforeLock.set(null);
                        action.run();
                    }
                    return result;
                }
            });
            postgres.execute("UPDATE test_clock SET shift = shift - INTERVAL '1 hour'");
            store.start();
            operator.start();
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
            await(store.intake().store(ACCOUNT, messages("m", 2)));
            SmsClaimed.Request sent = await(store.sending().claim(Samples.claim(lease, 1, 2))).requests().get(0);
            await(store.sending().record(
                    sent.id(), sent.messages().stream().map(Samples::rejected).toList(), Samples.RECONCILED));
            postgres.execute("DELETE FROM sms_result", "UPDATE test_clock SET shift = INTERVAL '0'");
            beforeLock.set(() -> await(operator.operations().resend(ACCOUNT, List.of("m0"))));

            assertThat(await(store.operations().purge(10))).isEqualTo(1);

            assertThat(beforeLock.get()).as("has run").isNull();
            assertThat(await(store.operations().find(ACCOUNT, List.of("m0", "m1")))).singleElement().satisfies(
                    message -> assertThat(message.state()).isEqualTo(SmsMessageState.WAITING));
        }
    }

    private void storeOld(int first, int last) {
        String numbers = " FROM generate_series(" + first + ", " + last + ") AS c(n)";
        postgres.execute(
                "INSERT INTO sms_message (id, account_id, correlation_id, priority, offer, stored_at, state, finished_at)"
                         + " SELECT n, a.id, 'id' || n, 4, 'AT_ONCE', 1, 'ACCEPTED', n / 100"
                         + numbers + ", sms_account a",
                "INSERT INTO sms_result (message_id, account_id, revision, visible_at, deliveries)"
                                                        + " SELECT n, a.id, 1, 1, 0" + numbers + ", sms_account a");
    }

    private long statistic(String table, String column) throws SQLException {
        return query("SELECT " + column + " FROM pg_stat_user_tables WHERE relname = '" + table + "' AND schemaname = '"
                     + postgres.schema + "'");
    }

    private long query(String sql) throws SQLException {
        try (Connection connection = postgres.dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
