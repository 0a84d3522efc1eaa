package io.github.camelsms.store.jdbc;

import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

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

    private JdbcMessageStore store(String database) {
        PGSimpleDataSource dataSource = Samples.dataSource(postgres.url());
        dataSource.setOptions("");
        dataSource.setDatabaseName(database);
        JdbcMessageStore store = postgres.store();
        store.setDataSource(dataSource);
        return store;
    }
}
