package io.github.camelsms.file;

import java.io.IOException;
import java.io.LineNumberReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.camelsms.model.Count;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a CSV file with a header line. Fields are separated by commas, semicolons or tabs, whichever the header
 * uses.
 * <p>
 * If a record cannot be read, only its first line is lost. A quote that is not closed does not affect the rest of the
 * file.
 */
final class CsvMessages implements MessageReader {

    /** Limits the memory of a message; far above the text of an SMS. */
    private static final int MAX_LENGTH = 16_384;
    /** Maximum number of lines of one quoted text. */
    private static final int MAX_LINES = 50;
    private static final String HEADER
            = "its first line must name the columns destination and messageText, and may name correlationId and"
              + " scheduledDate, with commas, semicolons or tabs between them";
    private static final char[] SEPARATORS = { ';', ',', '\t' };
    private static final Pattern PHONE_NUMBER = Pattern.compile("[\\s\"+()0-9.-]{10,}");
    private static final Map<String, String> FIELDS = Map.of("messagetext", "messageText", "destination", "destination",
            "correlationid", SmsFile.CORRELATION_ID, "scheduleddate", "scheduledDate");

    private final LineNumberReader reader;
    private final Deque<String> ahead = new ArrayDeque<>();
    private List<String> columns = List.of();
    private char separator;
    private int number;

    private CsvMessages(LineNumberReader reader) {
        this.reader = reader;
    }

    static CsvMessages open(TextFile file) throws IOException {
        CsvMessages messages = new CsvMessages(file.open());
        try {
            messages.readHeader(file.path());
            return messages;
        } catch (IOException | RuntimeException e) {
            messages.close();
            throw e;
        }
    }

    private void readHeader(Path file) throws IOException {
        String header = line();
        while (header != null && (header.isBlank() || header.startsWith("sep="))) {
            header = line();
        }
        if (header == null) {
            throw new UnreadableFileException(file, "it is empty: " + HEADER);
        }
        for (char candidate : SEPARATORS) {
            separator = candidate;
            columns = columns(header);
            if (columns.contains("destination") && columns.contains("messageText")) {
                List<String> named = columns.stream().filter(column -> !column.isEmpty()).toList();
                if (Set.copyOf(named).size() < named.size()) {
                    throw new UnreadableFileException(
                            file, "its first line names a column twice: remove one of the two, or give it another name");
                }
                return;
            }
        }
        throw new UnreadableFileException(file, HEADER);
    }

    /**
     * Returns the fields of the columns, empty for other columns. Case, blanks, hyphens and underscores are ignored.
     */
    private List<String> columns(String header) {
        List<String> fields = parse(header);
        return fields == null ? List.of() : fields.stream().map(name -> {
            String known = FIELDS.get(name.replaceAll("[\\s\\h_-]", "").toLowerCase(Locale.ROOT));
            return known == null ? "" : known;
        }).toList();
    }

    @Override
    public @Nullable Line next() throws IOException {
        String line = line();
        while (line != null && line.replace(separator, ' ').isBlank()) {
            line = line();
        }
        return line == null ? null : message(number, line);
    }

    private Line message(int first, String line) throws IOException {
        List<String> fields = line.length() > MAX_LENGTH ? null : parse(line);
        if (fields == null && line.length() <= MAX_LENGTH) {
            fields = parseLines(line);
        }
        if (fields == null) {
            return Line.unreadable(first,
                    "quotes are not closed as they should be, or the line is too long. Put quotes around the whole field,"
                                          + " and double those inside it");
        }
        int count = fields.size();
        while (count > columns.size() && fields.get(count - 1).isBlank()) {
            count--;
        }
        if (count != columns.size()) {
            return Line.unreadable(first, "it has " + Count.of(count, "column") + " instead of " + columns.size()
                                          + (count > columns.size()
                                                  ? ": put quotes around a text that holds the separator"
                                                  : ": put quotes around a text with line breaks; if Excel has"
                                                    + " omitted empty cells at the end of the line, move a column"
                                                    + " that is always filled to the end"));
        }
        Map<String, Object> message = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String value = columns.get(i).equals("messageText") ? fields.get(i) : fields.get(i).strip();
            if (!columns.get(i).isEmpty() && !value.isEmpty()) {
                message.put(columns.get(i), value);
            }
        }
        return new Line(first, message, null);
    }

    /** Reads a record whose text has several lines; consumes only the first line if they are not a record. */
    private @Nullable List<String> parseLines(String first) throws IOException {
        StringBuilder record = new StringBuilder(first);
        List<String> more = new ArrayList<>();
        for (String line = line(); line != null; line = line()) {
            more.add(line);
            record.append('\n').append(line);
            List<String> fields = record.length() > MAX_LENGTH || beginsMessage(line) ? null : parse(record.toString());
            if (fields != null) {
                return fields;
            }
            if (more.size() == MAX_LINES || record.length() > MAX_LENGTH || beginsMessage(line)) {
                break;
            }
        }
        for (int i = more.size() - 1; i >= 0; i--) {
            ahead.push(more.get(i));
            number--;
        }
        return null;
    }

    /** Returns whether a line has a phone number in the column of the destination. */
    private boolean beginsMessage(String line) {
        String[] fields = line.split(Pattern.quote(String.valueOf(separator)), -1);
        int index = columns.indexOf("destination");
        return fields.length > 1 && index < fields.length && PHONE_NUMBER.matcher(fields[index]).matches();
    }

    private @Nullable List<String> parse(String record) {
        try (CsvReader<CsvRecord> csv = CsvReader.builder().fieldSeparator(separator).skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false).ofCsvRecord(record)) {
            return csv.iterator().next().getFields();
        } catch (CsvParseException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable String line() throws IOException {
        String line = ahead.isEmpty() ? read() : ahead.pop();
        number += line == null ? 0 : 1;
        return line;
    }

    /** Reads a line; keeps only the beginning of one that is too long. The reader returns each line end as \\n. */
    private @Nullable String read() throws IOException {
        int c = reader.read();
        if (c < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        for (; c >= 0 && c != '\n'; c = reader.read()) {
            if (line.length() <= MAX_LENGTH) {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
