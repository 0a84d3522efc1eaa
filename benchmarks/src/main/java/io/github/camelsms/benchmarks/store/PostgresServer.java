package io.github.camelsms.benchmarks.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server of its own, with durable settings and a schema for each name.
 */
final class PostgresServer implements DurableDatabase {

    private final EmbeddedPostgres server;
    private final Set<String> schemas = ConcurrentHashMap.newKeySet();

    PostgresServer(Path folder) throws IOException {
        server = EmbeddedPostgres.builder().setDataDirectory(folder).setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on").setServerConfig("full_page_writes", "on").start();
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public JdbcMessageStore store(String name) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(name));
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(source);
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }

    @Override
    public Connection connect(String name) throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(name) + "&reWriteBatchedInserts=true");
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String url(String name) {
        // Created with its first use.
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

    @Override
    public void close() throws IOException {
        server.close();
    }
}
