package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a CSV file with a header line, one record at a time. Fields are separated by commas, semicolons or
 * tabs, whichever the header uses.
 * <p>
 * A record that cannot be read costs the line at which it begins: reading starts again at the next line. So a quote
 * that nobody closes does not swallow the rest of the file.
 */
final class CsvRecords implements FileRecords {

    /** Bounds the memory that one field can take, far above the text of a message. */
    private static final int MAX_FIELD = 16_384;
    private static final List<Character> SEPARATORS = List.of(';', ',', '\t');
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    private final Charset charset;
    private final char separator;
    private final CsvColumns columns;
    private LinePosition position;
    private CsvReader<CsvRecord> reader;
    private Iterator<CsvRecord> records;
    private long nextLine;

    private CsvRecords(LinePosition position, Charset charset, char separator, CsvColumns columns) throws IOException {
        this.charset = charset;
        this.separator = separator;
        this.columns = columns;
        this.position = position;
        this.nextLine = position.line();
        this.reader = reader();
        this.records = reader.iterator();
    }

    static CsvRecords open(Path file, Charset charset) throws IOException, UnreadableFileException {
        LinePosition start = LinePosition.startOf(file);
        List<String> lines = firstLines(start, charset);
        int header = 0;
        while (header < lines.size() && (lines.get(header).isBlank() || lines.get(header).startsWith("sep="))) {
            header++;
        }
        if (header == lines.size()) {
            throw new UnreadableFileException("the file is empty");
        }
        for (char separator : SEPARATORS) {
            CsvColumns columns = columns(lines.get(header), separator);
            if (columns != null) {
                return new CsvRecords(start.to(header + 2L), charset, separator, columns);
            }
        }
        throw new UnreadableFileException(
                "the first line must name the columns destination and messageText, and may name correlationId and "
                                          + "scheduledDate, with commas, semicolons or tabs between them");
    }

    @Override
    public @Nullable FileRecord next() throws IOException {
        while (true) {
            try {
                if (!records.hasNext()) {
                    return null;
                }
                CsvRecord row = records.next();
                nextLine = position.line() - 1 + row.getStartingLineNumber();
                int line = Math.toIntExact(nextLine);
                if (holdsOtherLines(row)) {
                    throw new CsvParseException("the text holds lines of the file");
                }
                nextLine += 1 + lineBreaks(row);
                if (row.getFields().stream().allMatch(String::isBlank)) {
                    continue;
                }
                return message(line, row.getFields());
            } catch (CsvParseException e) {
                int line = Math.toIntExact(nextLine);
                resumeAt(line + 1L);
                return new FileRecord.Unreadable(
                        line,
                        "quotes are not closed as they should be, or the line is too long. Put quotes around the whole "
                              + "field, and double those inside it");
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private FileRecord message(int line, List<String> fields) {
        List<String> used = fields;
        if (fields.size() > columns.count()
                && fields.subList(columns.count(), fields.size()).stream().allMatch(String::isBlank)) {
            used = fields.subList(0, columns.count());
        }
        if (used.size() != columns.count()) {
            return new FileRecord.Unreadable(
                    line,
                    "line has " + used.size() + " columns instead of " + columns.count()
                          + (used.size() > columns.count() ? ": put quotes around a text that holds the separator" : ""));
        }
        try {
            return new FileRecord.Readable(line, columns.message(used));
        } catch (IllegalArgumentException e) {
            return new FileRecord.Unreadable(line, String.valueOf(e.getMessage()));
        }
    }

    private void resumeAt(long line) throws IOException {
        reader.close();
        position = position.to(line);
        nextLine = position.line();
        reader = reader();
        records = reader.iterator();
    }

    private CsvReader<CsvRecord> reader() throws IOException {
        return format(separator).ofCsvRecord(new InputStreamReader(position.open(), charset));
    }

    /**
     * Whether a text goes over the beginning of other messages, because a quote was forgotten, or meant for an inch.
     */
    private boolean holdsOtherLines(CsvRecord row) {
        return row.getFields().stream().flatMap(field -> LINE_END.splitAsStream(field).skip(1))
                .anyMatch(line -> columns.beginsMessage(List.of(line.split(Pattern.quote(String.valueOf(separator)), -1))));
    }

    private static int lineBreaks(CsvRecord row) {
        return row.getFields().stream().mapToInt(field -> Math.toIntExact(LINE_END.matcher(field).results().count())).sum();
    }

    private static CsvReader.CsvReaderBuilder format(char separator) {
        return CsvReader.builder().fieldSeparator(separator).skipEmptyLines(false).maxBufferSize(MAX_FIELD)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false);
    }

    private static List<String> firstLines(LinePosition start, Charset charset) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                FileRecords.withoutByteOrderMark(new InputStreamReader(start.open(), charset)))) {
            char[] beginning = new char[MAX_FIELD];
            int length = reader.read(beginning);
            return length < 0 ? List.of() : List.of(LINE_END.split(new String(beginning, 0, length)));
        }
    }

    private static @Nullable CsvColumns columns(String header, char separator) throws UnreadableFileException, IOException {
        try (CsvReader<CsvRecord> reader = format(separator).ofCsvRecord(new StringReader(header))) {
            Iterator<CsvRecord> records = reader.iterator();
            return records.hasNext() ? CsvColumns.of(records.next().getFields()) : null;
        } catch (CsvParseException e) {
            return null;
        }
    }
}
