package io.github.camelsms.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files and directories that only their owner can read, on file systems with POSIX permissions. */
public final class PrivateFile {

    private static final Set<PosixFilePermission> OTHERS
            = EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    private PrivateFile() {
    }

    /**
     * Reads a file with a password.
     *
     * @throws IllegalArgumentException if it cannot be read, or if others than its owner can read it
     */
    static String read(Path file) {
        try {
            checkPermissions(file);
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private static void checkPermissions(Path file) throws IOException {
        if (isPosix(file) && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
            throw new IllegalArgumentException(
                    file + " contains a password, and others than its owner can read it: run chmod 600 " + file);
        }
    }

    /**
     * Creates a file.
     *
     * @throws IOException if it exists or cannot be created
     */
    public static void create(Path file) throws IOException {
        Files.createFile(file, permissions(file, "rw-------"));
    }

    /** Creates a directory and its parents if they are missing. Permissions of existing directories do not change. */
    static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, permissions(directory, "rwx------"));
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)) }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
