package io.github.camelsms.benchmarks.store;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.benchmarks.Options;

/**
 * The databases of a table: those named by <code>--only</code>, or all.
 */
public final class Databases implements AutoCloseable {

    /** Words for the command line. */
    public static final List<String> NAMES = List.of("sqlite", "postgresql");

    private final Path folder;
    private final List<DurableDatabase> all = new ArrayList<>();

    private Databases(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts them, on the disk of this class path.
     *
     * @throws IllegalArgumentException if <code>--only</code> names something else
     */
    public static Databases start(Options options) throws IOException {
        for (String word : options.only()) {
            if (!NAMES.contains(word)) {
                throw new IllegalArgumentException("--only " + word + " names nothing of this table; there are " + NAMES);
            }
        }
        Databases databases = new Databases(newFolder());
        if (options.wants("sqlite")) {
            databases.all.add(new SqliteFiles(databases.folder));
        }
        if (options.wants("postgresql")) {
            databases.all.add(new PostgresServer(databases.folder.resolve("postgresql")));
        }
        return databases;
    }

    /** Starts only PostgreSQL, for tables with several nodes. */
    public static Databases startPostgres() throws IOException {
        Databases databases = new Databases(newFolder());
        databases.all.add(new PostgresServer(databases.folder.resolve("postgresql")));
        return databases;
    }

    /** Returns PostgreSQL if it was started. */
    public PostgresServer postgres() {
        return all.stream().filter(PostgresServer.class::isInstance).map(PostgresServer.class::cast).findFirst().orElseThrow();
    }

    public List<DurableDatabase> all() {
        return List.copyOf(all);
    }

    private static Path newFolder() throws IOException {
        return Files.createTempDirectory(Files.createDirectories(folder().resolve("databases")), "run");
    }

    /** Returns the build directory, which is not on a file system in memory, as a temporary directory may be. */
    private static Path folder() {
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
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
