package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import org.jspecify.annotations.Nullable;

/**
 * The work on one file of the inbox: what is read of it, what is on its way, and what became of its lines.
 * <p>
 * Chunks are taken by one thread at a time and come back on any thread. Not more of them are on their way than allowed,
 * whatever the size of the file.
 */
public class FileJob implements Closeable {

    /** Room for a row of the results file: the longest ids and a reason. */
    private static final int ROW_BYTES = 512;
    private static final String NO_RESULT = "no result was written for this message; it may have been sent";

    private final Path file;
    private final FileState state;
    private final FileFingerprint fingerprint;
    private final FileRecords records;
    private final JobFiles files;
    private final int room;
    private final Semaphore places;
    private final Tally tally;
    private int notSent;
    private @Nullable String notSentReason;
    private @Nullable String broken;
    private volatile @Nullable String halted;
    private volatile @Nullable String parked;

    FileJob(Path file, FileState state, FileFingerprint fingerprint, FileRecords records, JobFiles files,
            FileSettings settings, Tally tally) {
        this.file = file;
        this.state = state;
        this.fingerprint = fingerprint;
        this.records = records;
        this.files = files;
        this.room = ROW_BYTES * settings.chunkSize() * settings.chunksInFlight();
        this.places = new Semaphore(settings.chunksInFlight());
        this.tally = tally;
    }

    /**
     * Up to <code>size</code> messages that have no final outcome yet; fewer only at the end of the file. Lines that
     * are no messages go to the errors file on the way, and those that an earlier start began to send and has no result
     * of become UNKNOWN.
     */
    List<FileRecord.Readable> read(int size) {
        List<FileRecord.Readable> chunk = new ArrayList<>(size);
        try {
            checkUnchanged();
            while (chunk.size() < size && halted == null) {
                FileRecord next = records.next();
                if (next == null) {
                    return chunk;
                }
                if (next instanceof FileRecord.Readable readable) {
                    add(identified(readable), chunk);
                } else if (next instanceof FileRecord.Unreadable unreadable) {
                    report(unreadable.line(), unreadable.reason());
                } else if (next instanceof FileRecord.Broken end) {
                    report(end.line(), end.reason());
                    broken = end.reason();
                }
            }
        } catch (IOException e) {
            halt("the file cannot be read to its end: " + e.getMessage());
        }
        return chunk;
    }

    /**
     * Waits for a place among the chunks on their way.
     */
    void takePlace() {
        places.acquireUninterruptibly();
    }

    /**
     * Notes on the disk that the chunk is about to be sent, and takes room for its results.
     *
     * @throws IOException if that fails: then nothing of the chunk may be sent
     */
    void begin(FileChunk chunk) throws IOException {
        try {
            if (parked != null) {
                throw new IOException("nothing more of the file is sent");
            }
            files.results().reserve(room);
            files.journal().begin(chunk.records().stream().map(FileRecord.Readable::line).toList());
        } catch (IOException e) {
            park("what is sent cannot be journaled, so nothing more is sent: " + e.getMessage());
            throw e;
        }
    }

    /**
     * Takes down what became of a chunk, in the order of its messages, and frees its place. A message without a result
     * may have been sent, unless its chunk was not begun.
     */
    void record(FileChunk chunk, List<SmsSendResult> answers) {
        try {
            List<ResultsFile.Row> rows = new ArrayList<>();
            for (int i = 0; i < chunk.records().size(); i++) {
                FileRecord.Readable record = chunk.records().get(i);
                rows.add(new ResultsFile.Row(
                        record.line(), i < answers.size() ? answers.get(i) : withoutResult(record)));
            }
            settle(rows);
        } catch (IOException e) {
            park("the results of " + chunk.records().size() + " messages cannot be written (" + e.getMessage()
                 + "); they may have been sent, and become UNKNOWN when the file is taken up again");
        } finally {
            places.release();
        }
    }

    /**
     * Reads no further: what is left stays for the next time.
     */
    void halt(String reason) {
        if (halted == null) {
            halted = reason;
        }
    }

    /**
     * Reads no further, and the next time comes only when a person has acted.
     */
    private void park(String reason) {
        halt(reason);
        if (parked == null) {
            parked = reason;
        }
    }

    /**
     * Why a person must act before more of the file is sent, or null.
     */
    @Nullable
    String parked() {
        return parked;
    }

    /**
     * Parks the file if it is not the one whose content was examined.
     */
    private void checkUnchanged() {
        try {
            if (!state.equals(FileState.of(file))) {
                park("it was changed while it was sent");
            }
        } catch (IOException e) {
            park("it was removed, or cannot be read any more: " + e.getMessage());
        }
    }

    /**
     * Why the file is not finished, or null when every line has a final outcome.
     */
    synchronized @Nullable String unfinished() {
        if (notSent > 0) {
            return notSent + " messages were not sent (" + notSentReason + ")";
        }
        return halted;
    }

    /**
     * Why the rest of the file cannot be read, or null if all of it was read.
     */
    @Nullable
    String broken() {
        return broken;
    }

    Path file() {
        return file;
    }

    FileFingerprint fingerprint() {
        return fingerprint;
    }

    JobFiles files() {
        return files;
    }

    /**
     * Counts the lines that are no messages. Each reading of the file finds them again, so this is for the last one.
     */
    void countUnreadable() {
        for (int i = 0; i < files.errors().count(); i++) {
            tally.add(Tally.Source.FILE, Tally.Fate.UNREADABLE);
        }
    }

    String counts() {
        ResultsFile results = files.results();
        int messages = results.count(SmsOutcome.ACCEPTED) + results.count(SmsOutcome.REJECTED)
                       + results.count(SmsOutcome.UNKNOWN) + files.errors().count();
        if (messages == 0) {
            return "it holds no messages";
        }
        return results.count(SmsOutcome.ACCEPTED) + " accepted, " + results.count(SmsOutcome.REJECTED) + " rejected, "
               + results.count(SmsOutcome.UNKNOWN) + " unknown, " + files.errors().count() + " unreadable";
    }

    @Override
    public void close() throws IOException {
        try (records; files) {
            checkUnchanged();
        }
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }

    private void add(FileRecord.Readable record, List<FileRecord.Readable> chunk) {
        if (files.results().isFinal(record.line())) {
            return;
        }
        if (!files.journal().hasBegun(record.line())) {
            chunk.add(record);
            return;
        }
        try {
            settle(List.of(new ResultsFile.Row(record.line(), withoutResult(record))));
        } catch (IOException e) {
            park("the results cannot be written: " + e.getMessage());
        }
    }

    private void settle(List<ResultsFile.Row> rows) throws IOException {
        files.results().append(rows);
        List<ResultsFile.Row> open = rows.stream().filter(row -> row.result().outcome() == SmsOutcome.NOT_SENT).toList();
        files.journal().notSent(open.stream().map(ResultsFile.Row::line).toList());
        rows.forEach(row -> tally.add(Tally.Source.FILE, row.result().outcome()));
        noteNotSent(open);
        if (!open.isEmpty() && open.size() == rows.size()) {
            halt("nothing of the last " + open.size() + " messages could be sent");
        }
    }

    private SmsSendResult withoutResult(FileRecord.Readable record) {
        String id = record.message().correlationId();
        return files.journal().hasBegun(record.line())
                ? SmsSendResult.unknown(null, NO_RESULT, id) : SmsSendResult.notSent(null, "not journaled", id);
    }

    private FileRecord.Readable identified(FileRecord.Readable record) {
        return record.message().correlationId() != null
                ? record : new FileRecord.Readable(
                        record.line(),
                        record.message().withCorrelationId(fingerprint.correlationId(record.line())));
    }

    private void report(int line, String reason) {
        try {
            files.errors().append(line, reason);
        } catch (IOException e) {
            park("the errors file cannot be written: " + e.getMessage());
        }
    }

    private synchronized void noteNotSent(List<ResultsFile.Row> open) {
        notSent += open.size();
        for (ResultsFile.Row row : open) {
            if (notSentReason == null) {
                notSentReason = row.result().reason();
            }
        }
    }
}
