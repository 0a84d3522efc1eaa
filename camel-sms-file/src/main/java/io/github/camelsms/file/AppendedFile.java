package io.github.camelsms.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * CSV file that rows are appended to. On file systems with POSIX permissions, only the owner can access what is
 * created.
 */
final class AppendedFile {

    private AppendedFile() {
    }

    /**
     * Returns the text that must precede the next row: the header line in an empty file, a line break after a cut row,
     * otherwise nothing. Creates the file and its directory if they are missing.
     *
     * @throws IOException if the file cannot be created or read
     */
    static String start(Path file, String header) throws IOException {
        try {
            create(file);
            try (SeekableByteChannel content = Files.newByteChannel(file)) {
                if (content.size() == 0) {
                    return header;
                }
                ByteBuffer last = ByteBuffer.allocate(1);
                content.position(content.size() - 1).read(last);
                return last.get(0) == '\n' ? "" : "\n";
            }
        } catch (IOException e) {
            throw new IOException("Cannot store file: " + file + " (" + e + ")", e);
        }
    }

    private static void create(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""), permissions(file, "rwx------"));
        try {
            Files.createFile(file, permissions(file, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            // Rows are appended to it.
            return;
        }
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)) }
                : new FileAttribute<?>[0];
    }
}
