package io.github.camelsms.benchmarks.store;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import org.springframework.util.FileSystemUtils;

/**
 * The databases of a table: those named by <code>--only</code>, or all.
 */
public final class Databases implements AutoCloseable {

    /** Words for the command line. */
    public static final List<String> NAMES = List.of("sqlite", "postgresql");

    private final Path folder
            = Files.createTempDirectory(Files.createDirectories(buildFolder().resolve("databases")), "run");
    private final List<DurableDatabase> all = new ArrayList<>();

    private Databases(boolean isSqlite, boolean isPostgres) throws IOException {
        if (isSqlite) {
            all.add(new SqliteFiles(folder));
        }
        if (isPostgres) {
            all.add(new PostgresServer(folder.resolve("postgresql")));
        }
    }

    /**
     * Starts them, on the disk of this classpath.
     *
     * @throws IllegalArgumentException if <code>--only</code> names something else
     */
    public static Databases start(Options options) throws IOException {
        for (String word : options.only()) {
            if (!NAMES.contains(word)) {
                throw new IllegalArgumentException("--only " + word + " names nothing of this table; there are " + NAMES);
            }
        }
        return new Databases(options.wants("sqlite"), options.wants("postgresql"));
    }

    /** Starts only PostgreSQL, for tables with several nodes. */
    public static Databases startPostgres() throws IOException {
        return new Databases(false, true);
    }

    /** Returns PostgreSQL if it was started. */
    public PostgresServer postgres() {
        return all.stream().filter(PostgresServer.class::isInstance).map(PostgresServer.class::cast).findFirst().orElseThrow();
    }

    public List<DurableDatabase> all() {
        return List.copyOf(all);
    }

    /** Returns the build directory, which is not on a file system in memory, as a temporary directory may be. */
    private static Path buildFolder() {
        try {
            return Path.of(Databases.class.getProtectionDomain().getCodeSource().getLocation().toURI()).resolveSibling("");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        for (DurableDatabase database : all) {
            database.close();
        }
        FileSystemUtils.deleteRecursively(folder);
    }
}
