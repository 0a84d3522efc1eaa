package io.github.camelsms.file;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import org.jspecify.annotations.Nullable;

/**
 * Writer of CSV rows. A row is exactly one line of text, and no cell is a formula for a spreadsheet.
 * <p>
 * Control, format and line separator characters are replaced with blanks. An apostrophe is inserted before a text that
 * begins with <code>=</code>, <code>+</code>, <code>-</code> or <code>@</code>, also after blanks, quotes and
 * apostrophes, and after a semicolon, which separates cells in the spreadsheets of many countries. Numbers and enums do
 * not change.
 */
final class CsvRow {

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final String FORMULA = "[\\s\\h\"']*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
    private static final Pattern PLAIN = Pattern.compile("(^|;)(?=" + FORMULA + ")");
    private static final Pattern NEUTRAL = Pattern.compile("(^|;)'(?=" + FORMULA + ")");

    private CsvRow() {
    }

    /**
     * Returns the row with its line end; null is an empty cell.
     */
    static String of(@Nullable Object... values) {
        List<String> cells = new ArrayList<>();
        for (Object value : values) {
            cells.add(value instanceof Number ? value.toString() : neutral(value == null ? "" : value.toString()));
        }
        StringWriter row = new StringWriter();
        CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(row).writeRecord(cells);
        return row.toString();
    }

    /**
     * Returns the text as written to a cell.
     */
    static String neutral(String text) {
        return PLAIN.matcher(UNPRINTABLE.matcher(text).replaceAll(" ")).replaceAll("$1'");
    }

    /**
     * Returns the original text of a cell that this class has written.
     */
    static String original(String cell) {
        return NEUTRAL.matcher(cell).replaceAll("$1");
    }
}
