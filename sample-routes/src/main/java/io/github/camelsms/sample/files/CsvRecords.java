package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.sample.message.ScheduledDates;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a CSV file with a header row, one record at a time.
 */
class CsvRecords implements FileRecords {

    private static final int LONGEST_LINE = 10_000;
    private static final String TEXT = "messagetext";
    private static final String DESTINATION = "destination";
    private static final String CORRELATION_ID = "correlationid";
    private static final String SCHEDULED_DATE = "scheduleddate";
    private static final Set<String> KNOWN = Set.of(TEXT, DESTINATION, CORRELATION_ID, SCHEDULED_DATE);
    private static final CSVFormat FORMAT = CSVFormat.RFC4180;

    private final CsvRecordSplitter splitter;
    private final List<String> columns;

    private CsvRecords(CsvRecordSplitter splitter, List<String> columns) {
        this.splitter = splitter;
        this.columns = columns;
    }

    static CsvRecords open(Reader reader) throws IOException, UnreadableFileException {
        CsvRecordSplitter splitter = new CsvRecordSplitter(new PhysicalLines(reader, LONGEST_LINE));
        CsvRecordSplitter.RawRecord header = splitter.next();
        if (header == null) {
            throw new UnreadableFileException("the file is empty");
        }
        return new CsvRecords(splitter, columns(header));
    }

    private static List<String> columns(CsvRecordSplitter.RawRecord header) throws IOException, UnreadableFileException {
        List<String> columns = new ArrayList<>();
        if (header.problem() == null) {
            for (String name : parse(header.text())) {
                columns.add(name.trim().toLowerCase(Locale.ROOT));
            }
        }
        boolean usable = columns.contains(TEXT) && columns.contains(DESTINATION) && KNOWN.containsAll(columns)
                && Set.copyOf(columns).size() == columns.size();
        if (!usable) {
            throw new UnreadableFileException(
                    "the first line must name the columns: "
                                              + "destination,messageText,correlationId,scheduledDate (the last two are optional)");
        }
        return columns;
    }

    private static CSVRecord parse(String text) throws IOException {
        try (CSVParser parser = CSVParser.parse(text, FORMAT)) {
            return parser.iterator().next();
        }
    }

    @Override
    public @Nullable FileRecord next() throws IOException {
        CsvRecordSplitter.RawRecord raw = splitter.next();
        if (raw == null) {
            return null;
        }
        String problem = raw.problem();
        return problem != null ? new FileRecord.Unreadable(raw.line(), problem) : read(raw);
    }

    @Override
    public void close() throws IOException {
        splitter.close();
    }

    private FileRecord read(CsvRecordSplitter.RawRecord raw) {
        try {
            CSVRecord fields = parse(raw.text());
            if (fields.size() != columns.size()) {
                return new FileRecord.Unreadable(
                        raw.line(),
                        "line has " + fields.size() + " columns instead of " + columns.size());
            }
            return new FileRecord.Readable(
                    raw.line(),
                    new SmsMessage(
                            fields.get(columns.indexOf(TEXT)), fields.get(columns.indexOf(DESTINATION)),
                            optional(fields, CORRELATION_ID), ScheduledDates.parse(optional(fields, SCHEDULED_DATE))));
        } catch (IllegalArgumentException e) {
            return new FileRecord.Unreadable(raw.line(), String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException e) {
            return new FileRecord.Unreadable(raw.line(), "line is not CSV");
        }
    }

    private @Nullable String optional(CSVRecord fields, String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            return null;
        }
        String value = fields.get(index).trim();
        return value.isEmpty() ? null : value;
    }
}
