package io.github.camelsms.optout;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.camelsms.body.Container;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in a column of a CSV text: in the column <code>destination</code> if the first line names it, otherwise in
 * the first one. A header line in the middle, as in joined files, names the columns of the rows below it. Only this
 * column matters, so that the character set of the others may be any.
 * <p>
 * A row in several lines is rejected: a stray quotation mark would hide the rows up to the next one.
 */
final class CsvNumbers implements NumberList {

    /** Maximum number of lines between two quotation marks. */
    static final int MAX_LINES = 100;

    private static final String COLUMN = "destination";
    private static final String SEPARATORS = ";,\t|";
    private static final int MAX_LINE_LENGTH = 64 * 1024;
    private static final char QUOTE = '"';
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final BufferedReader text;
    /** Separators of the current header, or all if there is none. */
    private String separators = SEPARATORS;
    private int column;
    private int line;
    private boolean isStarted;

    CsvNumbers(Reader text) {
        this.text = new BufferedReader(text);
    }

    /**
     * Reads bytes in the character set of their byte order mark, otherwise as UTF-8. Invalid bytes make a number
     * invalid.
     */
    static CsvNumbers of(InputStream bytes) throws IOException {
        PushbackInputStream in = new PushbackInputStream(bytes, 2);
        byte[] start = in.readNBytes(2);
        in.unread(start);
        Charset charset = StandardCharsets.UTF_8;
        if (start.length == 2 && start[0] == (byte) 0xfe && start[1] == (byte) 0xff) {
            charset = StandardCharsets.UTF_16BE;
        } else if (start.length == 2 && start[0] == (byte) 0xff && start[1] == (byte) 0xfe) {
            charset = StandardCharsets.UTF_16LE;
        }
        return new CsvNumbers(new InputStreamReader(in, charset));
    }

    @Override
    public @Nullable Row next() throws IOException {
        for (String read = readLine(); read != null; read = readLine()) {
            if (read.isBlank()) {
                continue;
            }
            List<String> cells = cells(read, separators);
            if (cells == null) {
                return inSeveralLines(read);
            } else if (findHeader(read)) {
                isStarted = true;
                continue;
            }
            requireNumbers(cells.get(0));
            return column < cells.size()
                    ? new Row("line " + line, cells.get(column), null)
                    : Row.unreadable("line " + line, "has no column " + COLUMN);
        }
        return null;
    }

    /** Reads to the end of a row whose quotation mark is not closed in its first line. */
    private Row inSeveralLines(String begin) throws IOException {
        int first = line;
        StringBuilder row = new StringBuilder(begin);
        while (cells(row, separators) == null) {
            String more = line - first < MAX_LINES ? readLine() : null;
            if (more == null) {
                throw new IllegalArgumentException(
                        "line " + first + " has a quotation mark that is not closed within " + MAX_LINES
                                                   + " lines: correct it, and import the list again");
            }
            row.append('\n').append(more);
        }
        isStarted = true;
        return Row.unreadable(
                "lines " + first + " to " + line,
                "are one row, because of the quotation marks: write it in one line");
    }

    /** Otherwise ids of another column could be taken for numbers. */
    private void requireNumbers(String firstCell) {
        if (!isStarted && firstCell.chars().anyMatch(c -> Character.isLetter(c) || c == 0)) {
            throw new IllegalArgumentException(
                    "line " + line + " is neither a number nor a header with the column " + COLUMN
                                               + ": name the column of the numbers " + COLUMN);
        }
        isStarted = true;
    }

    /** Returns whether a line names the column of the numbers. Case, blanks, hyphens and underscores do not matter. */
    private boolean findHeader(String header) {
        if (!header.toLowerCase(Locale.ROOT).contains(COLUMN)) {
            return false;
        }
        for (int i = 0; i < SEPARATORS.length(); i++) {
            String separator = SEPARATORS.substring(i, i + 1);
            List<String> names = cells(header, separator);
            int found = names == null
                    ? -1 : names.stream()
                            .map(name -> name.replaceAll("[\\s\\h_-]", "").toLowerCase(Locale.ROOT)).toList().indexOf(COLUMN);
            if (found >= 0) {
                separators = separator;
                column = found;
                return true;
            }
        }
        return false;
    }

    /** Returns the cells of a row, or null if a quotation mark is not closed. */
    private static @Nullable List<String> cells(CharSequence row, String separators) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < row.length(); i++) {
            char c = row.charAt(i);
            if (isQuoted && c == QUOTE && i + 1 < row.length() && row.charAt(i + 1) == QUOTE) {
                cell.append(c);
                i++;
            } else if (c == QUOTE && (isQuoted || cell.toString().isBlank())) {
                isQuoted = !isQuoted;
            } else if (!isQuoted && separators.indexOf(c) >= 0) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return isQuoted ? null : cells;
    }

    /** Reads a line without its end; null at the end of the text. */
    private @Nullable String readLine() throws IOException {
        StringBuilder read = new StringBuilder();
        int c = text.read();
        if (c < 0) {
            return null;
        }
        line++;
        for (; c >= 0 && c != '\n' && c != '\r'; c = text.read()) {
            read.append((char) c);
            if (read.length() > MAX_LINE_LENGTH) {
                throw new IllegalArgumentException(
                        "line " + line + " is longer than " + MAX_LINE_LENGTH + " characters: give a CSV file");
            }
        }
        if (c == '\r') {
            text.mark(1);
            if (text.read() != '\n') {
                text.reset();
            }
        }
        boolean isMarked = line == 1 && !read.isEmpty() && read.charAt(0) == BYTE_ORDER_MARK;
        return isMarked ? read.substring(1) : read.toString();
    }

    @Override
    public void close() {
        Container.close(text);
    }
}
