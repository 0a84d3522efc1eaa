package io.github.camelsms.sample.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
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
 * The guarantee: a line is never handed to <code>sms:send</code> a second time unless it certainly was not sent. Which
 * lines are handed over is on the disk before; those without a result after a crash, or because the disk was full, may
 * have been sent and become UNKNOWN. A file stays in the inbox until each of its lines has a final outcome, and its
 * content is remembered before it leaves. A file that only a person can help is parked: it rests until it is touched or
 * renamed, or the application starts again.
 */
public class SmsFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SmsFiles.class);

    private final SmsFolders folders;
    private final FileSettings settings;
    private final RetryTimes retryTimes;
    private final IdempotentRepository seen;
    private final Tally tally;
    private final DurableFile.Opener disk;
    /** Digests of the files that are being sent: two files of the same content must not be sent beside each other. */
    private final Set<String> beingSent = ConcurrentHashMap.newKeySet();

    /**
     * @param seen remembers the content of finished files
     */
    public SmsFiles(SmsFolders folders, FileSettings settings, RetryTimes retryTimes, IdempotentRepository seen,
                    Tally tally) {
        this(folders, settings, retryTimes, seen, tally, DurableFile.ON_DISK);
    }

    SmsFiles(SmsFolders folders, FileSettings settings, RetryTimes retryTimes, IdempotentRepository seen, Tally tally,
             DurableFile.Opener disk) {
        this.folders = folders;
        this.settings = settings;
        this.retryTimes = retryTimes;
        this.seen = seen;
        this.tally = tally;
        this.disk = disk;
    }

    /**
     * Starts the work on a file, or answers null, with one line in the log: it was sent before, cannot be read, is
     * still being written, or is parked.
     */
    public @Nullable FileJob open(File body) {
        Path file = body.toPath();
        try {
            FileState state = FileState.of(file);
            FileFingerprint fingerprint = FileFingerprint.of(file);
            if (!state.equals(FileState.of(file))) {
                LOG.info("File {} is still being written; it is taken up when it is at rest", file.getFileName());
                return null;
            }
            return open(file, state, fingerprint);
        } catch (IOException e) {
            park(file, "it cannot be opened, or its results cannot be written: " + e);
            return null;
        }
    }

    /**
     * The file's messages in chunks, for a streaming split.
     */
    public Iterator<FileChunk> chunks(FileJob job, Exchange exchange) {
        return new FileChunks(job, settings.chunkSize(), () -> exchange.getContext().isStopping());
    }

    /**
     * The messages of a chunk, to be sent now: that they are is on the disk when this returns.
     *
     * @throws IOException if that cannot be written: then nothing of the chunk may be sent
     */
    public List<SmsMessage> begin(FileChunk chunk) throws IOException {
        chunk.job().begin(chunk);
        return chunk.messages();
    }

    /**
     * Takes down the results of a chunk, in the order of its messages; null if sending it failed without results.
     */
    public void record(FileChunk chunk, @Nullable List<SmsSendResult> answers) {
        chunk.job().record(chunk, answers == null ? List.of() : answers);
    }

    /**
     * Puts the file away when each line has a final outcome; otherwise leaves it in the inbox, to be taken up again or
     * parked.
     */
    public void finish(FileJob job) {
        try {
            job.close();
            String parked = job.parked();
            String unfinished = job.unfinished();
            if (parked != null) {
                park(job.file(), parked);
            } else if (unfinished != null) {
                retryTimes.retryAfter(job.file(), settings.retryDelay());
                LOG.warn("File {} stays in the inbox: {}; the rest is taken up again in {} s", job, unfinished,
                        settings.retryDelay().toSeconds());
            } else {
                putAway(job);
            }
        } catch (IOException | RuntimeException e) {
            park(job.file(), "what became of it cannot be written: " + e);
        } finally {
            beingSent.remove(job.fingerprint().digest());
        }
    }

    private void putAway(FileJob job) throws IOException {
        seen.add(job.fingerprint().digest());
        job.countUnreadable();
        String broken = job.broken();
        Path folder = broken == null ? folders.done() : folders.failed();
        if (broken != null) {
            SmsFolders.moveAll(job.files().reports(), folder);
        }
        Path moved = SmsFolders.move(job.file(), job.fingerprint(), folder);
        // After a power cut the file must not be in the inbox with neither journal nor results beside it.
        DurableFile.forceFolder(moved, disk);
        DurableFile.forceFolder(job.file(), disk);
        job.files().deleteJournal();
        retryTimes.forget(job.file());
        int unknown = job.files().results().count(SmsOutcome.UNKNOWN);
        if (broken == null && unknown > 0) {
            LOG.warn("File {} moved to {}: {}. Look the {} unknown ones up by date before you send them again; the results"
                     + " file beside it has their correlation ids",
                    job, moved, job.counts(), unknown);
        } else if (broken == null) {
            LOG.info("File {} moved to {}: {}", job, moved, job.counts());
        } else {
            LOG.warn("File {} moved to {}: {}; before it {}: send what follows in a new file", job, moved, broken,
                    job.counts());
        }
    }

    private @Nullable FileJob open(Path file, FileState state, FileFingerprint fingerprint) throws IOException {
        if (seen.contains(fingerprint.digest())) {
            LOG.warn("File {} moved to {}: its content was sent before, nothing is sent again", file.getFileName(),
                    SmsFolders.move(file, fingerprint, folders.duplicates()));
            return null;
        }
        Path other = folders.journalOfOtherContent(file, fingerprint);
        if (other != null) {
            park(file, "part of a file of this name was sent, and then its content was changed. Put what was not sent yet "
                       + "into a file of another name; the results beside "
                       + other + " have what was sent. Delete that journal to use this name again");
            return null;
        }
        FileRecords records;
        try {
            records = FileRecords.open(file, FileCharset.of(file, settings.charset()));
        } catch (UnreadableFileException e) {
            LOG.warn("File {} moved to {}: {}. Nothing of it is sent", file.getFileName(),
                    SmsFolders.move(file, fingerprint, folders.failed()), e.getMessage());
            return null;
        }
        if (!beingSent.add(fingerprint.digest())) {
            records.close();
            retryTimes.retryAfter(file, settings.retryDelay());
            LOG.info("File {} waits: its content is just being sent under another name", file.getFileName());
            return null;
        }
        try {
            return new FileJob(
                    file, state, fingerprint, records, JobFiles.open(folders, file, fingerprint, disk), settings, tally);
        } catch (IOException | RuntimeException e) {
            beingSent.remove(fingerprint.digest());
            records.close();
            throw e;
        }
    }

    private void park(Path file, String reason) {
        retryTimes.park(file);
        LOG.error("File {} is parked: {}. Nothing more of it is sent until you remove the cause and then touch or rename the "
                  + "file, or restart",
                file.getFileName(), reason);
    }
}
