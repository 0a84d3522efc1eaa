package io.github.camelsms.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Header line of a CSV file: it names the columns, and shows the separator of its rows.
 *
 * @param names  the cells of the header
 * @param fields the field of the message in each column, empty for other columns
 */
record CsvHeader(char separator, List<String> names, List<String> fields) {

    static final String RULE
            = "its first line must name the columns destination and messageText, and may name correlationId and"
              + " scheduledDate, with commas, semicolons, tabs or vertical bars between them";

    private static final char[] SEPARATORS = { ';', ',', '\t', '|' };
    private static final Pattern HEADER = Pattern.compile("destination", Pattern.CASE_INSENSITIVE);
    private static final Map<String, String> FIELDS = Map.of("messagetext", "messageText", "destination", "destination",
            "correlationid", SmsFile.CORRELATION_ID, "scheduleddate", "scheduledDate");

    /**
     * Returns the header in a line, or null if the line does not name the required columns. Case, blanks, hyphens and
     * underscores are ignored.
     */
    static @Nullable CsvHeader of(String line) {
        if (!HEADER.matcher(line).find()) {
            return null;
        }
        for (char separator : SEPARATORS) {
            List<String> names = cells(line, separator);
            List<String> fields = names == null ? List.of() : names.stream().map(CsvHeader::field).toList();
            if (names != null && fields.contains("destination") && fields.contains("messageText")) {
                return new CsvHeader(separator, names, fields);
            }
        }
        return null;
    }

    private static String field(String name) {
        String known = FIELDS.get(name.replaceAll("[\\s\\h_-]", "").toLowerCase(Locale.ROOT));
        return known == null ? "" : known;
    }

    int size() {
        return fields.size();
    }

    int destination() {
        return fields.indexOf("destination");
    }

    boolean namesTwice() {
        List<String> named = fields.stream().filter(field -> !field.isEmpty()).toList();
        return Set.copyOf(named).size() < named.size();
    }

    /** Returns the cells of a record, or null if its quotes are wrong. */
    @Nullable
    List<String> cells(String record) {
        return cells(record, separator);
    }

    private static @Nullable List<String> cells(String record, char separator) {
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
}
