package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that the store rejects a PostgreSQL database that it would not work with.
 */
class PostgresDatabaseTest {

    private final Postgres postgres = new Postgres();

    @Test
    void start_databaseInAnotherEncoding_failsNamingTheRemedy() {
        String database = "latin1_" + postgres.schema;
        postgres.execute("CREATE DATABASE " + database + " ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");

        assertThatThrownBy(() -> store(database).start()).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("LATIN1").hasMessageContaining("CREATE DATABASE").hasMessageContaining("UTF8");
    }

    @Test
    void start_databaseWithoutEncoding_succeeds() {
        String database = "ascii_" + postgres.schema;
        postgres.execute("CREATE DATABASE " + database + " ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");

        JdbcMessageStore store = store(database);
        assertThatCode(store::start).doesNotThrowAnyException();
        store.close();
    }

    @ParameterizedTest
    @EnumSource(SchemaInitialization.class)
    void start_tablesInALaterSchemaOfTheSearchPath_failsNamingBoth(SchemaInitialization initialization) {
        JdbcMessageStore first = postgres.store();
        first.start();
        first.close();
        String empty = "empty_" + postgres.schema;
        postgres.execute("CREATE SCHEMA " + empty);

        JdbcMessageStore second = postgres.store();
        second.setInitializeSchema(initialization);
        second.setDataSource(Samples.dataSource(postgres.url().replace("search_path=", "search_path=" + empty + ",")));

        assertThatThrownBy(second::start).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("schema " + postgres.schema).hasMessageContaining("schema " + empty)
                .hasMessageContaining("currentSchema=" + postgres.schema);
    }

    @ParameterizedTest
    @ValueSource(strings = { "repeatable read", "serializable" })
    void start_otherIsolation_failsNamingTheRemedy(String isolation) {
        JdbcMessageStore store = postgres.store();
        store.setDataSource(Samples.dataSource(
                postgres.url() + "%20-c%20default_transaction_isolation=" + isolation.replace(" ", "%5C%20")));

        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class).hasMessageContaining(isolation)
                .hasMessageContaining("Set the level read committed");
    }

    @ParameterizedTest
    @CsvSource({ "&prepareThreshold=-1, prepareThreshold=-1", "%20-c%20array_nulls=off, array_nulls=off" })
    void start_settingThatTheStoreDoesNotWorkWith_failsNamingTheRemedy(String inUrl, String setting) {
        JdbcMessageStore store = postgres.store();
        store.setDataSource(Samples.dataSource(postgres.url() + inUrl));

        assertThatThrownBy(store::start).isInstanceOf(SmsStoreException.class).hasMessageContaining(setting)
                .hasMessageContaining("Nothing was stored").hasMessageContaining("Remove");
    }

    @ParameterizedTest
    @CsvSource({ "sms_message, sms_message_id", "sms_account, sms_account_id_seq", "sms_block, sms_block_id_seq" })
    void start_sequenceBehindTheIds_failsNamingTheRemedy(String table, String sequence) {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            await(store.intake().store(ACCOUNT, List.of(message("a"), message("b"))));
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
            await(store.statuses().announce(ACCOUNT, lease, Duration.ofMinutes(1)));
        }
        // As after logical replication.
        postgres.execute("ALTER SEQUENCE " + postgres.schema + "." + sequence + " RESTART WITH 1");

        assertThatThrownBy(() -> postgres.store().start()).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("SELECT setval('" + sequence + "', (SELECT MAX(id) FROM " + table + "))");

        postgres.execute("SELECT setval('" + postgres.schema + "." + sequence + "', (SELECT MAX(id) FROM " + postgres.schema
                         + "." + table + "))");
        JdbcMessageStore repaired = postgres.store();
        assertThatCode(repaired::start).doesNotThrowAnyException();
        repaired.close();
    }

    private JdbcMessageStore store(String database) {
        PGSimpleDataSource dataSource = Samples.dataSource(postgres.url());
        dataSource.setOptions("");
        dataSource.setDatabaseName(database);
        JdbcMessageStore store = postgres.store();
        store.setDataSource(dataSource);
        return store;
    }
}
