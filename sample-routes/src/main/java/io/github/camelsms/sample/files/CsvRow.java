package io.github.camelsms.sample.files;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row of a CSV file as exactly one line of text, without a cell that a spreadsheet takes for a formula.
 * <p>
 * Control, format and line separator characters become blanks. An apostrophe goes before a text that begins with
 * <code>=</code>, <code>+</code>, <code>-</code> or <code>@</code>, also after blanks, quotes and apostrophes, and also
 * after a semicolon, at which spreadsheets of many countries begin a new cell. Numbers and enums stay as they are.
 */
public final class CsvRow {

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final String FORMULA = "[\\s\\h\"']*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";
    private static final Pattern PLAIN = Pattern.compile("(^|;)(?=" + FORMULA + ")");
    private static final Pattern NEUTRAL = Pattern.compile("(^|;)'(?=" + FORMULA + ")");

    private CsvRow() {
    }

    /**
     * The row with its line end; null is an empty cell.
     */
    public static String of(@Nullable Object... values) {
        List<String> cells = new ArrayList<>();
        for (Object value : values) {
            cells.add(value instanceof Number ? value.toString() : neutral(value == null ? "" : value.toString()));
        }
        StringWriter row = new StringWriter();
        CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(row).writeRecord(cells);
        return row.toString();
    }

    /**
     * The text as it stands in a cell.
     */
    static String neutral(String text) {
        return PLAIN.matcher(UNPRINTABLE.matcher(text).replaceAll(" ")).replaceAll("$1'");
    }

    /**
     * The text that stands in a cell written by this class.
     */
    public static String original(String cell) {
        return NEUTRAL.matcher(cell).replaceAll("$1");
    }
}
