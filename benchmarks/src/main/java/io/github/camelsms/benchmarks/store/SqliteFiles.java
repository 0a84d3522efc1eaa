package io.github.camelsms.benchmarks.store;

import java.nio.file.Path;

/**
 * SQLite with a file per name.
 */
record SqliteFiles(Path folder) implements DurableDatabase {

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public String url(String name) {
        return Jdbc.SQLITE + folder.resolve(name + ".db");
    }

    @Override
    public void close() {
        // The files are removed with their directory.
    }
}
