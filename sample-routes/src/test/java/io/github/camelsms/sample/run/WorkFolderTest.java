package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WorkFolderTest {

    @TempDir
    Path parent;

    @Test
    void renew_folderOfAnEarlierRun_emptiesItAndKeepsItsPermissions() throws IOException {
        Path folder = parent.resolve("run");
        WorkFolder.renew(folder);
        Files.createDirectories(folder.resolve("data/store"));
        Files.writeString(folder.resolve("data/store/sms.db"), "content");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));

        WorkFolder.renew(folder);

        assertThat(folder).isDirectoryNotContaining("glob:**/data");
        assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void renew_linkToAFolderOfAnEarlierRun_emptiesThatFolder() throws IOException {
        Path folder = parent.resolve("run");
        WorkFolder.renew(folder);
        Files.createFile(folder.resolve("old"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), folder);

        WorkFolder.renew(link);

        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("old")).doesNotExist();
    }

    @Test
    void renew_folderWithOtherFiles_isRefused() throws IOException {
        Files.createFile(parent.resolve("mine"));

        assertThatThrownBy(() -> WorkFolder.renew(parent)).hasMessageContaining("not empty and not from an earlier run");
        assertThat(parent.resolve("mine")).exists();
    }
}
