package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusDelivery;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that PostgreSQL does not read whole tables with plans that it made while they were small.
 */
class GrowingTableTest {

    private static final int EARLY_CYCLES = 20;
    private static final int LATE_CYCLES = 5;
    private static final int OTHERS = 20_000;
    private static final int BATCH = 10;
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private final Postgres postgres = new Postgres();

    @Test
    void statements_tableGrowsBeforeItIsAnalyzed_readByIndex() throws Exception {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(Samples.ACCOUNT, "node-1"))).lease();
            cycles(store, lease, 0, 1);
            // The statistics of tables this small suggest reading them as a whole.
            postgres.execute("ANALYZE");
            cycles(store, lease, 1, EARLY_CYCLES - 1);
            postgres.execute(
                    "INSERT INTO sms_message (id, account_id, correlation_id, destination, priority, offer, stored_at, state, finished_at)"
                             + " SELECT 1000000 + n, 1000, 'id' || n, '11' || (900000000 + n), 4, 'NEVER', 1, 'ACCEPTED', 1 FROM generate_series(1, "
                             + OTHERS + ") AS c(n)",
                    "INSERT INTO sms_waiting (message_id, account_id, lane, position, waiting_since)"
                                                     + " SELECT 1000000 + n, 1000, 5, n, 1 FROM generate_series(1, " + OTHERS
                                                     + ") AS c(n)",
                    "INSERT INTO sms_result (message_id, account_id, revision, visible_at, deliveries)"
                                                                    + " SELECT 1000000 + n, 1000, 1, 1, 0 FROM generate_series(1, "
                                                                    + OTHERS
                                                                    + ") AS c(n)",
                    "INSERT INTO sms_status (block_id, position, status) SELECT 1000000 + n, 1, 'SENT' FROM generate_series(1, "
                                                                                   + OTHERS + ") AS c(n)");
            cycles(store, lease, EARLY_CYCLES, LATE_CYCLES);
        }

        int messages = (EARLY_CYCLES + LATE_CYCLES) * BATCH;
        // The database counts a transaction some time after its end.
        Awaitility.await().untilAsserted(() -> {
            assertThat(statistic("sms_message", "n_tup_ins")).isEqualTo(OTHERS + messages);
            assertThat(statistic("sms_message", "n_tup_upd")).as("with an outcome or a status").isEqualTo(2 * messages);
            assertThat(statistic("sms_status", "n_tup_del")).isEqualTo(messages);
        });
        for (String table : List.of("sms_message", "sms_waiting", "sms_result", "sms_status")) {
            assertThat(statistic(table, "seq_tup_read")).as("rows of %s read without an index", table).isLessThan(OTHERS);
        }
    }

    private static void cycles(JdbcMessageStore store, SmsLease lease, int first, int count) {
        for (int number = first; number < first + count; number++) {
            await(store.intake().store(Samples.ACCOUNT, Samples.messages("m" + number + "-", BATCH)));
            SmsClaimed.Request request
                    = await(store.sending().claim(Samples.claim(lease, number + 1, BATCH))).requests().get(0);
            assertThat(await(store.operations().sentTo(List.of(Samples.NUMBER), Samples.SENT))).isNotEmpty();
            List<SmsMessageOutcome> outcomes = request.messages().stream().map(Samples::accepted).toList();
            await(store.sending().record(request.id(), outcomes, Samples.RECONCILED));
            List<SmsResultDelivery> results = await(store.results().claim(Samples.ACCOUNT, BATCH, A_MINUTE));
            await(store.results().acknowledge(results.stream().map(SmsResultDelivery::key).toList()));
            deliverStatuses(store, lease, request);
        }
    }

    private static void deliverStatuses(JdbcMessageStore store, SmsLease lease, SmsClaimed.Request request) {
        long block = await(store.statuses().announce(Samples.ACCOUNT, lease, A_MINUTE)).orElseThrow();
        await(store.statuses().receive(block, new byte[] { 1 }));
        await(
                store.statuses().read(
                        block,
                        request.messages().stream()
                                .map(message -> Samples.status(message.correlationId(), SmsDeliveryStatus.DELIVERED))
                                .toList()));
        List<SmsStatusDelivery> statuses = await(store.statuses().claim(Samples.ACCOUNT, 1, A_MINUTE));
        await(store.statuses().acknowledge(statuses.stream().map(SmsStatusDelivery::key).toList()));
    }

    private long statistic(String table, String column) throws SQLException {
        try (Connection connection = postgres.dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT " + column + " FROM pg_stat_user_tables WHERE relname = '" + table
                                                    + "' AND schemaname = '" + postgres.schema + "'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
