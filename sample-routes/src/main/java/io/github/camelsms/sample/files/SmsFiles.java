package io.github.camelsms.sample.files;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.Exchange;
import org.apache.camel.spi.IdempotentRepository;

/**
 * What the file routes call: open a file, hand out its chunks, take down their results, put the file away.
 * <p>
 * The guarantee: a line with a final outcome in the results file is never sent again. After a crash the file is taken
 * up where the results file ends, so that at most the lines of the requests then in flight are sent twice, under the
 * same correlation ids. A file stays in the inbox until each of its lines has a final outcome, and its content is
 * remembered before it leaves.
 */
public class SmsFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SmsFiles.class);

    private final SmsFolders folders;
    private final FileSettings settings;
    private final RetryTimes retryTimes;
    private final IdempotentRepository seen;
    private final Tally tally;

    /**
     * @param seen remembers the content of finished files
     */
    public SmsFiles(SmsFolders folders, FileSettings settings, RetryTimes retryTimes, IdempotentRepository seen,
                    Tally tally) {
        this.folders = folders;
        this.settings = settings;
        this.retryTimes = retryTimes;
        this.seen = seen;
        this.tally = tally;
    }

    /**
     * Starts the work on a file, or puts it away at once, with one line in the log, and answers null: it was sent
     * before, or cannot be read.
     */
    public @Nullable FileJob open(File body) throws IOException {
        Path file = body.toPath();
        FileFingerprint fingerprint;
        try {
            fingerprint = FileFingerprint.of(file);
        } catch (UnreadableFileException e) {
            LOG.warn("File {} moved to {}: {}", file.getFileName(),
                    SmsFolders.moveAs(file, file.getFileName().toString(), folders.failed()), e.getMessage());
            return null;
        }
        if (seen.contains(fingerprint.digest())) {
            LOG.warn("File {} moved to {}: its content was sent before, nothing is sent again", file.getFileName(),
                    SmsFolders.move(file, fingerprint, folders.duplicates()));
            return null;
        }
        return start(file, fingerprint);
    }

    /**
     * The file's messages in chunks, for a streaming split.
     */
    public Iterator<FileChunk> chunks(FileJob job, Exchange exchange) {
        return new FileChunks(job, settings.chunkSize(), () -> exchange.getContext().isStopping());
    }

    /**
     * Takes down the results of a chunk, in the order of its messages.
     */
    public void record(FileChunk chunk, @Nullable List<SmsSendResult> answers) {
        chunk.job().record(chunk, answers == null ? List.of() : answers);
    }

    /**
     * Puts the file away when each line has a final outcome; otherwise leaves it in the inbox to be taken up again.
     */
    public void finish(FileJob job) throws IOException {
        job.close();
        String unfinished = job.unfinished();
        if (unfinished != null) {
            retryTimes.retryAfter(job.file(), settings.retryDelay());
            LOG.warn("File {} stays in the inbox: {}; the rest is taken up again in {} s", job, unfinished,
                    settings.retryDelay().toSeconds());
            return;
        }
        retryTimes.forget(job.file());
        seen.add(job.fingerprint().digest());
        String broken = job.broken();
        if (broken != null) {
            SmsFolders.moveAll(job.reports(), folders.failed());
            LOG.warn("File {} moved to {}: {}; before it {}: send what follows in a new file", job,
                    SmsFolders.move(job.file(), job.fingerprint(), folders.failed()), broken, job.counts());
            return;
        }
        LOG.info("File {} moved to {}: {}", job,
                SmsFolders.move(job.file(), job.fingerprint(), folders.done()), job.counts());
    }

    private @Nullable FileJob start(Path file, FileFingerprint fingerprint) throws IOException {
        FileRecords records;
        try {
            records = FileRecords.open(file);
        } catch (UnreadableFileException e) {
            LOG.warn("File {} moved to {}: {}", file.getFileName(),
                    SmsFolders.move(file, fingerprint, folders.failed()), e.getMessage());
            return null;
        }
        try {
            return new FileJob(
                    file, fingerprint, records, folders.results(file, fingerprint),
                    settings.chunksInFlight(), tally);
        } catch (IOException | UncheckedIOException e) {
            records.close();
            throw e;
        }
    }
}
