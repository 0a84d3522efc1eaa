package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * Folders (0700) and files (0600) that only the user of the application can read, on file systems with POSIX
 * permissions.
 */
public final class PrivateFiles {

    private PrivateFiles() {
    }

    /** Creates the folder and its parents if they are missing. Permissions of existing folders do not change. */
    public static void create(Path folder) throws IOException {
        Files.createDirectories(folder, permissions(folder, "rwx------"));
    }

    /** Creates an empty file (0600) and its folder unless it exists. */
    public static void createFile(Path file) throws IOException {
        create(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.createFile(file, permissions(file, "rw-------"));
        }
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)) }
                : new FileAttribute<?>[0];
    }
}
