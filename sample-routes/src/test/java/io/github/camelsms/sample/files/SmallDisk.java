package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A disk with so many bytes free, which writes what still fits before it says that it is full.
 */
class SmallDisk implements DurableFile.Opener {

    /**
     * What was asked of the disk, in order: <code>write</code> or <code>force</code> with the name of a file or folder.
     */
    final List<String> calls = new ArrayList<>();
    private Runnable beforeFolder = () -> {
    };
    private long free;
    private boolean failsToForce;

    SmallDisk(long free) {
        this.free = free;
    }

    void free(long bytes) {
        free = bytes;
    }

    void failToForce(boolean fails) {
        failsToForce = fails;
    }

    @Override
    public FileChannel open(Path path) throws IOException {
        return new SmallChannel(DurableFile.ON_DISK.open(path), path.getFileName().toString());
    }

    /** What to do before a folder is opened. */
    void beforeFolder(Runnable action) {
        beforeFolder = action;
    }

    @Override
    public FileChannel openFolder(Path folder) throws IOException {
        beforeFolder.run();
        return new SmallChannel(DurableFile.ON_DISK.openFolder(folder), folder.getFileName().toString());
    }

    private final class SmallChannel extends FileChannel {

        private final FileChannel file;
        private final String name;

        SmallChannel(FileChannel file, String name) {
            this.file = file;
            this.name = name;
        }

        @Override
        public int write(ByteBuffer bytes, long position) throws IOException {
            calls.add("write " + name);
            long inside = Math.max(0, file.size() - position);
            int fits = (int) Math.min(bytes.remaining(), inside + free);
            if (fits == 0) {
                throw new IOException("No space left on device");
            }
            free -= Math.max(0, fits - inside);
            int written = file.write(bytes.slice(bytes.position(), fits), position);
            bytes.position(bytes.position() + written);
            return written;
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            free += Math.max(0, file.size() - size);
            file.truncate(size);
            return this;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            calls.add("force " + name);
            if (failsToForce) {
                throw new IOException("Input/output error");
            }
            file.force(metaData);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }

        @Override
        public int read(ByteBuffer bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] bytes, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer bytes, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] bytes, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
