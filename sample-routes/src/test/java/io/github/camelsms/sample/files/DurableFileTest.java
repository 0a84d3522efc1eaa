package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DurableFileTest {

    private static final String BEGINNING = "first\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final SmallDisk disk = new SmallDisk(1000);

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void open_newFile_returnsAfterItsNameIsForced() throws Exception {
        DurableFile.open(path(), BEGINNING, disk).close();

        assertThat(disk.calls).containsExactly("write file", "force file", "force " + folder.getFileName());
    }

    /** The process that created it may have been killed before it forced the name. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void open_fileOfAnEarlierStart_returnsAfterItsNameIsForced() throws Exception {
        Files.writeString(path(), BEGINNING);

        DurableFile.open(path(), BEGINNING, disk).close();

        assertThat(disk.calls).containsExactly("force " + folder.getFileName());
    }

    @Test
    void append_returns_afterTheBytesAreForced() throws Exception {
        try (DurableFile file = DurableFile.open(path(), BEGINNING, disk)) {
            disk.calls.clear();

            file.append("second\n");

            assertThat(disk.calls).containsExactly("write file", "force file");
        }
        assertThat(path()).hasContent("first\nsecond");
    }

    @Test
    void append_diskFull_leavesTheFileAsBefore() throws Exception {
        try (DurableFile file = DurableFile.open(path(), BEGINNING, disk)) {
            disk.free(5);
            assertThatThrownBy(() -> file.append("does not fit\n")).isInstanceOf(IOException.class);
            assertThat(path()).hasContent("first");

            disk.free(100);
            file.append("fits\n");
        }

        assertThat(path()).hasContent("first\nfits");
    }

    @Test
    void append_forceFails_leavesTheFileAsBefore() throws Exception {
        try (DurableFile file = DurableFile.open(path(), BEGINNING, disk)) {
            disk.failToForce(true);

            assertThatThrownBy(() -> file.append("not on the disk\n")).hasMessage("Input/output error");
        }

        assertThat(path()).hasContent("first");
    }

    @Test
    void append_diskFullAfterReserve_hasItsRoom() throws Exception {
        try (DurableFile file = DurableFile.open(path(), BEGINNING, disk)) {
            file.reserve(20);
            disk.free(0);

            file.append("has its room\n");

            assertThat(Files.readString(path())).isEqualTo("first\nhas its room\n       ");
        }
        assertThat(path()).hasContent("first\nhas its room");
    }

    @Test
    void reserve_diskFull_fails() throws Exception {
        try (DurableFile file = DurableFile.open(path(), BEGINNING, disk)) {
            disk.free(19);

            assertThatThrownBy(() -> file.reserve(20)).isInstanceOf(IOException.class);
        }

        assertThat(path()).hasContent("first");
    }

    @Test
    void open_reservedRoomAndATornLineOfACrash_areCutOff() throws Exception {
        Files.writeString(path(), "first\nsecond\ntorn      ");

        DurableFile.open(path(), BEGINNING, disk).close();

        assertThat(path()).hasContent("first\nsecond");
    }

    @Test
    void open_symbolicLink_isNotFollowed() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "precious");
        Files.createSymbolicLink(path(), elsewhere);

        assertThatThrownBy(() -> DurableFile.open(path(), BEGINNING, DurableFile.ON_DISK)).isInstanceOf(IOException.class);

        assertThat(elsewhere).hasContent("precious");
    }

    private Path path() {
        return folder.resolve("file");
    }
}
