package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the creation of tables and their comparison with the scripts.
 */
class SchemaTest {

    @TempDir
    Path folder;

    @Test
    void start_newFile_createsTheTables() {
        start(fileStore());
        start(fileStore());

        assertThat(Files.exists(folder.resolve("store.db"))).isTrue();
    }

    @Test
    void start_newFileInANewDirectory_createsBoth() {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(folder.resolve("data/sms/store.db").toString());

        start(store);

        assertThat(Files.exists(folder.resolve("data/sms/store.db"))).isTrue();
    }

    @Test
    void start_newFile_canBeReadByItsUserOnly() throws IOException {
        Path file = folder.resolve("private.db");
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.toString());
            store.start();
            await(store.intake().store(ACCOUNT, messages("a", 1)));
            for (String suffix : List.of("", "-wal", "-shm", ".lock")) {
                assertThat(Files.getPosixFilePermissions(Path.of(file + suffix))).as("store.db" + suffix)
                        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            }
        }
    }

    @Test
    void start_newFileWithoutInitialization_namesTheMissingTables() {
        JdbcMessageStore store = fileStore();
        store.setInitializeSchema(SchemaInitialization.NEVER);

        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("table sms_message").hasMessageContaining("table sms_setting")
                .hasMessageContaining("io/github/camelsms/store/jdbc/sqlite/V1__message_store.sql");
    }

    @Test
    void start_emptyDataSource_namesTheMissingTables() {
        JdbcMessageStore store = new Postgres().store();
        store.setInitializeSchema(SchemaInitialization.EMBEDDED);

        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("table sms_account").hasMessageContaining("initializeSchema=always")
                .hasMessageContaining("postgresql/V1__message_store.sql");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "DROP INDEX sms_waiting_next | index sms_waiting_next on sms_waiting",
            "DROP INDEX sms_waiting_next; CREATE INDEX sms_waiting_next ON sms_waiting (account_id, position, lane)"
                                                                                   + " | sms_waiting_next on sms_waiting (account_id, lane, position) instead of",
            "DROP INDEX sms_message_correlation; CREATE INDEX sms_message_correlation ON sms_message (correlation_id, account_id)"
                                                                                                                                                                   + " | (correlation_id, account_id), which must be dropped",
            "ALTER TABLE sms_message DROP COLUMN raw_status | column sms_message.raw_status",
            "DROP TABLE sms_status | table sms_status",
            "UPDATE sms_setting SET value = '7' | version 7",
            "DELETE FROM sms_setting | no version" })
    void start_damagedTables_namesTheDamage(String damage, String named) {
        start(fileStore());
        executeInFile(damage);
        assertThatThrownBy(() -> fileStore().start()).isInstanceOf(SmsStoreException.class).hasMessageContaining(named);

        Postgres postgres = new Postgres();
        start(postgres.store());
        postgres.execute(damage);
        assertThatThrownBy(() -> postgres.store().start()).isInstanceOf(SmsStoreException.class).hasMessageContaining(named);
    }

    /** The application has a migration V1 of its own, so the script is copied under the next version. */
    @Test
    void start_flywayExecutedTheScriptAsV2_succeeds() throws IOException {
        Postgres postgres = new Postgres();
        Files.writeString(folder.resolve("V1__orders.sql"), "CREATE TABLE orders (id INTEGER)");
        try (InputStream script = JdbcMessageStore.class.getResourceAsStream("postgresql/V1__message_store.sql")) {
            Files.copy(script, folder.resolve("V2__message_store.sql"));
        }
        // The schema of the test is not empty.
        Flyway flyway = Flyway.configure().dataSource(postgres.dataSource).locations("filesystem:" + folder)
                .baselineOnMigrate(true).baselineVersion("0").load();

        assertThat(flyway.migrate().migrationsExecuted).isEqualTo(2);

        JdbcMessageStore store = postgres.store();
        store.setInitializeSchema(SchemaInitialization.NEVER);
        start(store);
        flyway.validate();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "sms_waiting | message_id", "sms_request | account_id, epoch, number", "sms_setting | name" })
    void start_primaryKeyIsMissing_namesIt(String table, String columns) {
        Postgres postgres = new Postgres();
        start(postgres.store());
        postgres.execute("ALTER TABLE " + table + " DROP CONSTRAINT " + table + "_pkey");

        assertThatThrownBy(() -> postgres.store().start()).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("primary key of " + table + " (" + columns + ")");
    }

    /** Any role that may connect can take this lock. */
    @Test
    void start_anotherSessionHoldsTheLockOfTheSchema_doesNotWaitIfThereIsNothingToCreate() throws SQLException {
        Postgres postgres = new Postgres();
        start(postgres.store());

        try (Connection other = postgres.dataSource.getConnection(); Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtext('sms_schema'))");
            JdbcMessageStore store = postgres.store();
            store.setDataSource(Samples.dataSource(postgres.url() + "%20-c%20lock_timeout=1s"));

            start(store);
        }
    }

    @Test
    void store_uniqueIndexWasDropped_failsInsteadOfStoringTwice() {
        Postgres postgres = new Postgres();
        JdbcMessageStore embedded = fileStore();
        for (JdbcMessageStore store : List.of(postgres.store(), embedded)) {
            store.start();
            await(store.intake().store(ACCOUNT, messages("m", 2)));
            String drop = "DROP INDEX sms_message_correlation";
            if (store == embedded) {
                executeInFile(drop);
            } else {
                postgres.execute(drop);
            }

            assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("m", 1))))
                    .isInstanceOf(SmsStoreException.class).hasMessageContaining("Nothing of the call was stored");
            assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("m", 2))))
                    .isInstanceOf(SmsStoreException.class);
            assertThat(await(store.operations().count(ACCOUNT))).containsEntry(SmsMessageState.WAITING, 2L);
            store.close();
        }
    }

    /** As after <code>ALTER ROLE ... SET search_path</code>, which only new connections have. */
    @Test
    void acquire_searchPathHasChanged_findsTheOwnerInTheTablesOfTheStart() {
        Postgres postgres = new Postgres();
        Postgres others = new Postgres();
        start(others.store());
        AtomicBoolean isChanged = new AtomicBoolean();
        try (JdbcMessageStore owner = postgres.store(); JdbcMessageStore store = postgres.store()) {
            owner.start();
            assertThat(await(owner.leases().acquire(ACCOUNT, "owner"))).isInstanceOf(SmsLeaseResult.Granted.class);
            store.setDataSource(new DelegatingDataSource(postgres.dataSource) {
                @Override
                public Connection getConnection() throws SQLException {
                    return isChanged.get() ? others.dataSource.getConnection() : super.getConnection();
                }
            });
            store.start();
            isChanged.set(true);

            assertThat(await(store.leases().acquire(ACCOUNT, "other"))).isInstanceOf(SmsLeaseResult.Held.class);
            await(store.intake().store(ACCOUNT, messages("m", 1)));
            await(store.intake().store(ACCOUNT, messages("n", 2)));
            assertThat(await(owner.operations().count(ACCOUNT))).containsEntry(SmsMessageState.WAITING, 3L);
        }
    }

    @Test
    void start_newTables_orderTextsWithoutTheOperatingSystem() throws SQLException {
        Postgres postgres = new Postgres();
        start(postgres.store());

        try (Connection connection = postgres.dataSource.getConnection()) {
            assertThat(PostgresConnections.value(
                    connection, "SELECT string_agg(attrelid::regclass || '.' || attname, ', ') FROM pg_attribute"
                                + " WHERE attrelid IN (SELECT indexrelid FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
                                + " WHERE c.relname LIKE 'sms\\_%' AND c.relnamespace = '" + postgres.schema
                                + "'::regnamespace)"
                                + " AND attcollation NOT IN (0, 'pg_catalog.\"C\"'::regcollation)"))
                    .as("columns of indexes with another collation").isNull();
        }
    }

    @Test
    void start_afterAFailedStart_succeeds() {
        JdbcMessageStore failed = fileStore();
        failed.setInitializeSchema(SchemaInitialization.NEVER);
        assertThatThrownBy(failed::start).isInstanceOf(SmsStoreException.class);

        start(fileStore());
    }

    @Test
    void start_otherPrefix_usesOtherTables() {
        Postgres postgres = new Postgres();
        JdbcMessageStore first = postgres.store();
        JdbcMessageStore second = postgres.store();
        second.setTablePrefix("other_");
        first.start();
        second.start();
        await(first.intake().store(ACCOUNT, messages("m", 1)));

        assertThat(await(second.intake().store(ACCOUNT, messages("m", 1)))).first().isInstanceOf(SmsIntake.Stored.class);

        first.close();
        second.close();
        postgres.execute("SELECT id FROM other_message");
    }

    /** For the driver's metadata, an underscore matches any character. */
    @ParameterizedTest
    @CsvSource({ "tenant_1, tenant21, sms_", "Tenant_1, TenantX1, sms_", "one_schema, one_schema, a_b_" })
    void start_similarNames_areNotConfused(String schema, String other, String prefix) {
        Postgres postgres = new Postgres();
        JdbcMessageStore first = inSchema(postgres, other);
        first.setTablePrefix(prefix.replace("a_b_", "axb_"));
        start(first);
        JdbcMessageStore second = inSchema(postgres, schema);
        second.setTablePrefix(prefix);
        second.setInitializeSchema(SchemaInitialization.NEVER);
        assertThatThrownBy(second::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("table " + prefix + "account").hasMessageContaining("table " + prefix + "setting");

        second.setInitializeSchema(SchemaInitialization.ALWAYS);
        start(second);
    }

    private static JdbcMessageStore inSchema(Postgres postgres, String schema) {
        postgres.execute("CREATE SCHEMA IF NOT EXISTS \"" + schema + "\"");
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(
                Samples.dataSource(postgres.url().replaceFirst("search_path=\\w+", "search_path=%22" + schema + "%22")));
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }

    @Test
    void start_fileInUse_fails() {
        JdbcMessageStore first = fileStore();
        first.start();

        assertThatThrownBy(() -> fileStore().start()).isInstanceOf(SmsStoreException.class).hasMessageContaining("in use");

        first.close();
        start(fileStore());
    }

    @Test
    void start_invalidSettings_failsNamingOptionValueAndRemedy() {
        assertRefused(store -> store.setFile(null), "either file", "dataSource");
        assertRefused(store -> store.setDataSource(new Postgres().dataSource), "both are set");
        assertRefused(store -> store.setTablePrefix("x; DROP TABLE y"), "tablePrefix=x; DROP", "lower-case");
        assertRefused(store -> store.setLeaseDuration(Duration.ZERO), "leaseDuration=PT0S", "1 second");
        assertRefused(store -> store.setRetention(Duration.ofDays(-1)), "retention=PT-24H", "1 minute or more");
        // Camel reads a text that is not a duration as zero, and digits as milliseconds.
        assertRefused(store -> store.setRetention(Duration.ZERO), "retention=PT0S", "such as 30d");
        assertRefused(store -> store.setRetention(Duration.ofMillis(30)), "retention=PT0.03S", "milliseconds");
    }

    @Test
    void start_unreachableDatabase_failsNamingIt() {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(Samples.dataSource("jdbc:postgresql://localhost:1/none?connectTimeout=2"));

        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("its DataSource gives no connection");
    }

    /** As HikariCP does. */
    @Test
    void calls_poolThrowsAnotherExceptionThanOfSql_failNamingItAndRecover() {
        AtomicBoolean isReachable = new AtomicBoolean();
        JdbcMessageStore store = new Postgres().store();
        store.setDataSource(new DelegatingDataSource(store.getDataSource()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (!isReachable.get()) {
                    throw new IllegalStateException("Failed to initialize pool: Connection refused");
                }
                return super.getConnection();
            }
        });
        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("its DataSource gives no connection: Failed to initialize pool: Connection refused");
        isReachable.set(true);
        store.start();

        isReachable.set(false);
        assertThatThrownBy(() -> await(store.intake().store(ACCOUNT, messages("m", 1)))).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("the database cannot be reached");

        isReachable.set(true);
        assertThat(await(store.intake().store(ACCOUNT, messages("m", 1)))).first().isInstanceOf(SmsIntake.Stored.class);
        store.close();
    }

    @Test
    void calls_beforeStartOrAfterClose_fail() {
        JdbcMessageStore store = fileStore();
        assertThatThrownBy(store::intake).isInstanceOf(SmsStoreException.class).hasMessageContaining("not started");
        store.start();
        MessageIntake intake = store.intake();
        store.close();

        assertThatThrownBy(() -> await(intake.store(ACCOUNT, messages("m", 1)))).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void checks_invalidRow_isRejected() {
        start(fileStore());

        for (String wrong : List.of(
                "state = 'LOST'", "state = 'WAITING'", "state = 'ACCEPTED'", "state = 'UNKNOWN'", "state = 'SCHEDULED'",
                "state = 'SCHEDULED', due_at = 1, message_text = NULL", "priority = 10", "attempts = 'many'")) {
            executeInFile(
                    "INSERT INTO sms_message (id, account_id, correlation_id, destination, message_text, priority, offer,"
                          + " stored_at, state) VALUES (1, 1, 'a', '1', 'x', 4, 'NEVER', 1, 'OPEN')");
            assertThatThrownBy(() -> executeInFile("UPDATE sms_message SET " + wrong)).as(wrong)
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("SQLITE_CONSTRAINT");
            executeInFile("DELETE FROM sms_message");
        }
    }

    private void assertRefused(Consumer<JdbcMessageStore> change, String... parts) {
        JdbcMessageStore store = fileStore();
        change.accept(store);
        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class).hasMessageContainingAll(parts);
    }

    private static void start(JdbcMessageStore store) {
        store.start();
        store.close();
    }

    private JdbcMessageStore fileStore() {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(folder.resolve("store.db").toString());
        return store;
    }

    private void executeInFile(String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store.db"));
             Statement statement = connection.createStatement()) {
            for (String each : sql.split(";")) {
                statement.execute(each);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
