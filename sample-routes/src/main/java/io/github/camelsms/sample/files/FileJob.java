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

    private final Path file;
    private final FileFingerprint fingerprint;
    private final FileRecords records;
    private final Path resultsPath;
    private final ResultsFile results;
    private final ErrorsFile errors;
    private final Semaphore places;
    private final Tally tally;
    private int notSent;
    private @Nullable String notSentReason;
    private @Nullable String broken;
    private volatile @Nullable String halted;

    FileJob(Path file, FileFingerprint fingerprint, FileRecords records, Path resultsPath, int chunksInFlight,
            Tally tally) throws IOException {
        this.file = file;
        this.fingerprint = fingerprint;
        this.records = records;
        this.resultsPath = resultsPath;
        this.results = ResultsFile.open(resultsPath);
        this.errors = ErrorsFile.create(SmsFolders.errorsBeside(resultsPath));
        this.places = new Semaphore(chunksInFlight);
        this.tally = tally;
    }

    /**
     * Up to <code>size</code> messages that have no final outcome yet; fewer only at the end of the file. Lines that
     * are no messages go to the errors file on the way.
     */
    List<FileRecord.Readable> read(int size) {
        List<FileRecord.Readable> chunk = new ArrayList<>(size);
        try {
            while (chunk.size() < size && halted == null) {
                FileRecord next = records.next();
                if (next == null) {
                    return chunk;
                }
                if (next instanceof FileRecord.Readable readable) {
                    if (!results.isFinal(readable.line())) {
                        chunk.add(identified(readable));
                    }
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
     * Takes down what became of a chunk, in the order of its messages, and frees its place. A message without a result
     * counts as not sent.
     */
    void record(FileChunk chunk, List<SmsSendResult> answers) {
        try {
            List<ResultsFile.Row> rows = new ArrayList<>();
            for (int i = 0; i < Math.min(answers.size(), chunk.records().size()); i++) {
                rows.add(new ResultsFile.Row(chunk.records().get(i).line(), answers.get(i)));
            }
            int open = results.append(rows) + chunk.records().size() - rows.size();
            rows.forEach(row -> tally.add(Tally.Source.FILE, row.result().outcome()));
            noteNotSent(open, rows);
            if (open > 0 && open == chunk.records().size()) {
                halt("nothing of the last " + open + " messages could be sent");
            }
        } catch (IOException e) {
            halt("the results cannot be written: " + e.getMessage());
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

    List<Path> reports() {
        return List.of(resultsPath, SmsFolders.errorsBeside(resultsPath));
    }

    String counts() {
        return results.count(SmsOutcome.ACCEPTED) + " accepted, " + results.count(SmsOutcome.REJECTED) + " rejected, "
               + results.count(SmsOutcome.UNKNOWN) + " unknown, " + errors.count() + " unreadable";
    }

    @Override
    public void close() throws IOException {
        records.close();
        results.close();
        errors.close();
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }

    private FileRecord.Readable identified(FileRecord.Readable record) {
        return record.message().correlationId() != null
                ? record : new FileRecord.Readable(
                        record.line(),
                        record.message().withCorrelationId(fingerprint.correlationId(record.line())));
    }

    private void report(int line, String reason) throws IOException {
        errors.append(line, reason);
        tally.add(Tally.Source.FILE, Tally.Fate.UNREADABLE);
    }

    private synchronized void noteNotSent(int count, List<ResultsFile.Row> rows) {
        notSent += count;
        for (ResultsFile.Row row : rows) {
            if (notSentReason == null && row.result().outcome() == SmsOutcome.NOT_SENT) {
                notSentReason = row.result().reason();
            }
        }
        if (count > 0 && notSentReason == null) {
            notSentReason = "no answer for them, see the log";
        }
    }
}
