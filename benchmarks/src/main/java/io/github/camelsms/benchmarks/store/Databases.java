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
 * The databases of a table: those that <code>--only</code> names, or all.
 */
public final class Databases implements AutoCloseable {

    /** Words of the command line. */
    public static final List<String> NAMES = List.of("sqlite", "postgresql");

    private final Path folder;
    private final List<DurableDatabase> all = new ArrayList<>();

    private Databases(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts them, on the disk that this code is on.
     *
     * @throws IllegalArgumentException if <code>--only</code> names something else
     */
    public static Databases start(Options options) throws IOException {
        for (String word : options.only()) {
            if (!NAMES.contains(word)) {
                throw new IllegalArgumentException("--only " + word + " names nothing of this table; there are " + NAMES);
            }
        }
        Path base = folder().resolve("databases");
        Files.createDirectories(base);
        Databases databases = new Databases(Files.createTempDirectory(base, "run"));
        if (options.wants("sqlite")) {
            databases.all.add(new SqliteFiles(databases.folder));
        }
        if (options.wants("postgresql")) {
            databases.all.add(new PostgresServer(databases.folder.resolve("postgresql")));
        }
        return databases;
    }

    public List<DurableDatabase> all() {
        return List.copyOf(all);
    }

    /** The folder of the build, which is not on a file system in memory as a temporary folder may be. */
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
