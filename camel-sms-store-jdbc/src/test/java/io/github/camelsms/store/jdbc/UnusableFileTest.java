package io.github.camelsms.store.jdbc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.NativeLibraryNotFoundException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Errors of files that cannot be used: the message is all that an operator sees.
 */
class UnusableFileTest {

    @TempDir
    Path folder;

    @Test
    void start_fileOfAnotherProgram_namesFileAndRemedy() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "These are the notes of another program. ".repeat(100));

        assertThatThrownBy(() -> start(file, List.of())).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining(file + " is damaged, or not a SQLite database: restore it");
    }

    /** As with a file of another user, which the superuser could write. */
    @Test
    void start_fileThatCannotBeWritten_namesFileAndRemedy() {
        Path file = folder.resolve("messages.db");

        assertThatThrownBy(() -> start(file, List.of("PRAGMA query_only = 1"))).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining(file + " cannot be opened or written: check its permissions");
    }

    /** As in a container whose file system is read-only. The driver loads the library once in a process. */
    @Test
    void explain_libraryCannotBeUnpacked_namesTheRemedy() {
        SqliteDialect dialect
                = new SqliteDialect(folder.resolve("messages.db"), Database.DEFAULT_PREFIX, new SystemClock(), List.of());
        SQLException failure = new SQLException(
                "Error opening connection", new NativeLibraryNotFoundException("No native library found for os.name=Linux"));

        assertThat(dialect.errorCodes().explain(failure)).contains("No native library found for os.name=Linux")
                .contains("org.sqlite.tmpdir");
        dialect.close();
    }

    private static void start(Path file, List<String> pragmas) {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.toString());
            store.setEmbedded(new SystemClock(), pragmas);
            store.start();
        }
    }
}
