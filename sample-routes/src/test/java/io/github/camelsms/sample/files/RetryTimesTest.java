package io.github.camelsms.sample.files;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.component.file.GenericFile;

import static org.assertj.core.api.Assertions.assertThat;

class RetryTimesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private long nanoTime = Long.MAX_VALUE - 1;
    private final RetryTimes times = new RetryTimes(() -> nanoTime);

    @Test
    void accept_beforeAndAfterTheDelay_alsoWhereTheClockOverflows() throws Exception {
        Path file = Files.createFile(folder.resolve("a.csv"));
        times.retryAfter(file, Duration.ofSeconds(30));

        assertThat(times.accept(consumed(file))).isFalse();
        nanoTime += Duration.ofSeconds(30).toNanos();
        assertThat(times.accept(consumed(file))).isTrue();
    }

    @Test
    void accept_parkedFile_onlyOnceItIsTouched() throws Exception {
        Path file = Files.createFile(folder.resolve("a.csv"));
        times.park(file);
        nanoTime += Duration.ofDays(1).toNanos();
        assertThat(times.accept(consumed(file))).isFalse();

        assertThat(file.toFile().setLastModified(1_000)).isTrue();

        assertThat(times.accept(consumed(file))).isTrue();
    }

    @Test
    void accept_symbolicLink_isRefused() throws Exception {
        Path elsewhere = Files.createFile(folder.resolve("elsewhere"));
        Path outside = Files.createDirectory(folder.resolve("outside"));

        assertThat(times.accept(consumed(Files.createSymbolicLink(folder.resolve("a.csv"), elsewhere)))).isFalse();
        assertThat(times.accept(consumed(Files.createSymbolicLink(folder.resolve("b.csv"), outside)))).isFalse();
        assertThat(times.accept(consumed(outside))).isTrue();
    }

    private static GenericFile<Object> consumed(Path path) {
        File file = path.toFile();
        GenericFile<Object> consumed = new GenericFile<>();
        consumed.setAbsoluteFilePath(file.getAbsolutePath());
        consumed.setDirectory(file.isDirectory());
        return consumed;
    }
}
