package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Folders that only the user of the application can read (0700), on file systems with POSIX permissions.
 */
public final class PrivateFolders {

    private static final FileAttribute<?> OWNER_ONLY
            = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFolders() {
    }

    /** Creates the folder and its parents if they are missing. Permissions of existing folders do not change. */
    public static void create(Path folder) throws IOException {
        boolean isPosix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(folder, isPosix ? new FileAttribute<?>[] { OWNER_ONLY } : new FileAttribute<?>[0]);
    }
}
