package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Unreadable responses to polls, as the page on the message store lists, exports and deletes them.
 */
class UnreadableBlocksTest {

    private static final List<String> STATEMENTS = statements();

    @TempDir
    Path folder;

    private static List<String> statements() {
        try {
            String page = Files.readString(Path.of("../docs/message-store.md"));
            return Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(page).results().map(MatchResult::group)
                    .map(block -> block.replace("```sql", "").replace("```", "")).filter(sql -> sql.contains("'UNREADABLE'"))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void statementsOfThePage_onPostgres_listExportAndDelete() throws Exception {
        Postgres postgres = new Postgres();
        try (JdbcMessageStore store = postgres.store(); Connection connection = postgres.dataSource.getConnection()) {
            store.start();

            listExportAndDelete(store, connection, STATEMENTS.get(0));
        }
    }

    @Test
    void statementsOfThePage_onSqliteWhileTheStoreIsOpen_listExportAndDelete() throws Exception {
        Path file = folder.resolve("store.db");
        try (JdbcMessageStore store = new JdbcMessageStore();
             Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            store.setFile(file.toString());
            store.start();

            listExportAndDelete(store, connection, STATEMENTS.get(1));
        }
    }

    private static void listExportAndDelete(JdbcMessageStore store, Connection connection, String list) throws SQLException {
        SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
        long block = await(store.statuses().announce(ACCOUNT, lease, Duration.ofSeconds(40))).orElseThrow();
        await(store.statuses().receive(block, "<html>busy</html>".getBytes(StandardCharsets.UTF_8)));
        await(store.statuses().markUnreadable(block, "no list of statuses"));

        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(list)) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong("id")).isEqualTo(block);
                assertThat(row.getString("name")).isEqualTo(ACCOUNT);
                assertThat(row.getString("received")).startsWith("20");
                assertThat(row.getString("reason")).isEqualTo("no list of statuses");
                assertThat(row.getString("body")).isEqualTo("<html>busy</html>");
                assertThat(row.next()).isFalse();
            }
            assertThat(statement.executeUpdate(STATEMENTS.get(2).replace("17", String.valueOf(block)))).isEqualTo(1);
        }
    }
}
