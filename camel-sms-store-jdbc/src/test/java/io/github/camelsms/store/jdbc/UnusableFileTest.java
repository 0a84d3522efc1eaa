package io.github.camelsms.store.jdbc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;
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

    /** Otherwise the file would be in use until the process ends. */
    @Test
    void start_fileThatCouldNotBeWritten_isNoLongerInUse() {
        Path file = folder.resolve("messages.db");
        assertThatThrownBy(() -> start(file, List.of("PRAGMA query_only = 1"))).isInstanceOf(SmsStoreException.class);

        start(file, List.of());
    }

    /** As with the directory of a container's volume. */
    @Test
    void start_directory_namesItAndLeavesNoLock() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("data"));

        assertThatThrownBy(() -> start(directory, List.of())).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining(directory + " of the message store is a directory").hasMessageContaining("messages.db");
        assertThat(folder.resolve("data.lock")).doesNotExist();
    }

    @Test
    void start_invalidPath_namesThePropertyAndTheReason() {
        assertThatThrownBy(() -> start("messages\0.db")).isInstanceOf(SmsStoreException.class)
                .hasMessageContaining("file=messages").hasMessageContaining("is not a path")
                .hasMessageContaining("Nul character");
    }

    /** A blank property is one that was not set, for example an empty environment variable. */
    @Test
    void start_blankFile_isNotSet() {
        assertThatThrownBy(() -> start(" ")).isInstanceOf(SmsStoreException.class).hasMessageContaining("neither is set");
    }

    /**
     * The driver removes blanks at the end, which properties files keep: it would open a file that another store uses.
     */
    @ParameterizedTest
    @ValueSource(strings = { " ", "\t", "\r" })
    void start_sameFileWithBlankAtTheEnd_isInUse(String blank) {
        Path file = folder.resolve("messages.db");
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.toString());
            store.start();

            assertThatThrownBy(() -> start(file + blank)).isInstanceOf(SmsStoreException.class)
                    .hasMessageContaining(file + " of the message store is in use");
        }
        assertThat(folder.toFile().list()).containsOnly("messages.db", "messages.db.lock");
    }

    /** The driver removes settings after a question mark: it would open a file that another store uses. */
    @Test
    void start_fileWithSettingsOfTheDriver_namesTheRemedy() {
        assertThatThrownBy(() -> start(folder.resolve("messages.db") + "?journal_mode=WAL"))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("messages.db?journal_mode=WAL")
                .hasMessageContaining("without question mark");
        assertThat(folder).isEmptyDirectory();
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

    @Test
    void explain_noLibraryForTheSystem_doesNotAdviseToUnpackItElsewhere() {
        SqliteDialect dialect
                = new SqliteDialect(folder.resolve("messages.db"), Database.DEFAULT_PREFIX, new SystemClock(), List.of());
        SQLException failure
                = new SQLException("Error opening connection", new NativeLibraryNotFoundException("No native library"));
        System.setProperty("org.sqlite.osinfo.architecture", "vax");
        try {
            assertThat(dialect.errorCodes().explain(failure)).contains("no library for this system", "vax", "PostgreSQL")
                    .doesNotContain("noexec");
        } finally {
            System.clearProperty("org.sqlite.osinfo.architecture");
            dialect.close();
        }
    }

    /** As in a WAR or with DevTools, where the driver belongs to another class loader than the caller. */
    @Test
    void start_driverIsNotRegistered_opensTheFile() throws SQLException {
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (driver instanceof JDBC) {
                DriverManager.deregisterDriver(driver);
            }
        }
        try {
            start(folder.resolve("messages.db").toString());
        } finally {
            DriverManager.registerDriver(new JDBC());
        }
    }

    private static void start(String file) {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file);
            store.start();
        }
    }

    private static void start(Path file, List<String> pragmas) {
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.toString());
            store.setEmbedded(new SystemClock(), pragmas);
            store.start();
        }
    }
}
