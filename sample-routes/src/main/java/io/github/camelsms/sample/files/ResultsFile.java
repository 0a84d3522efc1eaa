package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The results of a file's lines, one row for each, which are also the journal of what need not be sent again.
 * <p>
 * Only final outcomes are written (ACCEPTED, REJECTED, UNKNOWN), in the order in which they came. Rows are on the disk
 * before {@link #append} returns. A row torn by a crash is cut off when the file is opened again. Safe for use by
 * several threads.
 */
class ResultsFile implements Closeable {

    static final String HEADER = "line,correlationId,outcome,code,smsId,reason\n";

    /** The result of one line. */
    record Row(int line, SmsSendResult result) {
    }

    private final FileChannel channel;
    private final BitSet finalLines = new BitSet();
    private final Map<SmsOutcome, Integer> counts = new EnumMap<>(SmsOutcome.class);

    private ResultsFile(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens the journal to go on with it, or starts it.
     */
    static ResultsFile open(Path path) throws IOException {
        long length = Files.exists(path) ? lengthOfWholeRows(path) : 0;
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ResultsFile results = new ResultsFile(channel);
        try {
            channel.truncate(length);
            channel.position(length);
            if (length == 0) {
                results.write(HEADER);
            } else {
                results.readRows(path);
            }
            return results;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static long lengthOfWholeRows(Path path) throws IOException {
        long length = 0;
        long position = 0;
        try (var in = new java.io.BufferedInputStream(Files.newInputStream(path))) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                position++;
                if (b == '\n') {
                    length = position;
                }
            }
        }
        return length;
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
     * Writes the final outcomes among these and passes over those that were not sent.
     *
     * @return how many were not sent
     */
    synchronized int append(List<Row> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        List<Row> written = new ArrayList<>();
        for (Row row : rows) {
            SmsSendResult result = row.result();
            if (result.outcome() != SmsOutcome.NOT_SENT) {
                text.append(CsvRow.of(row.line(), result.correlationId(), result.outcome(), result.code(),
                        result.smsId(), result.reason()));
                written.add(row);
            }
        }
        write(text.toString());
        written.forEach(row -> count(row.line(), row.result().outcome()));
        return rows.size() - written.size();
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    private void readRows(Path path) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8);
             CSVParser rows = CSVParser.parse(reader,
                     CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get())) {
            for (CSVRecord row : rows) {
                count(Integer.parseInt(row.get("line")), SmsOutcome.valueOf(row.get("outcome")));
            }
        } catch (IllegalArgumentException | java.io.UncheckedIOException e) {
            throw new IOException(path + " is no results file: move it away", e);
        }
    }

    private void count(int line, SmsOutcome outcome) {
        finalLines.set(line);
        counts.merge(outcome, 1, Integer::sum);
    }
}
