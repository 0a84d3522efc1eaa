package io.github.camelsms.sample.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.component.file.GenericFileOperationFailedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CsvAppenderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void append_severalTimes_writesTheHeaderOnce() {
        Path file = folder.resolve("results.csv");

        CsvAppender.append(file, "a,b\n", "");
        CsvAppender.append(file, "a,b\n", "1,2\n3,4\n");
        CsvAppender.append(file, "a,b\n", "5,é\n");

        assertThat(file).hasContent("a,b\n1,2\n3,4\n5,é\n");
    }

    @Test
    void append_emptyFileOfAFailedWrite_writesTheHeader() throws Exception {
        Path file = Files.createFile(folder.resolve("results.csv"));

        CsvAppender.append(file, "a,b\n", "1,2\n");

        assertThat(file).hasContent("a,b\n1,2\n");
    }

    @Test
    void append_cutLastRow_beginsANewLine() throws Exception {
        Path file = Files.writeString(folder.resolve("results.csv"), "a,b\n1,");

        CsvAppender.append(file, "a,b\n", "1,2\n");

        assertThat(file).hasContent("a,b\n1,\n1,2\n");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void append_missingFile_isPrivate() throws Exception {
        Path file = folder.resolve("new/results.csv");

        CsvAppender.append(file, "a,b\n", "");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    }

    @Test
    void append_notWritable_fails() {
        assertThatThrownBy(() -> CsvAppender.append(folder, "a,b\n", "1,2\n"))
                .isInstanceOf(GenericFileOperationFailedException.class).hasMessageStartingWith("Cannot store file");
    }
}
