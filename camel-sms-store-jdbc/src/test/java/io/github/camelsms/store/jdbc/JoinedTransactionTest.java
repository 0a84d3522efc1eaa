package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that only intake joins a Spring transaction.
 */
class JoinedTransactionTest {

    private final Postgres postgres = new Postgres();
    private final AtomicInteger opened = new AtomicInteger();
    private final DataSource counting = new DelegatingDataSource(postgres.dataSource) {
        @Override
        public Connection getConnection() throws SQLException {
            opened.incrementAndGet();
            return super.getConnection();
        }
    };
    private final TransactionAwareDataSourceProxy dataSource = new TransactionAwareDataSourceProxy(counting);
    private final TransactionTemplate transactions
            = new TransactionTemplate(new DataSourceTransactionManager(counting));
    private final JdbcTemplate sql = new JdbcTemplate(counting);
    private final JdbcMessageStore store = postgres.store();

    @BeforeEach
    void start() {
        store.setDataSource(dataSource);
        store.start();
        postgres.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void storeInTransaction_commit_storesTheMessage() {
        List<SmsIntake> intakes = transactions.execute(status -> {
            sql.update("INSERT INTO orders VALUES (1)");
            List<SmsIntake> stored = store.intake().storeInTransaction(ACCOUNT, messages("m", 3));
            sql.update("INSERT INTO orders VALUES (2)");
            assertThat(find("m0")).as("before the commit").isEmpty();
            return stored;
        });

        assertThat(intakes).hasSize(3).allMatch(SmsIntake.Stored.class::isInstance);
        assertThat(find("m0")).map(SmsStoredMessage::state).contains(SmsMessageState.WAITING);
        assertThat(orders()).isEqualTo(2);
    }

    @Test
    void storeInTransaction_rollback_storesNothing() {
        transactions.executeWithoutResult(status -> {
            sql.update("INSERT INTO orders VALUES (1)");
            store.intake().storeInTransaction(ACCOUNT, messages("m", 3));
            status.setRollbackOnly();
        });

        assertThat(find("m0")).isEmpty();
        assertThat(orders()).isZero();
        assertThat(await(store.intake().store(ACCOUNT, messages("m", 3)))).allMatch(SmsIntake.Stored.class::isInstance);
    }

    /** Camel starts a component, and with it the store, when an endpoint is used for the first time. */
    @Test
    void start_inTransactionThatIsRolledBack_doesNotCommitIt() {
        store.close();

        transactions.executeWithoutResult(status -> {
            sql.update("INSERT INTO orders VALUES (1)");
            store.start();
            store.intake().storeInTransaction(ACCOUNT, messages("m", 1));
            status.setRollbackOnly();
        });

        assertThat(orders()).isZero();
        assertThat(find("m0")).isEmpty();
    }

    @Test
    void storeInTransaction_readOnly_failsNamingTheRemedy() {
        transactions.setReadOnly(true);

        assertThatThrownBy(() -> transactions.executeWithoutResult(
                status -> store.intake().storeInTransaction(ACCOUNT, messages("m", 1))))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("readOnly=false");
    }

    /** Spring then throws an exception that is not a SQLException. */
    @Test
    void storeInTransaction_afterItsTimeout_failsNamingTheTimeout() {
        transactions.setTimeout(0);

        assertThatThrownBy(() -> transactions.executeWithoutResult(
                status -> store.intake().storeInTransaction(ACCOUNT, messages("m", 1))))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("Transaction timed out")
                .hasMessageContaining("Roll back the transaction");
    }

    @Test
    void storeInTransaction_laterException_storesNothing() {
        assertThatThrownBy(() -> transactions.executeWithoutResult(status -> {
            store.intake().storeInTransaction(ACCOUNT, messages("m", 1));
            throw new IllegalStateException("the route fails");
        })).hasMessage("the route fails");

        assertThat(find("m0")).isEmpty();
    }

    @Test
    void storeInTransaction_duplicateAndConflict_keepTheTransactionUsable() {
        await(store.intake().store(ACCOUNT, messages("m", 2)));

        List<SmsIntake> intakes = transactions.execute(status -> {
            List<SmsIntake> stored = store.intake().storeInTransaction(
                    ACCOUNT,
                    List.of(
                            message("m0"), new SmsNewMessage(text("m1").withMessageText("Other"), SmsOffer.AT_ONCE),
                            message("m2")));
            sql.update("INSERT INTO orders VALUES (1)");
            return stored;
        });

        assertThat(intakes).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Duplicate.class, SmsIntake.Conflict.class, SmsIntake.Stored.class);
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void storeInTransaction_noTransaction_failsNamingTheRemedy() {
        assertThatThrownBy(() -> store.intake().storeInTransaction(ACCOUNT, messages("m", 1)))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("nothing was stored")
                .hasMessageContaining("TransactionAwareDataSourceProxy");
        assertThat(find("m0")).isEmpty();
    }

    @Test
    void otherCalls_inATransaction_doNotJoinIt() {
        SmsClaimed claimed = transactions.execute(status -> {
            sql.update("INSERT INTO orders VALUES (1)");
            await(store.intake().store(ACCOUNT, messages("m", 1)));
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
            SmsClaimed result = await(store.sending().claim(Samples.claim(lease, 1, 10)));
            await(store.operations().count(ACCOUNT));
            status.setRollbackOnly();
            return result;
        });

        assertThat(Samples.ids(claimed)).containsExactly("m0");
        assertThat(orders()).as("rolled back, not committed by the store").isZero();
        assertThat(find("m0")).map(SmsStoredMessage::state).contains(SmsMessageState.SENDING);
    }

    @Test
    void store_idInAnotherOpenTransaction_timesOutWithoutBlockingOthers() {
        await(store.intake().store(ACCOUNT, messages("before", 1)));
        SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();

        transactions.executeWithoutResult(status -> {
            store.intake().storeInTransaction(ACCOUNT, messages("m", 1));
            List<String> ended = new CopyOnWriteArrayList<>();
            CompletionStage<List<SmsIntake>> blocked = store.intake().store(ACCOUNT, messages("m", 1))
                    .whenComplete((intakes, failure) -> ended.add("blocked"));
            Awaitility.await().until(postgres::isAnyWaitingForALock);
            CompletionStage<SmsClaimed> claim = store.sending().claim(Samples.claim(lease, 1, 10))
                    .whenComplete((claimed, failure) -> ended.add("claim"));
            assertThat(Samples.ids(await(claim))).containsExactly("before0");
            assertThatThrownBy(() -> await(blocked)).isInstanceOf(SmsStoreException.class)
                    .hasMessageContaining("another transaction has locked the same messages");
            assertThat(ended).containsExactly("claim", "blocked");
        });

        assertThat(await(store.intake().store(ACCOUNT, messages("m", 1)))).first().isInstanceOf(SmsIntake.Duplicate.class);
    }

    @Test
    void claim_newIdInAnotherOpenTransaction_failsWithoutARetry() {
        SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
        SmsClaim claim = new SmsClaim(lease, 1, 1, 10, Duration.ofSeconds(40), List.of(message("other"), message("m0")));

        transactions.executeWithoutResult(status -> {
            store.intake().storeInTransaction(ACCOUNT, messages("m", 1));
            int before = opened.get();

            assertThatThrownBy(() -> await(store.sending().claim(claim)))
                    .isInstanceOfSatisfying(
                            SmsStoreException.class, failure -> assertThat(failure.dependsOnMessages()).isTrue());
            assertThat(opened.get()).as("a retry needs another connection").isEqualTo(before);
            assertThat(await(store.intake().store(ACCOUNT, List.of(message("other"))))).first()
                    .isInstanceOf(SmsIntake.Stored.class);
        });
    }

    /** A row of an index has about 2,700 bytes. */
    @Test
    void store_idThatCannotBeStored_failsBecauseOfThatMessage() {
        SplittableRandom random = new SplittableRandom(7);
        String tooLong = Stream.generate(() -> Long.toHexString(random.nextLong())).limit(1_000).collect(Collectors.joining());

        assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, List.of(message("a"), message(tooLong)))))
                .isInstanceOfSatisfying(SmsStoreException.class, failure -> {
                    assertThat(failure.isUncertain()).isFalse();
                    assertThat(failure.dependsOnMessages()).isTrue();
                });
    }

    private Optional<SmsStoredMessage> find(String correlationId) {
        return await(store.operations().find(ACCOUNT, List.of(correlationId))).stream().findFirst();
    }

    private int orders() {
        return sql.queryForObject("SELECT COUNT(*) FROM orders", Integer.class);
    }
}
