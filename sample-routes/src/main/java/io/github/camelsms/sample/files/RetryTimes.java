package io.github.camelsms.sample.files;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileFilter;

/**
 * Keeps a file whose messages could not be sent away from the file consumer until it is due again, a parked file until
 * somebody touches it or the application starts again, and symbolic links and other special files for good.
 */
public class RetryTimes implements GenericFileFilter<Object> {

    private static final Logger LOG = LoggerFactory.getLogger(RetryTimes.class);

    private final Map<Path, Long> due = new ConcurrentHashMap<>();
    private final Map<Path, Long> parked = new ConcurrentHashMap<>();
    private final Set<Path> special = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;

    /**
     * @param nanoTime a clock that nobody sets, in nanoseconds, such as <code>System.nanoTime</code>
     */
    public RetryTimes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public boolean accept(GenericFile<Object> file) {
        Path path = Path.of(file.getAbsoluteFilePath());
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        return isRegular(path) && isDue(path);
    }

    boolean isDue(Path file) {
        Long lastModified = parked.get(key(file));
        if (lastModified != null && lastModified == lastModified(file)) {
            return false;
        }
        Long time = due.get(key(file));
        return time == null || nanoTime.getAsLong() - time >= 0;
    }

    void retryAfter(Path file, Duration delay) {
        due.put(key(file), nanoTime.getAsLong() + delay.toNanos());
    }

    /**
     * Keeps the file away as long as its modification time stays the same.
     */
    void park(Path file) {
        parked.put(key(file), lastModified(file));
    }

    void forget(Path file) {
        due.remove(key(file));
        parked.remove(key(file));
    }

    private boolean isRegular(Path file) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            special.remove(key(file));
            return true;
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && special.add(key(file))) {
            LOG.warn("File {} is a symbolic link or a special file and is not read. Nothing of it is sent: "
                     + "put the file itself into the inbox",
                    file.getFileName());
        }
        return false;
    }

    private static long lastModified(Path file) {
        return file.toFile().lastModified();
    }

    private static Path key(Path file) {
        return file.toAbsolutePath().normalize();
    }
}
