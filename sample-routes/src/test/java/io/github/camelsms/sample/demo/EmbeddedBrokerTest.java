package io.github.camelsms.sample.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddedBrokerTest {

    /** Its journal contains texts and phone numbers. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void start_newDirectory_isPrivate(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("data");
        try (EmbeddedBroker broker = EmbeddedBroker.start(data.resolve("artemis"), EmbeddedBroker.URL)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data))).isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("artemis"))))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    @Timeout(60)
    void start_folderOfARunningBroker_failsNamingIt(@TempDir Path folder) throws Exception {
        try (EmbeddedBroker first = EmbeddedBroker.start(folder, EmbeddedBroker.URL)) {
            assertThatThrownBy(() -> EmbeddedBroker.start(folder, "tcp://127.0.0.1:0"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("is another process using", folder.toString());
        }
    }
}
