package io.github.camelsms.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class CheckpointsTest {

    @TempDir
    Path folder;

    @Test
    void checkpoint_shortLog_runsWithoutAnotherCommit() {
        Path file = folder.resolve("store.db");
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.toString());
            store.start();

            await(store.intake().store(ACCOUNT, List.of(message("written-back"))));

            await().untilAsserted(
                    () -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("written-back"));
        }
    }
}
