package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests with nodes of two versions on one database: this version, and a later one with an additional column.
 */
class RollingUpgradeTest {

    private static final String COMPATIBLE = "V2__test_note.sql";
    private static final String INCOMPATIBLE = "V2__test_incompatible.sql";

    @TempDir
    Path folder;

    private final Postgres postgres = new Postgres();
    private final List<JdbcMessageStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(JdbcMessageStore::close);
    }

    private JdbcMessageStore node(SchemaInitialization initialization) {
        JdbcMessageStore store = postgres.store();
        store.setInitializeSchema(initialization);
        stores.add(store);
        return store;
    }

    private JdbcMessageStore later(String script, SchemaInitialization initialization) {
        JdbcMessageStore store = node(initialization);
        store.setScripts(Stream.concat(Schema.SCRIPTS.stream(), Stream.of(script)).toList());
        return store;
    }

    private static void sendOne(JdbcMessageStore store, String node, String id) {
        await(store.intake().store(ACCOUNT, messages(id, 1)));
        SmsLeaseResult.Granted grant = (SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, node));
        SmsClaimed claimed = await(store.sending().claim(Samples.claim(grant.lease(), 1, 200)));
        await(store.sending().record(
                claimed.requests().get(0).id(),
                claimed.requests().get(0).messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED));
        await(store.leases().release(grant.lease()));
        assertThat(await(store.operations().find(ACCOUNT, List.of(id + 0)))).singleElement()
                .satisfies(message -> assertThat(message.state()).isEqualTo(SmsMessageState.ACCEPTED));
    }

    @Test
    void migrate_olderNodeRunning_bothSend() {
        JdbcMessageStore older = node(SchemaInitialization.ALWAYS);
        older.start();
        await(older.leases().beat("older", Duration.ofSeconds(10)));
        sendOne(older, "older", "before");
        JdbcMessageStore newer = later(COMPATIBLE, SchemaInitialization.ALWAYS);
        newer.start();

        sendOne(older, "older", "beside");
        sendOne(newer, "newer", "after");
        postgres.execute("SELECT note FROM sms_message");
    }

    @Test
    void start_olderNodeOnNewerSchema_sends() {
        later(COMPATIBLE, SchemaInitialization.ALWAYS).start();
        for (SchemaInitialization initialization : SchemaInitialization.values()) {
            JdbcMessageStore older = node(initialization);
            older.start();
            sendOne(older, "older", initialization.name());
        }
    }

    @Test
    void start_olderNodeExcludedBySchema_fails() {
        later(INCOMPATIBLE, SchemaInitialization.ALWAYS).start();

        assertThatThrownBy(() -> node(SchemaInitialization.ALWAYS).start()).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("have version 2").hasMessageContaining("this node has version 1")
                .hasMessageContaining("Nothing is stored or sent by it").hasMessageContaining("Upgrade camel-sms-store-jdbc");
    }

    @Test
    void start_newerCompatibleTablesAreDamaged_namesTheDamage() {
        JdbcMessageStore newer = later(COMPATIBLE, SchemaInitialization.ALWAYS);
        newer.start();
        postgres.execute("DROP INDEX sms_message_correlation");

        assertThatThrownBy(() -> node(SchemaInitialization.ALWAYS).start()).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("index sms_message_correlation on sms_message unique (correlation_id, account_id)");
    }

    @Test
    void start_newerNodeOnOlderSchema_namesTheScriptToExecute() {
        node(SchemaInitialization.ALWAYS).start();

        assertThatThrownBy(() -> later(COMPATIBLE, SchemaInitialization.EMBEDDED).start())
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("have version 1")
                .hasMessageContaining("needs version 2").hasMessageContaining("postgresql/" + COMPATIBLE)
                .hasMessageNotContaining("V1__").hasMessageContaining("initializeSchema=always");
    }

    @Test
    void migrate_excludedOlderNodeAlive_changesNothing() {
        JdbcMessageStore older = node(SchemaInitialization.ALWAYS);
        older.start();
        await(older.leases().beat("older-1", Duration.ofSeconds(10)));
        JdbcMessageStore newer = later(INCOMPATIBLE, SchemaInitialization.ALWAYS);

        assertThatThrownBy(newer::start).isInstanceOf(SmsStoreException.class).hasMessageContaining("older-1")
                .hasMessageContaining("Nothing was changed").hasMessageContaining("Stop these nodes first");
        sendOne(older, "older-1", "still");
        postgres.advance(Duration.ofSeconds(11));
        newer.start();
    }

    @Test
    void migrate_severalNodesConcurrently_migratesOnce() {
        node(SchemaInitialization.ALWAYS).start();
        List<JdbcMessageStore> newer = List.of(
                later(COMPATIBLE, SchemaInitialization.ALWAYS), later(COMPATIBLE, SchemaInitialization.ALWAYS),
                later(COMPATIBLE, SchemaInitialization.ALWAYS));
        newer.parallelStream().forEach(JdbcMessageStore::start);

        sendOne(newer.get(2), "newer", "m");
    }

    @Test
    void start_newerVersionOnASqliteFile_migratesIt() {
        for (List<String> scripts : List.of(
                Schema.SCRIPTS, Stream.concat(Schema.SCRIPTS.stream(), Stream.of(COMPATIBLE)).toList())) {
            JdbcMessageStore store = new JdbcMessageStore();
            store.setFile(folder.resolve("store.db").toString());
            store.setScripts(scripts);
            store.start();
            sendOne(store, "node", "m" + scripts.size());
            store.close();
        }
    }
}
