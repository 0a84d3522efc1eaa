package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Database file that is locked for one store of one process. If the file is deleted or replaced, SQLite continues to
 * write to the old one, which no longer has a name: its messages would be lost. Thread-safe.
 */
final class StoreFile implements AutoCloseable {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path file;
    private final Path lock;
    /** Null on file systems whose open files cannot be deleted. */
    private final @Nullable Object key;

    /**
     * Creates the file and its directory if they are missing, and locks it.
     *
     * @throws SmsStoreException if another store or process uses it, it cannot be created, or it is no path of a file
     */
    StoreFile(Path path) {
        try {
            file = realPath(path.toAbsolutePath());
            requireUsable(file);
            lock = Path.of(file + ".lock");
            createPrivately(file);
            createPrivately(lock);
            key = key(file);
            if (FileLocks.lock(lock)) {
                return;
            }
        } catch (IOException e) {
            throw new SmsStoreException(
                    "The file " + path.toAbsolutePath() + " of the message store cannot be created or opened (" + e
                                        + "). Set the property file to a path in a directory that this process can write to",
                    false, e);
        }
        throw new SmsStoreException(
                "The file " + file + " of the message store is in use by another store or process. Give each store its own"
                                    + " file, share one store between the components of a process, or use PostgreSQL for"
                                    + " several processes",
                false, null);
    }

    /** Returns the path without symbolic links, so that each file has one lock, and creates its directory. */
    private static Path realPath(Path path) throws IOException {
        if (Files.exists(path)) {
            return path.toRealPath();
        }
        Path directory = path.getParent();
        return directory == null ? path : Files.createDirectories(directory).toRealPath().resolve(path.getFileName());
    }

    /**
     * Rejects directories, and paths of which the driver removes a part, because it would open another file than the
     * locked one: settings after a question mark, and blanks at the end.
     */
    private static void requireUsable(Path file) {
        String text = file.toString();
        if (Files.isDirectory(file)) {
            throw new SmsStoreException(
                    "The file " + file + " of the message store is a directory. Set the property file to a file in it, for"
                                        + " example " + file.resolve("messages.db"),
                    false, null);
        }
        if (text.indexOf('?') >= 0 || !text.equals(text.trim())) {
            throw new SmsStoreException(
                    "The file " + file + " of the message store cannot be opened. Set the property file to a path without"
                                        + " question mark and without blanks at the end",
                    false, null);
        }
    }

    /**
     * Creates a file with permissions for its owner only: the database contains texts and numbers, and who can open the
     * lock can prevent the start. SQLite gives its log the same permissions. An existing file does not change.
     */
    private static void createPrivately(Path file) throws IOException {
        if (!Files.exists(file)) {
            boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] attributes
                    = isPosix
                            ? new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(OWNER_ONLY) }
                            : new FileAttribute<?>[0];
            try {
                Files.createFile(file, attributes);
            } catch (FileAlreadyExistsException e) {
                // Another process has created it.
                return;
            }
        }
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

    /** Unlocks the file. */
    @Override
    public void close() {
        FileLocks.unlock(lock);
    }

    /** Returns its path. */
    @Override
    public String toString() {
        return file.toString();
    }
}
