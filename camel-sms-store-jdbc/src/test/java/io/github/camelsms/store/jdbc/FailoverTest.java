package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.jdbc.FailingStoreRoutes.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A PostgreSQL server that is killed while two nodes store, send and poll, and whose replica gets its address. The
 * nodes go on without a restart. With synchronous replication nothing is lost and nothing is sent twice; otherwise the
 * nodes lose and repeat only what the replica does not have.
 */
class FailoverTest {

    private static final String WAITS
            = "state = 'OPEN' AND EXISTS (SELECT 1 FROM sms_waiting w WHERE w.message_id = m.id)";
    private static final int MESSAGES = 40;

    @TempDir
    Path folder;

    private PostgresServer primary;
    private PostgresServer replica;
    private DatabaseAddress replication;
    private DatabaseAddress address;
    private List<JdbcMessageStore> stores;

    @BeforeEach
    void startServers() throws Exception {
        primary = new PostgresServer(folder.resolve("primary"));
        replication = new DatabaseAddress(primary.port());
        replica = primary.replica(folder.resolve("replica"), replication.port());
        address = new DatabaseAddress(primary.port());
        stores = List.of(store(), store());
    }

    @AfterEach
    void stopServers() throws Exception {
        address.close();
        replication.close();
        replica.close();
        primary.close();
    }

    private JdbcMessageStore store() {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(PostgresServer.dataSource(address.port()));
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }

    @Test
    void failover_synchronousReplica_losesNothingAndSendsNothingTwice() throws Exception {
        query(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
        query(primary, "SELECT pg_reload_conf()");
        await(() -> query(primary, "SELECT sync_state FROM pg_stat_replication").contains("sync"));
        try (FailingStoreRoutes routes = new FailingStoreRoutes(stores, 300_000)) {
            routes.feed();
            await(() -> routes.acknowledged.size() >= MESSAGES && !routes.statuses.isEmpty() && !routes.results.isEmpty());

            primary.signal("-KILL");
            address.moveTo(replica.port());
            await(() -> routes.failures.stream().anyMatch(failure -> failure.contains("not been promoted")));
            query(replica, "SELECT pg_promote()");

            routes.awaitAcknowledged(MESSAGES);
            routes.stopFeeding();
            await(() -> routes.isSettled(stores.get(0)) && routes.missingStatuses().isEmpty());
            assertThat(routes.accepted()).as("sent twice").doesNotHaveDuplicates();
            Map<String, SmsStoredMessage> stored = stored(routes);
            assertThat(stored.keySet()).as("acknowledged messages").containsAll(routes.acknowledged);
            assertThat(accepted(stored)).as("accepted by the service, and in the store")
                    .containsExactlyInAnyOrderElementsOf(routes.accepted());
        }
    }

    @Test
    void failover_asynchronousReplica_losesAndRepeatsOnlyWhatTheReplicaLacks() throws Exception {
        try (FailingStoreRoutes routes = new FailingStoreRoutes(stores, 2_000)) {
            routes.feed();
            routes.awaitAcknowledged(MESSAGES);
            // The replica gets messages that wait, and nothing after that.
            routes.components().forEach(SmsComponent::suspendSending);
            await(() -> waiting().size() >= MESSAGES);
            replication.stall();
            routes.components().forEach(SmsComponent::resumeSending);
            routes.awaitAcknowledged(MESSAGES);
            Set<String> waiting = waiting();
            await(() -> routes.accepted().containsAll(waiting));

            primary.signal("-KILL");
            await(() -> routes.failures.size() >= 6);
            // Otherwise the nodes search for outcomes that the replica lacks every five minutes only.
            await(() -> !routes.isAnyOwner());
            query(replica, "SELECT pg_promote()");
            Set<String> told = Set.copyOf(routes.acknowledged);
            int submitted = routes.submitted();
            Set<String> kept = query(replica, "SELECT correlation_id FROM sms_message");
            Set<String> unsent = query(
                    replica, "SELECT correlation_id FROM sms_message m WHERE state = 'NOT_SENT' OR " + WAITS);
            address.moveTo(replica.port());

            routes.awaitAcknowledged(MESSAGES);
            routes.stopFeeding();
            await(() -> routes.isSent(stores.get(0)));
            Map<String, SmsStoredMessage> stored = stored(routes);
            Set<String> lost = IntStream.rangeClosed(1, submitted).mapToObj(number -> "m" + number)
                    .filter(id -> !kept.contains(id)).collect(Collectors.toSet());
            assertThat(lost).as("lost by the database").containsAnyElementsOf(told);
            assertThat(lost).as("messages that the store lacks")
                    .containsAll(routes.acknowledged.stream().filter(id -> !stored.containsKey(id)).toList());
            Set<String> lostOrUnsent = new HashSet<>(lost);
            lostOrUnsent.addAll(unsent);
            assertThat(sentTwice(routes)).as("sent twice").containsAll(waiting).isSubsetOf(lostOrUnsent);
            assertThat(routes.accepted()).as("accepted by the service").containsAll(accepted(stored));
        }
    }

    private static Map<String, SmsStoredMessage> stored(FailingStoreRoutes routes) {
        List<String> all = IntStream.rangeClosed(1, routes.submitted()).mapToObj(number -> "m" + number).toList();
        SmsComponent component = routes.components().get(0);
        MessageStore store = component.getMessageStore();
        return MessageStore.await(store.operations().find(routes.account(), all)).stream()
                .collect(Collectors.toMap(SmsStoredMessage::correlationId, Function.identity()));
    }

    private static List<String> accepted(Map<String, SmsStoredMessage> stored) {
        return stored.values().stream().filter(message -> message.state() == SmsMessageState.ACCEPTED)
                .map(SmsStoredMessage::correlationId).toList();
    }

    private static Set<String> sentTwice(FailingStoreRoutes routes) {
        Set<String> once = new HashSet<>();
        return routes.accepted().stream().filter(id -> !once.add(id)).collect(Collectors.toSet());
    }

    /** Returns the messages that wait by what the replica knows, and whose callers do not. */
    private Set<String> waiting() throws SQLException {
        return query(replica, "SELECT correlation_id FROM sms_message m WHERE m.expires_at IS NULL AND " + WAITS);
    }

    private static Set<String> query(PostgresServer server, String sql) throws SQLException {
        Set<String> rows = new HashSet<>();
        try (Connection connection = server.dataSource().getConnection(); Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                ResultSet row = statement.getResultSet();
                while (row.next()) {
                    rows.add(row.getString(1));
                }
            }
        }
        return rows;
    }
}
