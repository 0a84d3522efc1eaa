package io.github.camelsms.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A separate PostgreSQL server with durable settings and a schema per name.
 */
public final class PostgresServer implements DurableDatabase {

    private final Path folder;
    private final EmbeddedPostgres server;
    private final Set<String> schemas = ConcurrentHashMap.newKeySet();

    PostgresServer(Path folder) throws IOException {
        this.folder = folder;
        server = EmbeddedPostgres.builder().setDataDirectory(folder).setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on").setServerConfig("full_page_writes", "on").start();
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String url(String name) {
        // Created on first use.
        String schema = name.replace('-', '_');
        if (schemas.add(schema)) {
            try (Connection connection = server.getPostgresDatabase().getConnection();
                 Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA " + schema);
            } catch (SQLException e) {
                throw new IllegalStateException("the schema " + schema + " cannot be created", e);
            }
        }
        return server.getJdbcUrl("postgres", "postgres") + "&options=-c%20search_path=" + schema;
    }

    /** Returns the processor time of the server and its live processes. */
    public Duration processorTime() throws IOException {
        ProcessHandle main = ProcessHandle.of(Long.parseLong(Files.readAllLines(folder.resolve("postmaster.pid")).get(0)))
                .orElseThrow();
        return Stream.concat(Stream.of(main), main.descendants())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO)).reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
