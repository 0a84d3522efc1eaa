package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the queries of a claim read only as many index entries as they return rows, regardless of finished
 * messages, as the queries of the oldest message and of messages by their ids and correlation ids do, and that a write
 * costs nothing beyond its row.
 */
class ClaimPlanTest {

    /** Explains a plan that does not depend on the parameters. */
    private static final String GENERIC = "EXPLAIN EXECUTE ";
    private static final String COLUMNS
            = "INSERT INTO sms_message (id, account_id, correlation_id, destination, message_text, priority, offer, stored_at,"
              + " state, finished_at) SELECT n, 1, 'id' || n, '11900000000', 'text', 4, 'NEVER', 1,"
              + " CASE WHEN n % 500 = 0 THEN 'OPEN' ELSE 'ACCEPTED' END, CASE WHEN n % 500 = 0 THEN NULL ELSE 1 END FROM ";

    private static final String QUEUE
            = "INSERT INTO sms_waiting SELECT id, account_id, 9 - priority, id, stored_at, NULL FROM sms_message WHERE state = 'OPEN'";

    @TempDir
    Path folder;

    @Test
    void claim_sqlite_usesThePartialIndexes() {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(folder.resolve("store.db").toString());
            store.start();
            await(
                    store.opened().database().write(
                            transaction -> transaction.update(
                                    COLUMNS + "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)"
                                                              + " SELECT n FROM c)")));
            await(store.opened().database().write(transaction -> transaction.update(QUEUE)));

            assertPlans(store, "EXPLAIN QUERY PLAN ", "detail", "SCAN (sms_message|sms_waiting|m)\\b");
            List<String> statements = statements(store);
            for (String kept : statements.subList(7, 9)) {
                assertThat(plan(store, "EXPLAIN QUERY PLAN ", "detail", kept))
                        .contains("sms_waiting_next", "SEARCH m USING INTEGER PRIMARY KEY")
                        .doesNotContainPattern("SCAN (sms_message|sms_waiting|m)\\b");
            }
        }
    }

    /** The plans for a small table remain in use after it has grown. */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2, 20, 100, 499, 20_000 })
    void claim_postgres_usesThePartialIndexes(int messages) {
        Postgres postgres = new Postgres();
        try (JdbcMessageStore store = postgres.store()) {
            store.start();
            postgres.execute(COLUMNS + "generate_series(1, " + messages + ") AS c(n)", QUEUE, "ANALYZE");

            assertPlans(store, GENERIC, "QUERY PLAN", "Seq Scan");
        }
    }

    @Test
    void start_sqlite_releasesHiddenRowsByAnIndex() {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(folder.resolve("store.db").toString());
            store.start();

            for (String show : Settings.show("sms_")) {
                assertThat(plan(store, "EXPLAIN QUERY PLAN ", "detail", show)).as(show).contains("INDEX sms_", "visible_at>?")
                        .doesNotContain("SCAN sms_result", "SCAN sms_block");
            }
        }
    }

    /** As for an IN with three or more values, which doubles the time of each write. */
    @Test
    void writes_sqlite_buildNoTemporaryTablesForChecks() {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(folder.resolve("store.db").toString());
            store.start();

            for (String write : List.of(
                    "INSERT INTO sms_message (id, account_id, correlation_id, priority, offer, stored_at, state) VALUES (1, 1, 'a', 4, 'NEVER', 1, 'PARKED')",
                    "UPDATE sms_message SET state = 'PARKED', priority = 4, offer = 'NEVER', finished_at = NULL WHERE id = 1",
                    "UPDATE sms_block SET state = 'READ' WHERE id = 1")) {
                assertThat(plan(store, "EXPLAIN ", "opcode", write)).as(write).contains("Halt").doesNotContain("OpenEphemeral");
            }
        }
    }

    /**
     * Returns the queries of a claim, of the owners, of the oldest message, and of messages by their ids and
     * correlation ids, and, for SQLite, those for messages that the store keeps.
     */
    private static List<String> statements(JdbcMessageStore store) {
        Database database = store.opened().database();
        ClaimQueries claim = new ClaimQueries(database, new Messages(database));
        List<String> statements = new ArrayList<>(claim.statements());
        statements.add(database.sql(JdbcLeases.SELECT_OWNERS));
        statements.add(database.sql(OldestWaiting.statement()));
        statements.add(database.sql(Messages.FIND));
        statements.add(database.sql(Messages.FIND_BY_CORRELATION));
        statements.addAll(claim.statementsForKept());
        statements.add(database.sql(FileProgress.files()));
        statements.add(database.sql(FileProgress.count()));
        statements.add(database.sql(NotReached.countStatement()));
        statements.add(database.sql(NotReached.latestStatement()));
        statements.add(database.sql(FoundMessages.statement()));
        return statements;
    }

    private static void assertPlans(JdbcMessageStore store, String explain, String column, String wholeTable) {
        List<String> statements = statements(store);
        String times = plan(store, explain, column, statements.get(0));
        assertThat(times).contains("sms_message_scheduled", "sms_message_expiring", "sms_waiting_expiring")
                .doesNotContainPattern(wholeTable).as("not from the beginning of the queue, which may be long dead")
                .doesNotContain("Scan using sms_waiting_next");
        String first = plan(store, explain, column, statements.get(1));
        assertThat(first).contains("sms_waiting_next")
                .containsPattern("SEARCH m USING INTEGER PRIMARY KEY|Index Cond: ..id >= ")
                .doesNotContainPattern(wholeTable).doesNotContainIgnoringCase("sort")
                .doesNotContain("TEMP B-TREE", "Join Filter");
        String longestWaiting = plan(store, explain, column, statements.get(2));
        assertThat(longestWaiting).contains("sms_waiting_next")
                .containsPattern("SEARCH m USING INTEGER PRIMARY KEY|Index Cond: ..id >= ").doesNotContainPattern(wholeTable)
                .doesNotContain("Join Filter");
        String owners = plan(store, explain, column, statements.get(3));
        assertThat(owners).contains("sms_waiting_next", "sms_message_scheduled", "sms_message_expiring", "sms_waiting_expiring")
                .doesNotContainPattern(wholeTable);
        String message = plan(store, explain, column, statements.get(5));
        assertThat(message).containsPattern("sms_waiting_pkey|SEARCH w USING INTEGER PRIMARY KEY")
                .doesNotContainPattern(wholeTable).doesNotContainIgnoringCase("hashed");
        String correlated = plan(store, explain, column, statements.get(6));
        assertThat(correlated).containsPattern("correlation_id(=|.? = ANY)").contains("sms_message_correlation")
                .doesNotContainPattern(wholeTable).doesNotContain("Filter: ((correlation_id");
        String found = plan(store, explain, column, statements.get(statements.size() - 1));
        assertThat(found).contains("sms_message_finished", "sms_message_unknown", "sms_message_parked")
                .containsPattern("finished_at>. AND finished_at<|finished_at >= .*finished_at < ")
                .doesNotContainPattern(wholeTable);
        for (String statement : statements.subList(statements.size() - 5, statements.size() - 3)) {
            assertThat(plan(store, explain, column, statement)).contains("sms_message_file")
                    .doesNotContainPattern(wholeTable).doesNotContainPattern("(?i)\\bsort\\b").doesNotContain("TEMP B-TREE");
        }
        for (String statement : statements.subList(statements.size() - 3, statements.size() - 1)) {
            assertThat(plan(store, explain, column, statement))
                    .contains("sms_message_finished", "sms_message_unknown", "sms_message_parked")
                    .containsPattern("finished_at>. AND finished_at<|finished_at >= .*finished_at < ")
                    .doesNotContainPattern(wholeTable);
        }
        String oldest = plan(store, explain, column, statements.get(4));
        assertThat(oldest).contains("sms_waiting_next", "sms_message_scheduled").doesNotContainPattern(wholeTable)
                .doesNotContainIgnoringCase("sort").doesNotContain("TEMP B-TREE");
    }

    private static String plan(JdbcMessageStore store, String explain, String column, String statement) {
        List<String> lines = await(store.opened().database().write(transaction -> {
            if (!explain.equals(GENERIC)) {
                return transaction.query(explain + statement.replace("?", "1"), row -> row.getString(column));
            }
            int parameters = (int) statement.chars().filter(c -> c == '?').count();
            String numbered = statement;
            for (int i = 1; i <= parameters; i++) {
                numbered = numbered.replaceFirst("\\?", "\\$" + i);
            }
            transaction.update("PREPARE planned AS " + numbered);
            List<String> plan = transaction.query(
                    GENERIC + "planned (" + String.join(", ", Collections.nCopies(parameters, "NULL")) + ")",
                    row -> row.getString(column));
            transaction.update("DEALLOCATE planned");
            return plan;
        }));
        return String.join("\n", lines);
    }
}
