package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.jdbc.FailingStoreRoutes.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with failures of the store while routes store, send and poll: the disk is full, or the database is unreachable.
 * Exchanges fail with a clear error, and routes recover without a restart. Nothing is lost and nothing is sent twice.
 * <code>-Dsmall.disk=/mnt/small</code> names a directory on a small disk, which is then really filled.
 */
class StoreFailureRouteTest {

    private static final int MESSAGES = 60;
    private static final String SMALL_DISK = System.getProperty("small.disk");

    @TempDir
    Path folder;

    /** A temporary failure of a database. */
    private interface Failure {

        void begin() throws Exception;

        void end() throws Exception;
    }

    @Test
    void fullDisk_whileRoutesRun_recovers() throws Exception {
        JdbcMessageStore store = new JdbcMessageStore();
        Failure full = SMALL_DISK == null ? new PageLimit(store) : new FullDisk(store, Path.of(SMALL_DISK));
        run(store, full, "no room left");
    }

    @Test
    void serverRestart_whileRoutesRun_recovers() throws Exception {
        try (PostgresServer server = new PostgresServer(folder.resolve("data"))) {
            run(store(server), new Failure() {
                @Override
                public void begin() throws IOException {
                    server.stop();
                }

                @Override
                public void end() throws IOException {
                    server.start();
                }
            }, "cannot be reached");
        }
    }

    @Test
    void frozenServer_whileRoutesRun_recovers() throws Exception {
        try (PostgresServer server = new PostgresServer(folder.resolve("data"))) {
            run(store(server), new Failure() {
                @Override
                public void begin() throws Exception {
                    server.signal("-STOP");
                }

                @Override
                public void end() throws Exception {
                    server.signal("-CONT");
                }
            }, null);
        }
    }

    private static JdbcMessageStore store(PostgresServer server) {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(server.dataSource());
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }

    /**
     * @param error error of failed exchanges, or null if they only wait
     */
    private void run(JdbcMessageStore store, Failure failure, String error) throws Exception {
        try (FailingStoreRoutes routes = new FailingStoreRoutes(List.of(store), 300_000)) {
            routes.feed();
            await(
                    () -> !routes.failures.isEmpty()
                            || routes.acknowledged.size() >= MESSAGES && !routes.statuses.isEmpty()
                                    && !routes.results.isEmpty());

            failure.begin();
            try {
                int before = routes.acknowledged.size();
                if (error == null) {
                    // Until then, the node has had time to submit messages.
                    await(() -> !routes.isAnyOwner());
                    assertThat(routes.acknowledged.size()).as("acknowledged, with one response of the server for each feeder")
                            .isLessThanOrEqualTo(before + 2);
                } else {
                    await(() -> routes.failures.stream().filter(reason -> !isSlow(reason)).count() >= 6);
                }
            } finally {
                failure.end();
            }

            routes.awaitAcknowledged(MESSAGES);
            routes.stopFeeding();
            await(() -> routes.isSettled(store) && routes.missingStatuses().isEmpty());
            check(routes, store, error);
        }
    }

    /** Returns whether a request timed out, which happens on a slow machine and not because of the store. */
    private static boolean isSlow(String reason) {
        return reason.contains("no response from localhost");
    }

    private static void check(FailingStoreRoutes routes, JdbcMessageStore store, String error) {
        if (error == null) {
            assertThat(routes.failures).filteredOn(reason -> !isSlow(reason)).isEmpty();
        } else {
            assertThat(routes.failures).as("errors of failed exchanges").anyMatch(reason -> reason.contains(error))
                    .noneMatch(reason -> reason.contains("11987654321"));
        }
        List<String> accepted = routes.accepted();
        assertThat(accepted).as("sent twice").doesNotHaveDuplicates();
        List<SmsStoredMessage> stored = MessageStore.await(store.operations().find(routes.account(), routes.acknowledged));
        assertThat(stored).as("acknowledged messages").hasSize(routes.acknowledged.size());
        assertThat(stored.stream().filter(message -> message.state() == SmsMessageState.ACCEPTED)
                .map(SmsStoredMessage::correlationId).toList()).as("accepted by the service, and in the store")
                .containsExactlyInAnyOrderElementsOf(accepted);
    }

    /** A database that cannot grow. Each new connection has the current limit. */
    private final class PageLimit implements Failure {

        private final List<String> pragmas = new CopyOnWriteArrayList<>(List.of("PRAGMA max_page_count = 130"));

        PageLimit(JdbcMessageStore store) {
            store.setFile(folder.resolve("store.db").toString());
            store.setEmbedded(new SystemClock(), pragmas);
        }

        @Override
        public void begin() {
            // The limit takes effect when the file reaches it.
        }

        @Override
        public void end() {
            pragmas.set(0, "PRAGMA max_page_count = 1000000");
        }
    }

    /** A disk that something else fills. */
    private static final class FullDisk implements Failure {

        private final Path filler;

        FullDisk(JdbcMessageStore store, Path disk) throws IOException {
            Path own = Files.createTempDirectory(disk, "store");
            store.setFile(own.resolve("store.db").toString());
            filler = own.resolve("filler");
        }

        @Override
        public void begin() throws IOException {
            try (OutputStream out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.SYNC)) {
                byte[] block = new byte[4096];
                while (true) {
                    out.write(block);
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
        }

        @Override
        public void end() throws IOException {
            Files.delete(filler);
        }
    }
}
