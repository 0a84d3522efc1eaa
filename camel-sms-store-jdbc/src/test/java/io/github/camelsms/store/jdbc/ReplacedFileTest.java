package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that nothing is acknowledged after the file of a store was deleted or replaced.
 */
class ReplacedFileTest {

    @TempDir
    Path folder;
    private Path file;
    private JdbcMessageStore store;

    @BeforeEach
    void start() {
        file = folder.resolve("store.db");
        store = new JdbcMessageStore();
        store.setFile(file.toString());
        store.start();
        store("before");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void store_fileDeleted_failsAndCreatesNoOther() throws IOException {
        Files.delete(file);

        assertFails();
        store.close();
        assertThat(file).doesNotExist();
    }

    @Test
    void store_fileReplaced_fails() throws IOException {
        Path copy = Files.copy(file, folder.resolve("copy.db"));
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);

        assertFails();
    }

    private void assertFails() {
        assertThatThrownBy(() -> store("after")).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining(file + " was deleted, moved or replaced");
        assertThatThrownBy(() -> await(store.operations().count(ACCOUNT))).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("was deleted, moved or replaced");
    }

    private void store(String correlationId) {
        assertThat(await(store.intake().store(ACCOUNT, List.of(message(correlationId)))))
                .allMatch(SmsIntake.Stored.class::isInstance);
    }
}
