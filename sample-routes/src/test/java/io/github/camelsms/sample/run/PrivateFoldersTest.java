package io.github.camelsms.sample.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(OS.WINDOWS)
class PrivateFoldersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void create_missingDirectories_arePrivateAndExistingAreUnchanged() throws Exception {
        Path existing = Files.createDirectory(folder.resolve("existing"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        PrivateFolders.create(existing.resolve("a/b"));

        assertThat(permissions(existing)).isEqualTo("rwxr-xr-x");
        assertThat(permissions(existing.resolve("a"))).isEqualTo("rwx------");
        assertThat(permissions(existing.resolve("a/b"))).isEqualTo("rwx------");
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
