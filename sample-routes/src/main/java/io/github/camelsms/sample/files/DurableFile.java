package io.github.camelsms.sample.files;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

import io.github.camelsms.sample.output.PrivateFiles;

/**
 * A text file of whole lines that is only appended to. What {@link #append} was given is on the disk when it returns;
 * if it fails, the file is as before.
 */
class DurableFile implements Closeable {

    /** Opens files and folders; a test can take the place of the disk. */
    @FunctionalInterface
    interface Opener {

        /** Opens the file to write, creating it if it is missing. */
        FileChannel open(Path file) throws IOException;

        /** Opens the folder to force the names of its files to the disk. */
        default FileChannel openFolder(Path folder) throws IOException {
            return FileChannel.open(folder, StandardOpenOption.READ);
        }
    }

    static final Opener ON_DISK = path -> PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    private final FileChannel channel;
    private long length;
    private long reserved;

    private DurableFile(FileChannel channel, long length) {
        this.channel = channel;
        this.length = length;
        this.reserved = length;
    }

    /**
     * Opens the file, or creates it with these lines at its beginning. A line torn by a crash is cut off.
     */
    static DurableFile open(Path path, String beginning, Opener opener) throws IOException {
        long length = Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? lengthOfWholeLines(path) : 0;
        DurableFile file = new DurableFile(opener.open(path), length);
        try {
            file.channel.truncate(length);
            if (length == 0) {
                file.append(beginning);
            }
            // Not of new files only: the process that created it may have been killed before it came here.
            forceFolder(path, opener);
            return file;
        } catch (IOException | RuntimeException e) {
            file.channel.close();
            throw e;
        }
    }

    /**
     * Appends whole lines.
     */
    void append(String lines) throws IOException {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        write(bytes, length);
        length += bytes.length;
        reserved = Math.max(reserved, length);
    }

    /**
     * Takes room on the disk for so many bytes, filled with blanks, so that appending them does not fail for want of
     * it.
     */
    void reserve(int bytes) throws IOException {
        long missing = length + bytes - reserved;
        if (missing > 0) {
            byte[] blanks = new byte[Math.toIntExact(missing)];
            Arrays.fill(blanks, (byte) ' ');
            write(blanks, reserved);
            reserved += missing;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            channel.truncate(length);
        }
    }

    private void write(byte[] bytes, long start) throws IOException {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer, start + buffer.position());
            }
            channel.force(false);
        } catch (IOException | RuntimeException e) {
            cut(e);
            throw e;
        }
    }

    /** A torn line must not be continued by the next one. */
    private void cut(Exception reason) {
        reserved = length;
        try {
            channel.truncate(length);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private static long lengthOfWholeLines(Path path) throws IOException {
        long length = 0;
        long position = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS))) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                position++;
                if (b == '\n') {
                    length = position;
                }
            }
        }
        return length;
    }

    /**
     * Forces the names in the folder of the file to the disk. Without it a file that was created or moved may be gone,
     * or back, after a power cut.
     */
    static void forceFolder(Path path, Opener opener) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null && path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel folder = opener.openFolder(parent)) {
                folder.force(true);
            }
        }
    }
}
