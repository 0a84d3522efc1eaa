package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that a store whose database role lacks a right does not start. {@link MessageStoreContract} runs with exactly
 * the rights that are needed.
 */
class PostgresRightsTest {

    private final Postgres postgres = new Postgres();
    private final String role = "app_" + postgres.schema;
    private PGSimpleDataSource restricted;

    @BeforeEach
    void create() {
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
        }
        restricted = postgres.restricted();
    }

    private record Right(String privilege, String object) {
    }

    @Test
    void start_oneRightIsMissing_failsNamingItAndStartsOnceItIsGranted() throws SQLException {
        List<Right> rights = rights();
        assertThat(rights).hasSize(35);
        for (Right right : rights) {
            postgres.execute("REVOKE " + right.privilege + " ON " + right.object + " FROM " + role);

            String remedy = remedy();

            assertThat(remedy).as(right.toString()).contains(right.privilege + " ON ")
                    .contains(right.object.replace("SEQUENCE ", ""))
                    .doesNotContain(";");
            postgres.execute(remedy);
            start();
        }
    }

    @Test
    void start_severalRightsAreMissing_failsNamingAllOfThem() {
        postgres.execute("REVOKE ALL ON sms_node, sms_request, sms_message_id FROM " + role);

        String remedy = remedy();

        assertThat(remedy).contains("GRANT SELECT, INSERT, UPDATE, DELETE ON ", "GRANT SELECT, INSERT, DELETE ON ",
                "GRANT USAGE ON SEQUENCE ");
        postgres.execute(remedy);
        start();
    }

    @Test
    void start_schemaCannotBeUsed_failsNamingTheRemedy() {
        postgres.execute("REVOKE USAGE ON SCHEMA " + postgres.schema + " FROM " + role);

        restricted.setOptions("-c search_path=" + postgres.schema);
        assertThatThrownBy(this::start).isInstanceOf(SmsStoreException.class).hasMessageContaining("GRANT USAGE ON")
                .hasMessageContaining("SCHEMA");
    }

    /** Returns the rights that the page grants, except that on the schema. */
    private List<Right> rights() throws SQLException {
        List<Right> rights = new ArrayList<>(List.of(new Right("USAGE", "SEQUENCE sms_message_id")));
        try (Connection connection = postgres.dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(
                     "SELECT privilege_type, table_name FROM information_schema.role_table_grants WHERE grantee = '" + role
                                                    + "' AND table_name LIKE 'sms\\_%' ORDER BY table_name")) {
            while (row.next()) {
                rights.add(new Right(row.getString(1), row.getString(2)));
            }
        }
        return rights;
    }

    /** Returns the statements that the error of the start recommends. */
    private String remedy() {
        try {
            start();
        } catch (SmsStoreException e) {
            assertThat(e).hasMessageContaining("The database role " + role + " lacks rights");
            return e.getMessage().replaceFirst(".* execute ", "");
        }
        throw new AssertionError("The store has started");
    }

    private void start() {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setDataSource(restricted);
            store.start();
            assertThat(await(store.intake().store(ACCOUNT, messages("m", 1))))
                    .doesNotHaveAnyElementsOfTypes(SmsIntake.Conflict.class);
        }
    }
}
