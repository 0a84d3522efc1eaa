package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for a connection that breaks while the database still commits, for example because its disk is slow: the
 * repeated call waits for the first attempt, and finds what it has done.
 */
class RunningCommitTest {

    private final Postgres postgres = new Postgres();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final JdbcMessageStore store = postgres.store();
    private SmsLease lease;

    @BeforeEach
    void start() {
        store.setDataSource(new DelegatingDataSource(postgres.dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connections.add(connection);
                return connection;
            }
        });
        store.start();
        lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void claim_firstAttemptIsBeingCommitted_returnsItsRequests() throws SQLException {
        await(store.intake().store(ACCOUNT, Samples.messages("a", 2)));

        assertThat(Samples.ids(repeatedDuringCommit("sms_request", () -> store.sending().claim(Samples.claim(lease, 1, 2)))))
                .hasSize(2);
        assertThat(await(store.operations().count(ACCOUNT))).containsEntry(SmsMessageState.SENDING, 2L);
    }

    @Test
    void ask_firstAttemptIsBeingCommitted_leavesNoGap() throws SQLException {
        Optional<Long> block
                = repeatedDuringCommit("sms_block", () -> store.statuses().announce(ACCOUNT, lease, Duration.ZERO));

        assertThat(await(store.statuses().gaps(ACCOUNT))).extracting(SmsStatusGap::id).containsExactly(block.orElseThrow());
    }

    @Test
    void claimResults_firstAttemptIsBeingCommitted_returnsTheClaimedOutcomes() throws SQLException {
        accepted();

        assertThat(repeatedDuringCommit("sms_result", () -> store.results().claim(ACCOUNT, 10, Duration.ofMinutes(1))))
                .extracting(each -> each.message().correlationId(), SmsResultDelivery::delivery)
                .containsExactly(tuple("a0", 1));
    }

    @Test
    void claimStatuses_firstAttemptIsBeingCommitted_returnsTheClaimedStatuses() throws SQLException {
        accepted();
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().read(block, List.of(Samples.status("a0", SmsDeliveryStatus.DELIVERED))));

        assertThat(repeatedDuringCommit("sms_block", () -> store.statuses().claim(ACCOUNT, 1, Duration.ofMinutes(1))))
                .extracting(each -> each.status().correlationId(), SmsStatusDelivery::delivery)
                .containsExactly(tuple("a0", 1));
    }

    private void accepted() {
        await(store.intake().store(ACCOUNT, Samples.messages("a", 1)));
        SmsClaimed.Request request = await(store.sending().claim(Samples.claim(lease, 1, 1))).requests().get(0);
        await(
                store.sending().record(
                        request.id(), request.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED));
    }

    /** Breaks the connection during the commit of a call that writes to a table. */
    private <T> T repeatedDuringCommit(String table, Supplier<CompletionStage<T>> call) throws SQLException {
        postgres.execute(
                "CREATE TABLE gate AS SELECT FALSE AS is_open",
                "CREATE FUNCTION wait_for_gate() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN WHILE NOT (SELECT is_open FROM gate)"
                                                                + " LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NULL; END $$",
                "CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT OR UPDATE ON " + table
                                                                                                                                 + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_gate()");
        CompletionStage<T> result = call.get();
        Awaitility.await().until(() -> postgres.isAnyActive("wait_event = 'PgSleep'"));
        for (Connection connection : connections) {
            connection.abort(Runnable::run);
        }
        Awaitility.await().until(postgres::isAnyWaitingForALock);
        postgres.execute("UPDATE gate SET is_open = TRUE");
        return await(result);
    }
}
