package io.github.camelsms.sample.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(OS.WINDOWS)
class PrivateFilesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void create_missingDirectories_arePrivateAndExistingAreUnchanged() throws Exception {
        Path existing = Files.createDirectory(folder.resolve("existing"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        PrivateFiles.create(existing.resolve("a/b"));

        assertThat(permissions(existing)).isEqualTo("rwxr-xr-x");
        assertThat(permissions(existing.resolve("a"))).isEqualTo("rwx------");
        assertThat(permissions(existing.resolve("a/b"))).isEqualTo("rwx------");
    }

    @Test
    void createFile_existingFile_keepsItsContent() throws Exception {
        Path file = folder.resolve("new/file");
        PrivateFiles.createFile(file);
        assertThat(permissions(file)).isEqualTo("rw-------");
        Files.writeString(file, "content");

        PrivateFiles.createFile(file);

        assertThat(file).hasContent("content");
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
