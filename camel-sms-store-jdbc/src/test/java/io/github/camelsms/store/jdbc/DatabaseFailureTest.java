package io.github.camelsms.store.jdbc;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for a full disk, an unreachable database, and a commit of unknown outcome: errors are clear, nothing is stored
 * partially, and the store recovers without a restart.
 */
class DatabaseFailureTest {

    private final Postgres postgres = new Postgres();
    private final FailingDataSource failing = new FailingDataSource(postgres.dataSource);

    @TempDir
    Path folder;

    @Test
    void store_diskFull_failsAtomicallyAndRecovers() {
        List<String> pragmas = new CopyOnWriteArrayList<>(List.of("PRAGMA max_page_count = 40"));
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(folder.resolve("store.db").toString());
            store.setEmbedded(new ManualClock(), pragmas);
            store.start();
            SmsLease lease = lease(store);
            await(store.intake().store(ACCOUNT, messages("early", 5)));

            assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("many", 1_000))))
                    .isInstanceOfSatisfying(SmsStoreException.class, failure -> {
                        assertThat(failure).hasMessageContaining("no room left").hasMessageContaining("free disk space")
                                .hasMessageContaining("Nothing of the call was stored");
                        assertThat(failure.isUncertain()).isFalse();
                    });
            assertThat(count(store, SmsMessageState.WAITING)).isEqualTo(5);
            assertThat(Samples.ids(await(store.sending().claim(Samples.claim(lease, 1, 2))))).containsExactly("early0",
                    "early1");

            pragmas.set(0, "PRAGMA max_page_count = 100000");
            assertThatThrownBy(() -> await(store.opened().database().write(transaction -> transaction.update("none"))))
                    .as("a failure, after which the connection is opened again").isInstanceOf(SmsStoreException.class);
            assertThat(await(store.intake().store(ACCOUNT, messages("many", 1_000))))
                    .allMatch(SmsIntake.Stored.class::isInstance);
        }
    }

    @Test
    void erase_failsInALaterPiece_saysHowManyAreErased() {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            await(store.intake().store(ACCOUNT, messages("early", 3)));
            postgres.execute("SELECT setval('sms_message_id', 100000)");
            await(store.intake().store(ACCOUNT, messages("late", 2)));
            refuseUpdates("sms_message", "OLD.correlation_id LIKE 'late%'");

            assertThatThrownBy(() -> await(store.operations().erase(Samples.NUMBER))).isInstanceOfSatisfying(
                    SmsStoreException.class, failure -> assertThat(failure).hasMessageContainingAll(
                            "erased in 3 messages and not in all", "refused"));

            postgres.execute("DROP TRIGGER refuse ON sms_message");
            assertThat(await(store.operations().erase(Samples.NUMBER))).isEqualTo(2);
        }
    }

    @Test
    void erase_aResponseCannotBeErased_erasesAllMessagesAndTheResponsesBefore() {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            await(store.intake().store(ACCOUNT, messages("a", 3)));
            SmsLease lease = lease(store);
            List<Long> blocks = List.of(refused(store, lease), refused(store, lease));
            refuseUpdates("sms_block", "OLD.id = " + blocks.get(1));

            assertThatThrownBy(() -> await(store.operations().erase(Samples.NUMBER))).isInstanceOfSatisfying(
                    SmsStoreException.class, failure -> assertThat(failure).hasMessageContainingAll(
                            "erased in 3 messages and not in all", "refused"));
            assertThat(bodies(store)).containsExactly(blocks.get(1));

            postgres.execute("DROP TRIGGER refuse ON sms_block");
            assertThat(await(store.operations().erase(Samples.NUMBER))).isZero();
            assertThat(bodies(store)).isEmpty();
        }
    }

    /** Lets updates of rows that match the condition fail. */
    private void refuseUpdates(String table, String condition) {
        postgres.execute(
                "CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$",
                "CREATE TRIGGER refuse BEFORE UPDATE ON " + table + " FOR EACH ROW WHEN (" + condition
                                                                                                                 + ") EXECUTE FUNCTION refuse()");
    }

    private static long refused(JdbcMessageStore store, SmsLease lease) {
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().receive(block, ("<html>" + Samples.NUMBER).getBytes(StandardCharsets.UTF_8)));
        await(store.statuses().markUnreadable(block, "no list of statuses"));
        return block;
    }

    private static List<Long> bodies(JdbcMessageStore store) {
        return await(store.opened().database().write(transaction -> transaction.query(
                "SELECT id FROM sms_block WHERE body IS NOT NULL ORDER BY id", row -> row.getLong(1))));
    }

    @Test
    void calls_connectionsTerminatedByTheServer_reconnect() {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            SmsLease lease = lease(store);
            await(store.intake().store(ACCOUNT, messages("a", 3)));

            postgres.terminateConnections();

            assertThat(await(store.intake().store(ACCOUNT, messages("b", 3)))).allMatch(SmsIntake.Stored.class::isInstance);
            assertThat(Samples.ids(await(store.sending().claim(Samples.claim(lease, 1, 10))))).hasSize(6);
            assertThat(await(store.operations().find(ACCOUNT, List.of("a0")))).hasSize(1);
        }
    }

    @Test
    void calls_databaseUnreachable_failAndRecover() {
        try (JdbcMessageStore store = started()) {
            await(store.intake().store(ACCOUNT, messages("a", 3)));

            failing.isAway = true;
            postgres.terminateConnections();
            assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("b", 3))))
                    .isInstanceOfSatisfying(SmsStoreException.class, failure -> {
                        assertThat(failure).hasMessageContaining("cannot be reached")
                                .hasMessageContaining("Nothing of the call was stored");
                        assertThat(failure.isUncertain()).isFalse();
                    });
            assertThatThrownBy(() -> await(store.operations().count(ACCOUNT))).isInstanceOf(SmsStoreException.class);

            failing.isAway = false;
            assertThat(await(store.intake().store(ACCOUNT, messages("b", 3)))).allMatch(SmsIntake.Stored.class::isInstance);
            assertThat(count(store, SmsMessageState.WAITING)).isEqualTo(6);
        }
    }

    @Test
    void explain_poolWithoutFreeConnection_namesTheRemedyAndNoEmptyState() {
        assertThat(new PostgresErrorCodes().explain(new SQLTransientConnectionException("Connection is not available")))
                .isEqualTo("Connection is not available: the connection pool needs four connections for the message store,"
                           + " and those that the application uses");
    }

    @Test
    void start_poolWithThreeConnections_failsNamingTheNumberAndTheRemedy() {
        JdbcMessageStore store = postgres.store();
        store.setDataSource(new SmallPool(postgres.dataSource, 3));

        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("gives 3 of the 4 connections").hasMessageContaining("maximumPoolSize");

        store.setDataSource(new SmallPool(postgres.dataSource, 4));
        store.start();
        store.close();
    }

    @Test
    void calls_sessionsOfThePoolStayedReadOnly_succeedAfterTheSettingWasReset() throws SQLException {
        String database = "read_only_" + postgres.schema;
        postgres.execute("CREATE DATABASE " + database);
        PGSimpleDataSource direct = Samples.dataSource(postgres.url());
        direct.setOptions("");
        direct.setDatabaseName(database);
        SmallPool pool = new SmallPool(direct, 4);
        try (JdbcMessageStore store = postgres.store()) {
            store.setDataSource(pool);
            store.start();
            pool.closeAll();
            postgres.execute("ALTER DATABASE " + database + " SET default_transaction_read_only = on");
            assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("a", 1))))
                    .isInstanceOf(SmsStoreException.class).hasMessageContaining("set to be read-only");
            pool.fill();
            postgres.execute("ALTER DATABASE " + database + " RESET default_transaction_read_only");

            Awaitility.await().ignoreExceptions()
                    .until(() -> await(store.intake().store(ACCOUNT, messages("b", 1))).size() == 1);
            assertThat(await(store.intake().store(ACCOUNT, messages("c", 1)))).hasSize(1);
        }
    }

    @Test
    void write_unexpectedErrorThatCannotEvenBeLogged_failsTheCallAndTheNextOneSucceeds() {
        class Unprintable extends Error {
            @Override
            public String getMessage() {
                throw new OutOfMemoryError("none left for the message");
            }
        }
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            for (Function<Work<Integer>, CompletionStage<Integer>> thread : List.<
                    Function<Work<Integer>, CompletionStage<Integer>>> of(
                            store.opened().database()::write, store.opened().database()::read,
                            work -> store.opened().database().writeIntake(ACCOUNT, 1,
                                    (transaction, account) -> work.run(transaction)))) {
                assertThatThrownBy(() -> await(thread.apply(transaction -> {
                    throw new Unprintable();
                }))).isInstanceOf(SmsStoreException.class);
                assertThat(await(thread.apply(transaction -> 1))).isEqualTo(1);
            }
        }
    }

    @Test
    void write_unexpectedErrorAfterAChange_isNotCommittedWithTheNextCall() {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            await(store.intake().store(ACCOUNT, messages("a", 1)));
            assertThatThrownBy(() -> await(store.opened().database().write(transaction -> {
                transaction.update("UPDATE sms_message SET priority = 9");
                throw new StackOverflowError();
            }))).isInstanceOf(SmsStoreException.class);

            await(store.opened().database().write(transaction -> 1));

            assertThat(await(store.operations().find(ACCOUNT, List.of("a0")))).singleElement()
                    .matches(message -> message.message().priority() != 9, "rolled back");
        }
    }

    @Test
    void calls_rightWasRevoked_areLoggedOnceAMinute() {
        List<String> lines = new CopyOnWriteArrayList<>();
        ManualClock clock = new ManualClock();
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
        }
        GroupWriter writer = new GroupWriter(
                new PostgresDialect(postgres.restricted(), postgres.schema, "sms_"), "sms-store-restricted", false,
                new FailureLog(clock, lines::add));
        Work<Integer> heartbeat = transaction -> transaction.update("DELETE FROM sms_node");
        try {
            await(writer.submit("", heartbeat, 1, false));
            postgres.execute("REVOKE DELETE ON sms_node FROM app_" + postgres.schema);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> await(writer.submit("", heartbeat, 1, false))).isInstanceOf(SmsStoreException.class);
                // An intake without a row that it can lock is the business of its caller.
                assertThatThrownBy(() -> await(writer.submitIntake("", transaction -> transaction.update("SELECT 1/0"), 1)))
                        .isInstanceOf(SmsStoreException.class);
            }
            assertThat(lines).singleElement().asString().contains("permission denied for table sms_node", "stay in the store");

            clock.advance(Duration.ofMinutes(1));
            assertThatThrownBy(() -> await(writer.submit("", heartbeat, 1, false))).isInstanceOf(SmsStoreException.class);
            assertThat(lines).hasSize(2).last().asString().contains("has occurred 2 times since the last line");
        } finally {
            writer.close(Duration.ofMinutes(1));
        }
    }

    @ParameterizedTest
    @CsvSource({ "42P05", "26000" })
    void explain_preparedStatementOfAnotherConnection_namesThePoolerAndTheRemedy(String state) {
        assertThat(new PostgresErrorCodes().explain(new SQLException("S_1", state)))
                .contains("connection pooler", "prepareThreshold=0");
    }

    @Test
    void commit_succeedsButReportsAFailure_returnsTheSameResult() {
        try (JdbcMessageStore store = started()) {
            SmsLease lease = lease(store);

            failing.lostCommits.set(1);
            assertThat(await(store.intake().store(ACCOUNT, messages("a", 3)))).allMatch(SmsIntake.Stored.class::isInstance);
            assertThat(failing.lostCommits).hasValue(0);

            failing.lostCommits.set(1);
            SmsClaimed claimed = await(store.sending().claim(Samples.claim(lease, 1, 2)));
            assertThat(Samples.ids(claimed)).containsExactly("a0", "a1");
            assertThat(failing.lostCommits).hasValue(0);

            failing.lostCommits.set(1);
            List<SmsStoredMessage> recorded = await(
                    store.sending().record(
                            claimed.requests().get(0).id(),
                            claimed.requests().get(0).messages().stream().map(Samples::accepted).toList(),
                            Samples.RECONCILED));
            assertThat(failing.lostCommits).hasValue(0);
            assertThat(recorded).hasSize(2).allMatch(message -> message.revision() == 1);
            assertThat(count(store, SmsMessageState.WAITING)).isEqualTo(1);
        }
    }

    @Test
    void resend_commitReportsAFailureAndTheMessageIsRejectedAgain_doesNotChangeItTwice() {
        try (JdbcMessageStore store = started(); JdbcMessageStore owner = postgres.store()) {
            owner.start();
            SmsLease lease = lease(owner);
            await(owner.intake().store(ACCOUNT, messages("a", 1)));
            sendAndReject(owner, lease, 1);
            assertThat(count(store, SmsMessageState.REJECTED)).isEqualTo(1);

            failing.lostCommits.set(1);
            failing.afterLostCommit = () -> sendAndReject(owner, lease, 2);
            assertThat(await(store.operations().resend(ACCOUNT, List.of("a0")))).singleElement()
                    .matches(operated -> operated.isChanged() && operated.state() == SmsMessageState.REJECTED);
            assertThat(count(store, SmsMessageState.WAITING)).isZero();
            assertThat(await(store.operations().find(ACCOUNT, List.of("a0"))).get(0).attempts()).isEqualTo(1);
        }
    }

    @Test
    void cancel_groupIsRolledBackAndTheMessageIsSentMeanwhile_reportsNoChange() {
        try (JdbcMessageStore store = started(); JdbcMessageStore owner = postgres.store()) {
            owner.start();
            SmsLease lease = lease(owner);
            await(owner.intake().store(ACCOUNT, messages("a", 2)));
            refuseUpdates("sms_message", "NEW.reason = 'refused'");
            await(store.operations().count(ACCOUNT));
            HeldWriter writer = new HeldWriter(store);
            writer.hold();
            CompletionStage<List<SmsOperated>> cancelled
                    = store.operations().cancel(ACCOUNT, List.of("a0"), "wrong campaign");
            CompletionStage<List<SmsOperated>> refused = store.operations().cancel(ACCOUNT, List.of("a1"), "refused");
            failing.afterRollback.set(() -> sendAndReject(owner, lease, 1));
            writer.release();

            assertThatThrownBy(() -> await(refused)).isInstanceOf(SmsStoreException.class);
            assertThat(await(cancelled)).singleElement()
                    .matches(operated -> !operated.isChanged() && operated.state() == SmsMessageState.REJECTED);
        }
    }

    @Test
    void cancel_commitReportsAFailureAndIsLost_reportsNoChange() {
        try (JdbcMessageStore store = started(); JdbcMessageStore owner = postgres.store()) {
            owner.start();
            SmsLease lease = lease(owner);
            await(owner.intake().store(ACCOUNT, messages("a", 1)));
            await(store.operations().count(ACCOUNT));

            failing.lostCommits.set(1);
            failing.afterLostCommit = () -> {
                postgres.execute(
                        "UPDATE sms_message SET state = 'OPEN', revision = 0, finished_at = NULL",
                        "INSERT INTO sms_waiting SELECT id, account_id, 9 - priority, id, stored_at FROM sms_message");
                await(owner.sending().claim(Samples.claim(lease, 1, 1)));
            };

            assertThat(await(store.operations().cancel(ACCOUNT, List.of("a0"), "wrong campaign"))).singleElement()
                    .matches(operated -> !operated.isChanged() && operated.state() == SmsMessageState.SENDING);
        }
    }

    @Test
    void claim_commitReportsAFailureAndTheNumberIsErased_cancelsTheMessages() {
        try (JdbcMessageStore store = started(); JdbcMessageStore other = postgres.store()) {
            other.start();
            SmsLease lease = lease(store);
            await(other.intake().store(ACCOUNT, messages("a", 3)));

            failing.lostCommits.set(1);
            failing.afterLostCommit = () -> await(other.operations().erase(Samples.NUMBER));
            SmsClaimed claimed = await(store.sending().claim(Samples.claim(lease, 1, 2)));

            assertThat(Samples.ids(claimed)).isEmpty();
            assertThat(claimed.expired()).hasSize(2).allMatch(
                    message -> message.state() == SmsMessageState.CANCELLED && message.attempts() == 0);
            assertThat(count(store, SmsMessageState.CANCELLED)).isEqualTo(3);
        }
    }

    private static void sendAndReject(JdbcMessageStore store, SmsLease lease, long request) {
        SmsClaimed claimed = await(store.sending().claim(Samples.claim(lease, request, 1)));
        SmsClaimed.Request sent = claimed.requests().get(0);
        await(store.sending().record(
                sent.id(), sent.messages().stream().map(Samples::rejected).toList(), Samples.RECONCILED));
    }

    @Test
    void commit_neverReturns_isUncertain() {
        try (JdbcMessageStore store = started()) {
            SmsLease lease = lease(store);
            await(store.intake().store(ACCOUNT, messages("a", 3)));

            failing.lostCommits.set(Integer.MAX_VALUE);
            CompletionStage<SmsClaimed> claim = store.sending().claim(Samples.claim(lease, 1, 2));
            assertThatThrownBy(() -> await(claim)).isInstanceOfSatisfying(SmsStoreException.class, failure -> {
                assertThat(failure).hasMessageContaining("not known whether the call was committed");
                assertThat(failure.isUncertain()).isTrue();
            });

            failing.lostCommits.set(0);
            assertThat(
                    await(
                            store.sending().putBack(
                                    new SmsRequestId(ACCOUNT, lease.epoch(), 1), "unknown commit")))
                    .isEqualTo(2);
            assertThat(count(store, SmsMessageState.WAITING)).isEqualTo(3);
        }
    }

    @Test
    void failure_anyCall_showsNeitherTextNorNumber() {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            postgres.execute("ALTER TABLE sms_message ADD CHECK (priority < 4)");

            assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("a", 3)))).satisfies(failure -> {
                StringWriter trace = new StringWriter();
                failure.printStackTrace(new PrintWriter(trace));
                assertThat(trace.toString()).contains("violates check constraint", JdbcIntake.class.getName())
                        .doesNotContain(Samples.NUMBER, "Your code");
            });
        }
    }

    private JdbcMessageStore started() {
        JdbcMessageStore store = postgres.store();
        store.setDataSource(failing.dataSource());
        store.start();
        return store;
    }

    private static SmsLease lease(JdbcMessageStore store) {
        return ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
    }

    private static long count(JdbcMessageStore store, SmsMessageState state) {
        return await(store.operations().count(ACCOUNT)).get(state);
    }
}
