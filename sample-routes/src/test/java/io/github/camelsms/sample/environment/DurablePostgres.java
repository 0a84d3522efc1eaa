package io.github.camelsms.sample.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server with durable settings, which can be restarted on its port.
 */
public final class DurablePostgres implements AutoCloseable {

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    public DurablePostgres(Path folder) throws IOException {
        data = folder.resolve("postgresql");
        server = builder().start();
        port = server.getPort();
    }

    private EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on").setServerConfig("full_page_writes", "on");
    }

    public int port() {
        return port;
    }

    /** Returns the JDBC URL of the database at a port of this machine. */
    public static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    public Connection connect() throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(port));
        source.setUser("postgres");
        source.setConnectTimeout(2);
        source.setSocketTimeout(5);
        return source.getConnection();
    }

    /**
     * Stops the server, which closes all connections.
     *
     * @param isCrash whether it crashes, and recovers at its next start
     */
    public void stop(boolean isCrash) throws IOException, InterruptedException {
        if (isCrash) {
            long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
            new ProcessBuilder("kill", "-QUIT", String.valueOf(pid)).inheritIO().start().waitFor();
            Awaitility.await().atMost(Duration.ofSeconds(30))
                    .until(() -> !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
        }
        server.close();
    }

    public void start() throws IOException {
        server = builder().setPort(port).start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
