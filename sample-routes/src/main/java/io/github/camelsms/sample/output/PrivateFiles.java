package io.github.camelsms.sample.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Files and folders that only the user of the application can read: 0600 and 0700 from their creation on. File systems
 * without POSIX permissions keep their own defaults.
 */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {
    }

    /**
     * Creates the folder and its parents where they are missing; the permissions of an existing one are left alone.
     */
    public static void createFolders(Path folder) throws IOException {
        Files.createDirectories(folder, permissions(folder, FOLDER));
    }

    /**
     * Creates the folder that the file is in, as {@link #createFolders} does.
     */
    public static void createFoldersOf(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            createFolders(folder);
        }
    }

    /**
     * Opens a file, creating it privately if an option says so.
     *
     * @throws IOException if it cannot be opened, or is a symbolic link, which is not followed
     */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(List.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, all, permissions(file, FILE));
    }

    /**
     * Creates an empty file and its folders unless it exists.
     */
    public static void createIfMissing(Path file) throws IOException {
        createFoldersOf(file);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.createFile(file, permissions(file, FILE));
        }
    }

    /**
     * Makes an existing file private, as far as it belongs to the user of the application.
     */
    public static void restrict(Path file) throws IOException {
        if (hasPosixPermissions(file)) {
            try {
                Files.setPosixFilePermissions(file, FILE);
            } catch (FileSystemException e) {
                // The file of another user keeps its permissions; the folder around it is private.
                return;
            }
        }
    }

    private static FileAttribute<?>[] permissions(Path path, Set<PosixFilePermission> permissions) {
        return hasPosixPermissions(path)
                ? new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(permissions) } : new FileAttribute<?>[0];
    }

    private static boolean hasPosixPermissions(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
