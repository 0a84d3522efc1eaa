package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.postgresql.ds.PGSimpleDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A PostgreSQL server with durable settings.
 */
final class PostgresServer implements AutoCloseable {

    private final Path data;
    private EmbeddedPostgres postgres;

    /**
     * @param data folder of its data, which is created if it is missing
     */
    PostgresServer(Path data) throws IOException {
        this.data = data;
        start();
    }

    final void start() throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false)
                .setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on");
        if (postgres != null) {
            builder.setPort(postgres.getPort());
        }
        postgres = builder.start();
    }

    void stop() throws IOException {
        postgres.close();
    }

    /**
     * Copies the data while the server is stopped, and starts a server that replicates everything that comes
     * afterwards.
     *
     * @param port where the replica reaches this server
     */
    PostgresServer replica(Path copy, int port) throws IOException, InterruptedException {
        stop();
        execute("cp", "-a", data.toString(), copy.toString());
        start();
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"), "primary_conninfo = 'host=127.0.0.1 user=postgres port=" + port + "'\n",
                StandardOpenOption.APPEND);
        return new PostgresServer(copy);
    }

    int port() {
        return postgres.getPort();
    }

    PGSimpleDataSource dataSource() {
        return dataSource(port());
    }

    /** Returns connections to the server at a port of this machine. */
    static PGSimpleDataSource dataSource(int port) {
        return Samples.dataSource("jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres");
    }

    /** Signals the server and its processes, one per connection. */
    void signal(String signal) throws IOException, InterruptedException {
        ProcessHandle server = ProcessHandle.of(Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0)))
                .orElseThrow();
        List<String> command = new ArrayList<>(List.of("kill", signal));
        Stream.concat(Stream.of(server), server.descendants()).forEach(process -> command.add("" + process.pid()));
        execute(command.toArray(String[]::new));
    }

    private static void execute(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @Override
    public void close() throws IOException {
        stop();
    }
}
