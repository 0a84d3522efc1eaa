package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests when a writer returns its connection, which may belong to a pool that others need.
 */
class IdleConnectionTest {

    private final List<String> called = new CopyOnWriteArrayList<>();
    private final Dialect dialect
            = new PostgresDialect(new RecordingDataSource(new Postgres().dataSource, called), "public", "sms_");

    @Test
    void work_idle_returnsTheConnectionAndTakesAnotherOneForTheNextCall() {
        GroupWriter writer
                = new GroupWriter(dialect, "sms-store-idle", false, new FailureLog(new SystemClock()), Duration.ofMillis(1));
        try {
            assertThat(backend(writer)).isPositive();

            Awaitility.await().until(() -> returned() == 1);

            assertThat(backend(writer)).isPositive();
            Awaitility.await().until(() -> returned() == 2);
        } finally {
            writer.close(Duration.ofMinutes(1));
        }
    }

    @Test
    void work_notIdle_keepsTheConnection() {
        GroupWriter writer
                = new GroupWriter(dialect, "sms-store-idle", false, new FailureLog(new SystemClock()), Duration.ofDays(1));
        try {
            assertThat(backend(writer)).isEqualTo(backend(writer));
            assertThat(returned()).isZero();
        } finally {
            writer.close(Duration.ofMinutes(1));
        }
        assertThat(returned()).isEqualTo(1);
    }

    /** Returns the number of the server's process for the connection. */
    private static int backend(GroupWriter writer) {
        return await(
                writer.submit(
                        "", transaction -> transaction.query("SELECT pg_backend_pid()", row -> row.getInt(1)).get(0), 1,
                        false));
    }

    /** Prepared statements, which are closed before the connection, are not recorded. */
    private int returned() {
        return Collections.frequency(called, "close");
    }
}
