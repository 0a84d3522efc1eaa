package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of a file's lines, one row for each, which also say what need not be sent again.
 * <p>
 * Only final outcomes are written (ACCEPTED, REJECTED, UNKNOWN), in the order in which they came. Rows are on the disk
 * before {@link #append} returns. A row torn by a crash is cut off when the file is opened again. A file begun by
 * another version of the application keeps the columns of its first line, so that each of its rows has the same. Safe
 * for use by several threads.
 */
class ResultsFile implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(ResultsFile.class);

    private static final String LINE = "line";
    private static final String OUTCOME = "outcome";
    private static final List<String> COLUMNS
            = List.of(LINE, "correlationId", OUTCOME, "code", "smsId", "reason", "sentAt");
    static final String HEADER = String.join(",", COLUMNS) + "\n";

    /** The result of one line. */
    record Row(int line, SmsSendResult result) {
    }

    private final DurableFile file;
    private final List<String> columns;
    private final BitSet finalLines = new BitSet();
    private final Map<SmsOutcome, Integer> counts = new EnumMap<>(SmsOutcome.class);

    private ResultsFile(DurableFile file, List<String> columns) {
        this.file = file;
        this.columns = columns;
    }

    /**
     * Opens the results to go on with them, or starts them.
     */
    static ResultsFile open(Path path, DurableFile.Opener opener) throws IOException {
        DurableFile file = DurableFile.open(path, HEADER, opener);
        try {
            ResultsFile results = new ResultsFile(file, columns(path));
            results.readRows(path);
            return results;
        } catch (IOException | RuntimeException e) {
            file.close();
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
                text.append(text(row));
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

    private static List<String> columns(Path path) throws IOException {
        List<String> columns;
        try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            columns = List.of(String.valueOf(lines.readLine()).split(","));
        }
        List<String> missing = COLUMNS.stream().filter(column -> !columns.contains(column)).toList();
        if (missing.contains(LINE) || missing.contains(OUTCOME)) {
            throw unreadable(path, null);
        }
        if (!missing.isEmpty()) {
            LOG.warn("Results file {} was begun by another version of the application. It keeps its columns: its rows have no"
                     + " {}",
                    path.getFileName(), String.join(", ", missing));
        }
        return columns;
    }

    private String text(Row row) {
        SmsSendResult result = row.result();
        return CsvRow.of(columns.stream().map(column -> switch (column) {
            case LINE -> row.line();
            case "correlationId" -> result.correlationId();
            case OUTCOME -> result.outcome();
            case "code" -> result.code();
            case "smsId" -> result.smsId();
            case "reason" -> result.reason();
            case "sentAt" -> sentAt(result);
            default -> null;
        }).toArray());
    }

    private void readRows(Path path) throws IOException {
        // An earlier version added rows with all columns to files with fewer of them.
        try (CsvReader<NamedCsvRecord> rows
                = CsvReader.builder().allowExtraFields(true).ofNamedCsvRecord(path, StandardCharsets.UTF_8)) {
            for (NamedCsvRecord row : rows) {
                count(Integer.parseInt(row.getField(LINE)), SmsOutcome.valueOf(row.getField(OUTCOME)));
            }
        } catch (IllegalArgumentException | java.util.NoSuchElementException | CsvParseException
                 | UncheckedIOException e) {
            throw unreadable(path, e);
        }
    }

    private static IOException unreadable(Path path, @Nullable Exception cause) {
        return new IOException(
                path + " was changed and cannot be read as results. Restore it; without it nobody knows which lines "
                               + "were sent",
                cause);
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
