package io.github.camelsms.sample.files;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Joins the lines of a CSV file to records while quotes are open (RFC 4180), and keeps the damage of a wrong quote to
 * the one line that holds it.
 * <p>
 * A quote that nobody closes would swallow the rest of the file. So a record ends at the latest after
 * {@value #MOST_LINES} lines, or where a quote closes in the middle of a field: then the first of its lines is the
 * wrong one, and the lines after it are read again on their own.
 */
class CsvRecordSplitter implements Closeable {

    /** Far more line breaks than a message of 160 characters has reason for. */
    static final int MOST_LINES = 20;

    /** Text of one record, or the reason why its first line belongs to no record. */
    record RawRecord(int line, String text, @Nullable String problem) {
    }

    private final PhysicalLines lines;

    CsvRecordSplitter(PhysicalLines lines) {
        this.lines = lines;
    }

    /**
     * The next record, or null at the end; blank lines between records are no records.
     */
    @Nullable
    RawRecord next() throws IOException {
        PhysicalLines.Line first = lines.next();
        while (first != null && first.text().isBlank()) {
            first = lines.next();
        }
        if (first == null) {
            return null;
        }
        if (first.overlong()) {
            return new RawRecord(first.number(), "", "line is too long");
        }
        return join(first);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private RawRecord join(PhysicalLines.Line first) throws IOException {
        StringBuilder text = new StringBuilder(first.text());
        List<PhysicalLines.Line> joined = new ArrayList<>();
        CsvQuotes quotes = new CsvQuotes();
        quotes.read(first.text());
        while (quotes.open()) {
            PhysicalLines.Line next = joined.size() < MOST_LINES - 1 ? lines.next() : null;
            if (next != null) {
                joined.add(next);
            }
            if (next == null || next.overlong()) {
                lines.putBack(joined);
                return new RawRecord(first.number(), "", "quote is not closed");
            }
            text.append('\n').append(next.text());
            quotes.read("\n");
            quotes.read(next.text());
        }
        if (quotes.wrong()) {
            lines.putBack(joined);
            return new RawRecord(first.number(), "", "quote is closed in the middle of a field, or not closed");
        }
        return new RawRecord(first.number(), text.toString(), null);
    }
}
