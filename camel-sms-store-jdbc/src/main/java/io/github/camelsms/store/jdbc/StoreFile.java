package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Identity of an open database file. If the file is deleted or replaced, SQLite continues to write to the old one,
 * which has no name any more: its messages would be lost. Thread-safe.
 */
final class StoreFile {

    private final Path file;
    /** Null on file systems whose open files cannot be deleted. */
    private final @Nullable Object key;

    /**
     * @param file an existing file
     */
    StoreFile(Path file) throws IOException {
        this.file = file;
        this.key = key(file);
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /**
     * Checks that the path still leads to the file.
     *
     * @throws SQLException if it does not
     */
    void requireUnchanged() throws SQLException {
        boolean isSame;
        try {
            isSame = Objects.equals(key, key(file));
        } catch (IOException e) {
            isSame = false;
        }
        if (!isSame) {
            throw new SQLException(
                    "the file " + file + " was deleted, moved or replaced while the message store used it; nothing is stored or"
                                   + " sent until the process is restarted. Stop the process, restore the file with its -wal"
                                   + " file if you still have both, and start the process");
        }
    }
}
