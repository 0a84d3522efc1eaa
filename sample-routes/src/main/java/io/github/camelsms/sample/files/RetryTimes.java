package io.github.camelsms.sample.files;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileFilter;

/**
 * Keeps a file whose messages could not be sent out of the file consumer's hands until it is due again.
 */
public class RetryTimes implements GenericFileFilter<Object> {

    private final Map<Path, Instant> due = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public RetryTimes(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public boolean accept(GenericFile<Object> file) {
        return file.isDirectory() || isDue(Path.of(file.getAbsoluteFilePath()));
    }

    boolean isDue(Path file) {
        Instant time = due.get(key(file));
        return time == null || !clock.instant().isBefore(time);
    }

    void retryAfter(Path file, Duration delay) {
        due.put(key(file), clock.instant().plus(delay));
    }

    void forget(Path file) {
        due.remove(key(file));
    }

    private static Path key(Path file) {
        return file.toAbsolutePath().normalize();
    }
}
