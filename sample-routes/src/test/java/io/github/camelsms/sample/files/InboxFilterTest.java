package io.github.camelsms.sample.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.camelsms.sample.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.component.file.GenericFile;

import static org.assertj.core.api.Assertions.assertThat;

class InboxFilterTest {

    private final InboxFilter filter = new InboxFilter();
    private final LogLines lines = new LogLines(InboxFilter.class.getName());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @AfterEach
    void unlisten() {
        lines.close();
    }

    @ParameterizedTest
    @ValueSource(strings = { "a.csv", "A.CSV", "a b é.json", "x.y.jsonl", "a.NdJson" })
    void accept_fileOfAKnownFormat_isTrue(String name) throws Exception {
        assertThat(filter.accept(file(name, "x"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "book.xlsx", "old.xls", "pack.zip", "noextension", "a.csv.gz" })
    void accept_fileOfAnotherFormat_isFalseAndLoggedOnce(String name) throws Exception {
        GenericFile<File> file = file(name, "x");

        for (int i = 0; i < 3 * InboxFilter.SCANS; i++) {
            assertThat(filter.accept(file)).isFalse();
        }

        assertThat(lines.messages()).containsExactly(
                "File " + name + " stays in the inbox, because its name does not end with .csv, .json, .jsonl or .ndjson."
                                                     + " Save it in such a format, a spreadsheet as CSV UTF-8, or remove it");
    }

    @Test
    void accept_fileThatGrows_isNotLogged() throws Exception {
        String content = "x";
        for (int i = 0; i < 3 * InboxFilter.SCANS; i++) {
            content += "x";
            filter.accept(file("a.csv.upload", content));
        }

        assertThat(lines.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "a.csv.part", "a.csv.TMP", "a.csv~", "a.csv.filepart" })
    void accept_temporaryName_isFalseAndNotLogged(String name) throws Exception {
        GenericFile<File> file = file(name, "x");

        for (int i = 0; i < 3 * InboxFilter.SCANS; i++) {
            assertThat(filter.accept(file)).isFalse();
        }

        assertThat(lines.messages()).isEmpty();
    }

    /** It would write lines of its own to the log. */
    @Test
    void accept_lineBreakInTheName_isFalseAndLoggedOnOneLine() throws Exception {
        GenericFile<File> file = file("a\nERROR b.csv", "x");

        for (int i = 0; i < InboxFilter.SCANS; i++) {
            assertThat(filter.accept(file)).isFalse();
        }

        assertThat(lines.messages()).containsExactly(
                "File a?ERROR b.csv stays in the inbox, because its name has control characters. Rename it");
    }

    private GenericFile<File> file(String name, String content) throws IOException {
        File file = Files.writeString(folder.resolve(name), content).toFile();
        GenericFile<File> generic = new GenericFile<>();
        generic.setFile(file);
        generic.setFileNameOnly(name);
        generic.setFileLength(file.length());
        generic.setLastModified(file.lastModified());
        return generic;
    }
}
