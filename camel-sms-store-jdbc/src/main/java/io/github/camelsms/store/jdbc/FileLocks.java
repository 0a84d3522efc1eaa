package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Exclusive locks of files, against other processes and within this one. Thread-safe.
 * <p>
 * There is one channel for each file: when a process closes any channel of a file, POSIX systems release all its locks
 * on that file, also those of other channels.
 */
final class FileLocks {

    private static final Map<Path, FileChannel> CHANNELS = new HashMap<>();

    private FileLocks() {
    }

    /**
     * Locks a file, which is created if it is missing.
     *
     * @param  file        its real path, so that each file has one path
     * @return             whether it was locked; false if it is locked already
     * @throws IOException if it cannot be opened
     */
    static synchronized boolean lock(Path file) throws IOException {
        FileChannel known = CHANNELS.get(file);
        FileChannel channel = known != null
                ? known : FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                CHANNELS.put(file, channel);
                return true;
            }
        } catch (OverlappingFileLockException e) {
            // Kept open, because classes of another loader may hold the lock.
            CHANNELS.put(file, channel);
            return false;
        } catch (IOException e) {
            unlock(file, channel);
            throw e;
        }
        unlock(file, channel);
        return false;
    }

    /** Unlocks a file that was locked here. */
    static synchronized void unlock(Path file) {
        unlock(file, CHANNELS.get(file));
    }

    private static void unlock(Path file, @Nullable FileChannel channel) {
        CHANNELS.remove(file);
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The lock is released in any case.
        }
    }
}
