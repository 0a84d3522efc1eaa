package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that messages whose rows in the queue or whose requests were removed by hand do not stay open forever.
 */
class OrphansTest {

    @TempDir
    Path folder;

    @Test
    void purge_rowsOfTheQueueWereRemoved_makesTheirMessagesUnknownOnly() {
        JdbcMessageStore file = new JdbcMessageStore();
        file.setFile(folder.resolve("messages.db").toString());
        for (JdbcMessageStore store : List.of(file, new Postgres().store())) {
            store.start();
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
            await(store.intake().store(ACCOUNT, messages("m", 8)));
            SmsClaimed.Request sent = await(store.sending().claim(Samples.claim(lease, 1, 2))).requests().get(0);
            await(store.sending().claim(Samples.claim(lease, 2, 2)));
            execute(store,
                    "DELETE FROM sms_waiting WHERE position IN (SELECT id FROM sms_message WHERE correlation_id = 'm5')");
            execute(store, "DELETE FROM sms_request WHERE number = 2");

            assertThat(await(store.operations().purge(10))).isZero();

            assertThat(await(store.operations().find(ACCOUNT, List.of("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7"))))
                    .extracting(SmsStoredMessage::state).containsExactly(
                            SmsMessageState.SENDING, SmsMessageState.SENDING, SmsMessageState.UNKNOWN, SmsMessageState.UNKNOWN,
                            SmsMessageState.WAITING, SmsMessageState.UNKNOWN, SmsMessageState.WAITING, SmsMessageState.WAITING);
            assertThat(await(store.sending().record(
                    sent.id(), sent.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED)))
                    .hasSize(2).allMatch(message -> message.state() == SmsMessageState.ACCEPTED);
            assertThat(Samples.ids(await(store.sending().claim(Samples.claim(lease, 3, 10))))).containsExactly("m4", "m6",
                    "m7");
            store.close();
        }
    }

    /** The search reads messages before it locks them. */
    @Test
    void purge_outcomeIsRecordedBeforeTheMessageIsLocked_keepsTheOutcome() throws SQLException {
        assertThat(stateAfterChangeDuringSearch("UPDATE sms_message SET state = 'ACCEPTED', revision = 1, finished_at = 1"))
                .isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void purge_requestExistsAgainBeforeTheMessageIsLocked_keepsItInFlight() throws SQLException {
        assertThat(stateAfterChangeDuringSearch(
                "SELECT id FROM sms_message FOR UPDATE", "INSERT INTO sms_request SELECT * FROM removed"))
                .isEqualTo(SmsMessageState.SENDING);
    }

    /** Returns the state of a message whose request was removed, and that another transaction changes meanwhile. */
    private static SmsMessageState stateAfterChangeDuringSearch(String... statements) throws SQLException {
        Postgres postgres = new Postgres();
        try (JdbcMessageStore store = postgres.store(); Connection other = postgres.dataSource.getConnection();
             Statement statement = other.createStatement()) {
            store.start();
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
            await(store.intake().store(ACCOUNT, messages("m", 1)));
            await(store.sending().claim(Samples.claim(lease, 1, 1)));
            postgres.execute("CREATE TABLE removed AS SELECT * FROM sms_request", "DELETE FROM sms_request");
            other.setAutoCommit(false);
            for (String sql : statements) {
                statement.execute(sql);
            }

            CompletionStage<Integer> purge = store.operations().purge(10);
            Awaitility.await().until(postgres::isAnyWaitingForALock);
            other.commit();
            await(purge);
            return await(store.operations().find(ACCOUNT, List.of("m0"))).get(0).state();
        }
    }

    private static void execute(JdbcMessageStore store, String sql) {
        await(store.opened().database().write(transaction -> transaction.update(sql)));
    }
}
