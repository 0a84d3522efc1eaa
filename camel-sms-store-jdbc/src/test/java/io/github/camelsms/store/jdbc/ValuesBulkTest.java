package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

class ValuesBulkTest {

    private static final Columns COLUMNS = Columns.of("id bigint, a text, b bigint, c text, d bigint");
    private static final String KEYS = "SELECT id FROM bulk WHERE id IN (SELECT value FROM json_each(?))";

    @TempDir
    Path folder;
    private final JdbcMessageStore store = new JdbcMessageStore();
    private final Bulk insert = ValuesBulk.insert("bulk", COLUMNS, "ON CONFLICT DO NOTHING", KEYS);
    private final Bulk update = ValuesBulk.update("bulk", COLUMNS);

    @BeforeEach
    void open() {
        store.setFile(folder.resolve("store.db").toString());
        store.start();
        await(
                store.opened().database().write(
                        transaction -> transaction.update(
                                "CREATE TABLE bulk (id INTEGER NOT NULL PRIMARY KEY, a TEXT, b INTEGER, c TEXT UNIQUE, d INTEGER) STRICT")));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 9, 10, 61, 200 })
    void write_anyNumberOfRows_writesEach(int count) {
        List<Object[]> inserted = rows(count, i -> new Object[] { (long) i, "same", null, "c" + i, (long) i });
        List<Object[]> updated = rows(count, i -> new Object[] { (long) i, i % 2 == 0 ? null : "a" + i, 7L, null, -1L });

        assertThat(write(insert, inserted)).hasSize(count);
        assertThat(stored()).containsExactlyElementsOf(asLists(inserted));
        assertThat(write(update, updated)).hasSize(count);
        assertThat(stored()).containsExactlyElementsOf(asLists(updated));
    }

    /** More than statements are kept for. */
    @Test
    void write_anyColumnsWithTheSameValue_writesEachRow() {
        write(insert, rows(10, i -> new Object[] { (long) i, null, null, null, null }));

        for (int set = 0; set < 16; set++) {
            int shared = set;
            List<Object[]> updated = rows(10, i -> new Object[] {
                    (long) i, "a" + vary(i, shared, 1), (long) vary(i, shared, 2), "c" + (shared * 10 + i),
                    (long) vary(i, shared, 8) });
            write(update, updated);

            assertThat(stored()).as("shared columns %s", shared).containsExactlyElementsOf(asLists(updated));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 15, 70 })
    void write_someRowsExist_returnsTheKeysOfTheOthers(int count) {
        write(insert,
                List.of(new Object[] { 1_000L, null, null, "c1", null }, new Object[] { 1_001L, null, null, "c60", null }));

        List<Long> written = write(insert, rows(count, i -> new Object[] { (long) i, "a", 1L, "c" + i, 1L }));

        assertThat(written).containsExactlyElementsOf(
                IntStream.rangeClosed(1, count).filter(i -> i != 1 && i != 60).mapToObj(i -> (long) i).toList());
    }

    private static int vary(int i, int shared, int column) {
        return (shared & column) == 0 ? i : shared;
    }

    private static List<Object[]> rows(int count, IntFunction<Object[]> row) {
        return IntStream.rangeClosed(1, count).mapToObj(row).toList();
    }

    private static List<List<Object>> asLists(List<Object[]> rows) {
        return rows.stream().map(Arrays::asList).toList();
    }

    private List<Long> write(Bulk bulk, List<Object[]> rows) {
        return await(store.opened().database().write(transaction -> bulk.write(transaction, rows).get()));
    }

    private List<List<Object>> stored() {
        return await(store.opened().database().write(transaction -> transaction.query("SELECT * FROM bulk ORDER BY id", row -> {
            List<Object> values = new ArrayList<>();
            for (int column = 1; column <= COLUMNS.names().size(); column++) {
                values.add(column == 2 || column == 4 ? row.getString(column) : Row.number(row, column));
            }
            return values;
        })));
    }
}
