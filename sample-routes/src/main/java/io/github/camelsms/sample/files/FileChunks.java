package io.github.camelsms.sample.files;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The chunks of one file for Camel's split: read as they are asked for, and handed out only as fast as earlier ones
 * come back.
 * <p>
 * It ends early when the work on the file is halted or the application stops; it never throws for what it reads, since
 * the split would then go on without waiting for the chunks on their way.
 */
class FileChunks implements Iterator<FileChunk> {

    private final FileJob job;
    private final int size;
    private final BooleanSupplier stopping;
    private @Nullable FileChunk ahead;

    FileChunks(FileJob job, int size, BooleanSupplier stopping) {
        this.job = job;
        this.size = size;
        this.stopping = stopping;
    }

    @Override
    public boolean hasNext() {
        if (ahead == null) {
            if (stopping.getAsBoolean()) {
                job.halt("the application stops");
            }
            List<FileRecord.Readable> records = job.read(size);
            ahead = records.isEmpty() ? null : new FileChunk(job, records);
        }
        return ahead != null;
    }

    @Override
    public FileChunk next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        job.takePlace();
        FileChunk chunk = java.util.Objects.requireNonNull(ahead);
        ahead = null;
        return chunk;
    }
}
