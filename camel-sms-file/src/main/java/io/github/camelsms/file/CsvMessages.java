package io.github.camelsms.file;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.camelsms.model.Count;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a CSV file. A header line in the middle, as in joined files, names the columns of the rows below it. A
 * row that can be read in two ways is refused.
 * <p>
 * If a row cannot be read, only its first line is lost. A quote that is not closed does not affect the rest of the
 * file.
 */
final class CsvMessages implements MessageReader {

    /** Limits the memory of a message; far above the text of an SMS. */
    private static final int MAX_LENGTH = 16_384;
    /** Maximum number of lines of a row after the first. */
    private static final int MAX_LINES = 50;
    private static final char QUOTE = '"';
    /** Line that tells Excel the separator. The header shows it as well. */
    private static final Pattern SEPARATOR_LINE = Pattern.compile("(?i)\"?sep=.?\"?[,;|\\s]*");
    private static final Pattern PHONE_NUMBER = Pattern.compile("[\\s\"+()0-9.-]{10,}");
    private static final Pattern BLANKS_AROUND = Pattern.compile("^[\\s\\h]+|[\\s\\h]+$");
    /** What follows a separator within a sentence. Cells that are aligned have more blanks. */
    private static final Pattern AFTER_ONE_BLANK = Pattern.compile("(?s)[ \\xA0][^\\s\\h].*");
    private static final Pattern BEFORE_ESCAPED_QUOTE = Pattern.compile("(?s)(.*[^\\\\])?(\\\\\\\\)*\\\\");

    private static final String QUOTES
            = "quotes are not closed as they should be, or the line is too long. Put quotes around the"
              + " whole field, and double those inside it";
    private static final String ESCAPE
            = "it has a quote after a backslash, and it is unclear whether the text ends there: double a quote inside a text,"
              + " without a backslash";

    private final Reader reader;
    private final Deque<String> ahead = new ArrayDeque<>();
    private CsvHeader header;
    private int number;
    /** Number of blank cells that each row has after those of the header. */
    private int surplus;

    private CsvMessages(TextFile file) throws IOException {
        this.reader = file.open();
        try {
            this.header = readHeader(file);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    static CsvMessages open(TextFile file) throws IOException {
        int surplus;
        try (CsvMessages rows = new CsvMessages(file)) {
            surplus = rows.commonSurplus();
        }
        CsvMessages messages = new CsvMessages(file);
        messages.surplus = surplus;
        return messages;
    }

    private CsvHeader readHeader(TextFile file) throws IOException {
        String line = line();
        while (line != null && (line.isBlank() || SEPARATOR_LINE.matcher(line).matches())) {
            line = line();
        }
        if (line == null) {
            throw file.unreadable("it is empty: " + CsvHeader.RULE);
        }
        CsvHeader first = CsvHeader.of(line);
        if (first == null) {
            throw file.unreadable(CsvHeader.RULE);
        } else if (first.namesTwice()) {
            throw file.unreadable("its first line names a column twice: remove one of the two, or give it another name");
        }
        return first;
    }

    /** Returns the number of blank cells that all rows have after those of the header; 0 if it differs. */
    private int commonSurplus() throws IOException {
        int common = 0;
        for (Row row = row(); row != null; row = row()) {
            int more = row.cells.size() - header.size();
            if (row.problem == null) {
                if (more <= 0 || common > 0 && more != common || !areBlank(row.cells, header.size())) {
                    return 0;
                }
                common = more;
            }
        }
        return common;
    }

    /**
     * @param line    its first line
     * @param cells   empty if it cannot be read
     * @param problem why it cannot be read, or null
     * @param number  the phone number in its first line if it cannot be read, or null
     */
    private record Row(int line, List<String> cells, @Nullable String problem, @Nullable String number) {
    }

    @Override
    public @Nullable Line next() throws IOException {
        Row row = row();
        if (row == null) {
            return null;
        }
        if (row.problem != null) {
            return new Line(row.line, destination(row.number), row.problem);
        }
        String problem = complaint(row.cells);
        return new Line(row.line, problem == null ? message(row.cells) : destination(number(row.cells)), problem);
    }

    /** Reads a row that is neither blank nor a header. Returns null at the end. */
    private @Nullable Row row() throws IOException {
        for (String line = line(); line != null; line = line()) {
            if (line.isBlank()) {
                continue;
            }
            Row row = row(line);
            CsvHeader next = row.problem != null || hasDigits(row.cells) ? null : CsvHeader.of(line);
            if (next != null) {
                header = next;
            } else if (row.problem != null || !areBlank(row.cells, 0)) {
                return row;
            }
        }
        return null;
    }

    /** Reads a row. Consumes only its first line if its quotes are wrong. */
    private Row row(String line) throws IOException {
        int first = number;
        StringBuilder record = new StringBuilder(line);
        List<String> more = new ArrayList<>();
        boolean isOpen = isOpenAfter(line, false);
        boolean hasOtherRow = false;
        while (isOpen && record.length() <= MAX_LENGTH && more.size() < MAX_LINES) {
            String next = line();
            if (next == null) {
                break;
            }
            more.add(next);
            record.append('\n').append(next);
            hasOtherRow |= beginsRow(next);
            isOpen = isOpenAfter(next, true);
        }
        List<String> cells = isOpen || record.length() > MAX_LENGTH ? null : header.cells(record.toString());
        if (cells == null) {
            for (int i = more.size() - 1; i >= 0; i--) {
                ahead.push(more.get(i));
                number--;
            }
            return new Row(first, List.of(), QUOTES, numberIn(line));
        }
        return hasOtherRow
                ? new Row(
                        first, List.of(),
                        "its quotes end in line " + number + ", and a line before that is a message of its own"
                                          + " or the text of this one: close the quotes in this line, or send the text alone",
                        numberIn(line))
                : new Row(first, cells, null, null);
    }

    /** Returns the error of a row that may not have been meant as it can be read, or null. */
    private @Nullable String complaint(List<String> cells) {
        int columns = header.size();
        int more = cells.size() - columns;
        if (header.namesTwice()) {
            return "the header line above it names a column twice: remove one of the two, or give it another name";
        } else if (more < 0) {
            return instead(cells) + ": put quotes around a text with line breaks; if Excel has omitted empty cells at the end"
                   + " of the line, move a column that is always filled to the end";
        } else if (more > 0 && !areBlank(cells, columns)) {
            return instead(cells) + ": put quotes around a text that holds the separator";
        } else if (more > 0 && more != surplus) {
            return instead(cells) + ": put quotes around a text that holds the separator; otherwise remove the separators at"
                   + " the end of the line";
        } else if (hasEscapedQuote(cells)) {
            return ESCAPE;
        }
        for (int i = 0; i < columns; i++) {
            // Otherwise the rest of a text would become the id, and the text would be cut.
            boolean isOptional = header.fields().get(i).equals(SmsFile.CORRELATION_ID)
                    || header.fields().get(i).equals("scheduledDate");
            if (isOptional && isAfterOneBlank(cells.get(i)) && !isAfterOneBlank(header.names().get(i))) {
                return "its " + header.fields().get(i) + " begins with a blank, like the rest of a text: put quotes around a"
                       + " text that holds the separator; otherwise remove the blank";
            }
        }
        return null;
    }

    private String instead(List<String> cells) {
        return "it has " + Count.of(cells.size(), "column") + " instead of " + header.size();
    }

    /** Returns whether a cell ends with a backslash, which may escape the quote after it, and another quote follows. */
    private static boolean hasEscapedQuote(List<String> cells) {
        boolean isAfterBackslash = false;
        for (String cell : cells) {
            if (isAfterBackslash && cell.indexOf(QUOTE) >= 0) {
                return true;
            }
            isAfterBackslash |= cell.endsWith("\\") && BEFORE_ESCAPED_QUOTE.matcher(cell).matches();
        }
        return false;
    }

    private static boolean isAfterOneBlank(String cell) {
        return AFTER_ONE_BLANK.matcher(cell).matches();
    }

    private Map<String, Object> message(List<String> cells) {
        Map<String, Object> message = new HashMap<>();
        for (int i = 0; i < header.size(); i++) {
            String field = header.fields().get(i);
            String value = field.equals("messageText") ? cells.get(i) : BLANKS_AROUND.matcher(cells.get(i)).replaceAll("");
            if (!field.isEmpty() && !value.isEmpty()) {
                message.put(field, value);
            }
        }
        return message;
    }

    private static boolean areBlank(List<String> cells, int from) {
        return cells.subList(from, cells.size()).stream().allMatch(String::isBlank);
    }

    private boolean hasDigits(List<String> cells) {
        int index = header.destination();
        return index < cells.size() && cells.get(index).chars().anyMatch(Character::isDigit);
    }

    /** Returns whether a quoted cell continues after a line. */
    private boolean isOpenAfter(String line, boolean isOpenBefore) {
        boolean isOpen = isOpenBefore;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) != QUOTE) {
                continue;
            } else if (isOpen && i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
                i++;
            } else if (isOpen) {
                isOpen = false;
            } else {
                isOpen = i == 0 || line.charAt(i - 1) == header.separator();
            }
        }
        return isOpen;
    }

    /** Returns whether a line has a phone number in the column of the destination, or is a header. */
    private boolean beginsRow(String line) {
        return line.indexOf(header.separator()) >= 0 && numberIn(line) != null || CsvHeader.of(line) != null;
    }

    /** Returns what is in the column of the destination in a line if it looks like a phone number, otherwise null. */
    private @Nullable String numberIn(String line) {
        int start = 0;
        for (int i = 0; i < header.destination(); i++) {
            start = line.indexOf(header.separator(), start) + 1;
            if (start == 0) {
                return null;
            }
        }
        int end = line.indexOf(header.separator(), start);
        String cell = line.substring(start, end < 0 ? line.length() : end);
        return PHONE_NUMBER.matcher(cell).matches() ? cell : null;
    }

    /** Returns the cell in the column of the destination if it looks like a phone number, otherwise null. */
    private @Nullable String number(List<String> cells) {
        int column = header.destination();
        return column < cells.size() && PHONE_NUMBER.matcher(cells.get(column)).matches() ? cells.get(column) : null;
    }

    /** Returns the fields of a row that cannot be read: its number tells who was not reached. */
    private static Map<String, Object> destination(@Nullable String number) {
        Map<String, Object> fields = new HashMap<>();
        if (number != null) {
            fields.put("destination", number.replace("\"", "").strip());
        }
        return fields;
    }

    private @Nullable String line() throws IOException {
        String line = ahead.isEmpty() ? read() : ahead.pop();
        number += line == null ? 0 : 1;
        return line;
    }

    /** Reads a line. Keeps only the beginning of one that is too long. */
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
