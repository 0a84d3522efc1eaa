package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.output.CsvRow;
import org.jspecify.annotations.Nullable;

/**
 * The results of a file's lines, one row for each, which also say what need not be sent again.
 * <p>
 * Only final outcomes are written (ACCEPTED, REJECTED, UNKNOWN), in the order in which they came. Rows are on the disk
 * before {@link #append} returns. A row torn by a crash is cut off when the file is opened again. Safe for use by
 * several threads.
 */
class ResultsFile implements Closeable {

    static final String HEADER = "line,correlationId,outcome,code,smsId,reason,sentAt\n";

    /** The result of one line. */
    record Row(int line, SmsSendResult result) {
    }

    private final DurableFile file;
    private final BitSet finalLines = new BitSet();
    private final Map<SmsOutcome, Integer> counts = new EnumMap<>(SmsOutcome.class);

    private ResultsFile(DurableFile file) {
        this.file = file;
    }

    /**
     * Opens the results to go on with them, or starts them.
     */
    static ResultsFile open(Path path, DurableFile.Opener opener) throws IOException {
        ResultsFile results = new ResultsFile(DurableFile.open(path, HEADER, opener));
        try {
            results.readRows(path);
            return results;
        } catch (IOException | RuntimeException e) {
            results.close();
            throw e;
        }
    }

    synchronized boolean isFinal(int line) {
        return finalLines.get(line);
    }

    /**
     * Lines with this outcome, those of earlier starts included.
     */
    synchronized int count(SmsOutcome outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    /**
     * Takes room on the disk for so many bytes of rows.
     */
    synchronized void reserve(int bytes) throws IOException {
        file.reserve(bytes);
    }

    /**
     * Writes the final outcomes among these and passes over those that were not sent.
     */
    synchronized void append(List<Row> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        List<Row> written = new ArrayList<>();
        for (Row row : rows) {
            SmsSendResult result = row.result();
            if (result.outcome() != SmsOutcome.NOT_SENT) {
                text.append(CsvRow.of(row.line(), result.correlationId(), result.outcome(), result.code(),
                        result.smsId(), result.reason(), sentAt(result)));
                written.add(row);
            }
        }
        if (!written.isEmpty()) {
            file.append(text.toString());
            written.forEach(row -> count(row.line(), row.result().outcome()));
        }
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }

    private void readRows(Path path) throws IOException {
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(path, StandardCharsets.UTF_8)) {
            for (NamedCsvRecord row : rows) {
                count(Integer.parseInt(row.getField("line")), SmsOutcome.valueOf(row.getField("outcome")));
            }
        } catch (IllegalArgumentException | java.util.NoSuchElementException | CsvParseException
                 | UncheckedIOException e) {
            throw new IOException(
                    path + " was changed and cannot be read as results. Restore it; without it nobody knows which lines "
                                  + "were sent",
                    e);
        }
    }

    private static @Nullable Instant sentAt(SmsSendResult result) {
        Instant sentAt = result.sentAt();
        return sentAt == null ? null : sentAt.truncatedTo(ChronoUnit.MILLIS);
    }

    private void count(int line, SmsOutcome outcome) {
        finalLines.set(line);
        counts.merge(outcome, 1, Integer::sum);
    }
}
