package io.github.camelsms.store.jdbc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that statuses are searched for a number in chunks, on each database.
 */
@ParameterizedClass
@EnumSource(value = StoreUnderTest.class, mode = EnumSource.Mode.EXCLUDE, names = "MEMORY")
class EraserTest extends MessageStoreContract {

    private static final int STATUSES = 2 * 5_000 + 100;

    @Test
    void erase_numberInSeveralChunksOfStatuses_erasesItWithOneCommitForEach() {
        JdbcMessageStore database = (JdbcMessageStore) store;
        fill(database, "CASE WHEN i IN (1, 2, 5000, 5001, 10100) THEN '+55 " + Samples.NUMBER + "' ELSE '11900000000' END");
        long before = database.opened().database().commits();

        await(store.operations().erase(Samples.NUMBER));

        assertThat(database.opened().database().commits() - before).isEqualTo(3);
        assertThat(count(database, "destination IS NULL")).isEqualTo(5);
        assertThat(count(database, "destination = '11900000000'")).isEqualTo(STATUSES - 5);
    }

    @Test
    void erase_statusesOfOtherNumbers_writesNothing() {
        JdbcMessageStore database = (JdbcMessageStore) store;
        fill(database, "'11900000000'");
        long before = database.opened().database().commits();

        await(store.operations().erase(Samples.NUMBER));

        assertThat(database.opened().database().commits() - before).isZero();
    }

    /** Inserts statuses into blocks of 700. */
    private static void fill(JdbcMessageStore store, String destination) {
        await(
                store.opened().database().write(
                        transaction -> transaction.update(
                                "INSERT INTO sms_status (block_id, position, status, destination)"
                                                          + " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                                                          + STATUSES + ") SELECT 1 + i / 700, i % 700, 'SENT', "
                                                          + destination + " FROM n")));
    }

    private static long count(JdbcMessageStore store, String condition) {
        return await(
                store.opened().database().write(
                        transaction -> transaction.query(
                                "SELECT COUNT(*) FROM sms_status WHERE " + condition, row -> row.getLong(1))))
                .get(0);
    }
}
