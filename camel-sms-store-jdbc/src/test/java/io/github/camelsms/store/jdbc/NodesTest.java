package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests with several nodes on one database: nothing is given to two of them.
 */
class NodesTest {

    private static final int NODES = 3;
    private static final int MESSAGES = 600;

    private final Postgres postgres = new Postgres();
    private final List<JdbcMessageStore> nodes = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(NODES);

    @BeforeEach
    void start() {
        for (int i = 0; i < NODES; i++) {
            nodes.add(postgres.store());
        }
        nodes.parallelStream().forEach(JdbcMessageStore::start);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        nodes.forEach(JdbcMessageStore::close);
    }

    /** The embedded server disables this by default. */
    @Test
    void testServer_settings_areDurable() {
        for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            List<String> value = await(
                    nodes.get(0).opened().database()
                            .write(transaction -> transaction.query("SHOW " + setting, row -> row.getString(1))));
            assertThat(value).as(setting).containsExactly("on");
        }
    }

    @Test
    void store_sameMessagesOnAllNodesConcurrently_storesEachOnce() throws Exception {
        List<List<SmsIntake>> intakes = onAllNodes(node -> await(node.intake().store(ACCOUNT, messages("m", MESSAGES))));

        assertThat(intakes.stream().flatMap(List::stream).filter(SmsIntake.Stored.class::isInstance)).hasSize(MESSAGES);
        assertThat(intakes.stream().flatMap(List::stream).filter(SmsIntake.Duplicate.class::isInstance))
                .hasSize((NODES - 1) * MESSAGES);
    }

    @Test
    void store_sameMessagesInOppositeOrder_storesEachOnce() throws Exception {
        List<SmsNewMessage> forwards = messages("m", MESSAGES);
        List<SmsNewMessage> backwards = new ArrayList<>(forwards);
        Collections.reverse(backwards);

        List<List<SmsIntake>> intakes = onAllNodes(
                node -> await(node.intake().store(ACCOUNT, nodes.indexOf(node) % 2 == 0 ? forwards : backwards)));

        assertThat(intakes.stream().flatMap(List::stream).filter(SmsIntake.Stored.class::isInstance)).hasSize(MESSAGES);
    }

    @Test
    void claim_leaseChangesOwner_neverOverlaps() throws Exception {
        await(nodes.get(0).intake().store(ACCOUNT, messages("m", MESSAGES)));
        Set<String> claimed = ConcurrentHashMap.newKeySet();

        List<Integer> twice = onAllNodes(node -> {
            int claimedTwice = 0;
            while (claimed.size() < MESSAGES) {
                // All use the same name, so each acquires immediately and fences the others.
                SmsLease lease = ((SmsLeaseResult.Granted) await(node.leases().acquire(ACCOUNT, "same"))).lease();
                List<SmsClaimed> claims = new ArrayList<>();
                for (int number = 1; number <= 3; number++) {
                    claims.add(await(node.sending().claim(new SmsClaim(lease, 2L * number, 2, 3, Duration.ofSeconds(40)))));
                }
                for (SmsClaimed each : claims) {
                    claimedTwice += Samples.ids(each).stream().filter(id -> !claimed.add(id)).count();
                }
            }
            return claimedTwice;
        });

        assertThat(twice).containsOnly(0);
        assertThat(claimed).hasSize(MESSAGES);
    }

    @Test
    void results_consumedOnAllNodes_goToOneNode() throws Exception {
        await(nodes.get(0).intake().store(ACCOUNT, messages("m", MESSAGES)));
        SmsLease lease = ((SmsLeaseResult.Granted) await(nodes.get(0).leases().acquire(ACCOUNT, "node"))).lease();
        SmsClaimed.Request request = await(nodes.get(0).sending().claim(Samples.claim(lease, 1, MESSAGES))).requests().get(0);
        await(
                nodes.get(0).sending().record(
                        request.id(), request.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED));
        Set<String> delivered = ConcurrentHashMap.newKeySet();

        List<Long> twice = onAllNodes(node -> {
            long deliveredTwice = 0;
            while (delivered.size() < MESSAGES) {
                List<SmsResultDelivery> results = await(node.results().claim(ACCOUNT, 7, Duration.ofMinutes(5)));
                deliveredTwice += results.stream().filter(result -> !delivered.add(result.message().correlationId())).count();
                await(node.results().acknowledge(results.stream().map(SmsResultDelivery::key).toList()));
            }
            return deliveredTwice;
        });

        assertThat(twice).containsOnly(0L);
    }

    /** The owner could send it, because it is not locked. */
    @Test
    void cancel_messageIsStoredWhileTheCallWaitsForAnother_doesNotFindIt() throws Exception {
        await(nodes.get(0).intake().store(ACCOUNT, messages("early", 1)));
        CompletableFuture<List<SmsOperated>> cancelled;
        try (Connection other = postgres.dataSource.getConnection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM sms_message FOR UPDATE");
            cancelled = nodes.get(1).operations().cancel(ACCOUNT, List.of("late0", "early0"), "wrong campaign")
                    .toCompletableFuture();
            Awaitility.await().until(postgres::isAnyWaitingForALock);
            await(nodes.get(0).intake().store(ACCOUNT, messages("late", 1)));
            other.rollback();
        }

        assertThat(cancelled.get()).containsExactly(
                new SmsOperated("late0", null, false), new SmsOperated("early0", SmsMessageState.CANCELLED, true));
        assertThat(await(nodes.get(1).operations().find(ACCOUNT, List.of("late0")))).extracting(SmsStoredMessage::state)
                .containsExactly(SmsMessageState.WAITING);
    }

    /** Its claim is committed before its message is read. */
    @Test
    void results_outcomeChangesWhileItIsClaimed_isDeliveredWithItsNewRevision() throws Exception {
        await(nodes.get(0).intake().store(ACCOUNT, messages("m", 1)));
        SmsLease lease = ((SmsLeaseResult.Granted) await(nodes.get(0).leases().acquire(ACCOUNT, "node"))).lease();
        SmsClaimed.Request request = await(nodes.get(0).sending().claim(Samples.claim(lease, 1, 1))).requests().get(0);
        await(
                nodes.get(0).sending().record(
                        request.id(), List.of(Samples.unknown(request.messages().get(0))), Samples.NOT_RECONCILED));
        CompletableFuture<List<SmsResultDelivery>> early;
        try (Connection other = postgres.dataSource.getConnection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE sms_message IN ACCESS EXCLUSIVE MODE");
            early = nodes.get(1).results().claim(ACCOUNT, 1, Duration.ofMinutes(1)).toCompletableFuture();
            Awaitility.await().until(postgres::isAnyWaitingForALock);
            // What a status does on another node.
            statement.execute("UPDATE sms_message SET state = 'ACCEPTED', revision = revision + 1, finished_at = 1");
            statement.execute("UPDATE sms_result SET revision = revision + 1, visible_at = 0, deliveries = 0");
            other.commit();
        }
        assertThat(early.get()).isEmpty();

        SmsResultDelivery later = await(nodes.get(1).results().claim(ACCOUNT, 1, Duration.ofMinutes(1))).get(0);

        assertThat(later.message().state()).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(await(nodes.get(1).results().acknowledge(List.of(later.key())))).isEqualTo(1);
    }

    @Test
    void statuses_consumedOnAllNodes_goToOneNode() throws Exception {
        SmsLease lease = ((SmsLeaseResult.Granted) await(nodes.get(0).leases().acquire(ACCOUNT, "node"))).lease();
        for (int i = 0; i < 60; i++) {
            long block = await(nodes.get(0).statuses().announce(lease.account(), lease, Duration.ofSeconds(40))).orElseThrow();
            await(nodes.get(0).statuses().receive(block, new byte[] { 1 }));
            await(
                    nodes.get(0).statuses().read(
                            block, List.of(
                                    Samples.status(i + "a", SmsDeliveryStatus.SENT),
                                    Samples.status(i + "b", SmsDeliveryStatus.SENT))));
        }
        Set<String> delivered = ConcurrentHashMap.newKeySet();

        List<Long> twice = onAllNodes(node -> {
            long deliveredTwice = 0;
            while (delivered.size() < 120) {
                List<SmsStatusDelivery> statuses = await(node.statuses().claim(ACCOUNT, 4, Duration.ofMinutes(5)));
                deliveredTwice += statuses.stream().filter(each -> !delivered.add(each.status().correlationId())).count();
                await(node.statuses().acknowledge(statuses.stream().map(SmsStatusDelivery::key).toList()));
            }
            return deliveredTwice;
        });

        assertThat(twice).containsOnly(0L);
        assertThat(await(nodes.get(0).statuses().claim(ACCOUNT, 4, Duration.ZERO))).isEmpty();
    }

    @Test
    void hint_fromOneNode_reachesTheOthersButNotItself() {
        List<List<String>> received = new ArrayList<>();
        for (JdbcMessageStore node : nodes) {
            List<String> hints = new CopyOnWriteArrayList<>();
            received.add(hints);
            node.listen((account, hint) -> hints.add(account + " " + hint));
        }
        Awaitility.await().until(() -> nodes.stream().allMatch(JdbcMessageStore::isListening));
        nodes.get(0).hint(ACCOUNT, SmsHint.AWAITED);
        nodes.get(1).hint(ACCOUNT, SmsHint.SETTLED);

        Awaitility.await().until(() -> received.get(2).size() == 2);
        assertThat(received.get(2)).containsExactlyInAnyOrder(ACCOUNT + " AWAITED", ACCOUNT + " SETTLED");
        Awaitility.await().until(() -> received.get(0).size() == 1 && received.get(1).size() == 1);
        assertThat(received.get(0)).containsExactly(ACCOUNT + " SETTLED");
    }

    @Test
    void hint_connectionsTerminated_isReceivedAfterReconnecting() {
        List<String> hints = new CopyOnWriteArrayList<>();
        nodes.get(1).listen((account, hint) -> hints.add(account + " " + hint));
        Awaitility.await().until(nodes.get(1)::isListening);

        postgres.terminateConnections();
        Awaitility.await().until(() -> !nodes.get(1).isListening());

        Awaitility.await().until(nodes.get(1)::isListening);
        nodes.get(0).hint(ACCOUNT, SmsHint.AWAITED);
        Awaitility.await().until(() -> hints.contains(ACCOUNT + " AWAITED"));
    }

    @Test
    void hint_databaseNotReachable_doesNotPreventTheNextOne() {
        AtomicBoolean isDown = new AtomicBoolean();
        JdbcMessageStore node = postgres.store();
        nodes.add(node);
        node.setDataSource(new DelegatingDataSource(postgres.dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                if (isDown.get()) {
                    throw new SQLException("the pool is exhausted", "08001");
                }
                return super.getConnection();
            }
        });
        node.start();
        List<String> hints = new CopyOnWriteArrayList<>();
        nodes.get(1).listen((account, hint) -> hints.add(account + " " + hint));
        Awaitility.await().until(nodes.get(1)::isListening);
        isDown.set(true);
        // A failed call closes the connection of the store's writer.
        assertThatThrownBy(
                () -> await(node.opened().database().write(transaction -> transaction.query("SELECT 1 / 0", row -> 1))));
        node.hint(ACCOUNT, SmsHint.AWAITED);
        assertThatThrownBy(() -> await(node.opened().database().write(transaction -> true)))
                .hasMessageContaining("cannot be reached");
        isDown.set(false);

        node.hint(ACCOUNT, SmsHint.AWAITED);

        Awaitility.await().until(() -> hints.contains(ACCOUNT + " AWAITED"));
    }

    /** A pooler would keep the listening connection and give it to others. */
    @Test
    void listen_behindAConnectionPooler_doesNotExecuteListen() {
        List<String> called = new CopyOnWriteArrayList<>();
        JdbcMessageStore store = postgres.store();
        store.setDataSource(new PooledDataSource(postgres.dataSource, called));
        store.start();

        store.listen((account, hint) -> called.add(account));
        Awaitility.await().until(() -> called.contains("getBackendPID"));
        store.close();

        assertThat(called).noneMatch(call -> call.contains("LISTEN"));
    }

    /** Its transaction locks the row of the account, and its connection stays open. */
    @Test
    void acquire_anotherNodeFrozenInATransaction_isGranted() throws Exception {
        SmsLease lease = ((SmsLeaseResult.Granted) await(nodes.get(0).leases().acquire(ACCOUNT, "frozen"))).lease();
        CountDownLatch frozen = new CountDownLatch(1);
        CompletableFuture<Boolean> thawed = new CompletableFuture<>();
        nodes.get(0).opened().database().write(transaction -> {
            transaction.update("UPDATE sms_account SET lease_until = 0 WHERE name = ?", ACCOUNT);
            frozen.countDown();
            return thawed.join();
        });
        frozen.await();
        postgres.advance(lease.duration());
        try {
            Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions()
                    .until(() -> await(nodes.get(1).leases().acquire(ACCOUNT, "other")) instanceof SmsLeaseResult.Granted);
        } finally {
            thawed.complete(true);
        }
    }

    /** A replica that takes over may not have the last acquisitions. Their requests have the epoch in their names. */
    @Test
    void acquire_databaseHasLostTheLastEpoch_isNotGrantedItAgain() {
        SmsLease kept = ((SmsLeaseResult.Granted) await(nodes.get(0).leases().acquire(ACCOUNT, "first"))).lease();
        postgres.advance(Duration.ofSeconds(5));
        SmsLease lost = ((SmsLeaseResult.Granted) await(nodes.get(0).leases().acquire(ACCOUNT, "first"))).lease();
        postgres.execute(
                "UPDATE " + postgres.schema + ".sms_account SET owner = NULL, epoch = " + kept.epoch() + " WHERE name = '"
                         + ACCOUNT + "'");
        postgres.advance(Duration.ofSeconds(5));

        SmsLease next = ((SmsLeaseResult.Granted) await(nodes.get(1).leases().acquire(ACCOUNT, "second"))).lease();

        assertThat(next.epoch()).isGreaterThan(lost.epoch());
    }

    /** A replica that takes over may not have an account that was new. */
    @Test
    void acquire_databaseHasLostTheAccount_createsItAgain() {
        await(nodes.get(0).leases().acquire(ACCOUNT, "node"));
        postgres.execute("DELETE FROM sms_account");

        assertThatThrownBy(() -> await(nodes.get(0).leases().acquire(ACCOUNT, "node"))).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("has lost account");

        assertThat(await(nodes.get(0).leases().acquire(ACCOUNT, "node"))).isInstanceOf(SmsLeaseResult.Granted.class);
    }

    private interface OnNode<T> {
        T run(JdbcMessageStore node) throws Exception;
    }

    private <T> List<T> onAllNodes(OnNode<T> work) throws InterruptedException, ExecutionException {
        List<Callable<T>> tasks = new ArrayList<>();
        nodes.forEach(node -> tasks.add(() -> work.run(node)));
        List<T> results = new ArrayList<>();
        for (Future<T> result : threads.invokeAll(tasks)) {
            results.add(result.get());
        }
        return results;
    }
}
