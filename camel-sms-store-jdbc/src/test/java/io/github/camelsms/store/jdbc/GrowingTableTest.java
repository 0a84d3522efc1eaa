package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that PostgreSQL does not read the whole table with plans that it made while the table was empty.
 */
class GrowingTableTest {

    private static final int EARLY_CYCLES = 20;
    private static final int LATE_CYCLES = 5;
    private static final int OTHERS = 20_000;
    private static final int BATCH = 10;

    private final Postgres postgres = new Postgres();

    @Test
    void statements_tableGrowsBeforeItIsAnalyzed_readByIndex() throws Exception {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(Samples.ACCOUNT, "node-1"))).lease();
            cycles(store, lease, 0, EARLY_CYCLES);
            postgres.execute(
                    "INSERT INTO sms_message (id, account_id, correlation_id, priority, offer, stored_at, state, finished_at)"
                             + " SELECT 1000000 + n, 1000, 'id' || n, 4, 'NEVER', 1, 'ACCEPTED', 1 FROM generate_series(1, "
                             + OTHERS + ") AS c(n)");
            cycles(store, lease, EARLY_CYCLES, LATE_CYCLES);
        }

        int messages = (EARLY_CYCLES + LATE_CYCLES) * BATCH;
        // The database counts a transaction some time after its end.
        Awaitility.await().untilAsserted(() -> {
            assertThat(statistic("n_tup_ins")).isEqualTo(OTHERS + messages);
            assertThat(statistic("n_tup_upd")).isEqualTo(2L * messages);
        });
        assertThat(statistic("seq_tup_read")).as("rows read without an index").isLessThan(OTHERS);
    }

    private static void cycles(JdbcMessageStore store, SmsLease lease, int first, int count) {
        for (int number = first; number < first + count; number++) {
            await(store.intake().store(Samples.ACCOUNT, Samples.messages("m" + number + "-", BATCH)));
            SmsClaimed.Request request
                    = await(store.sending().claim(Samples.claim(lease, number + 1, BATCH))).requests().get(0);
            List<SmsMessageOutcome> outcomes = request.messages().stream().map(Samples::accepted).toList();
            await(store.sending().record(request.id(), outcomes, Samples.RECONCILED));
        }
    }

    private long statistic(String column) throws SQLException {
        try (Connection connection = postgres.dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT " + column + " FROM pg_stat_user_tables WHERE relname = 'sms_message' AND schemaname = '"
                                                    + postgres.schema + "'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
