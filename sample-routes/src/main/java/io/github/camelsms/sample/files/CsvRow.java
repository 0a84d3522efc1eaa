package io.github.camelsms.sample.files;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row of a CSV file as exactly one line of text, so that a torn row can only be the last.
 */
final class CsvRow {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator("\n").get();

    private CsvRow() {
    }

    static String of(@Nullable Object... values) {
        StringBuilder row = new StringBuilder();
        Object[] cleaned = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            cleaned[i] = value == null ? "" : value.toString().replaceAll("\\p{Cntrl}", " ");
        }
        try {
            FORMAT.printRecord(row, cleaned);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return row.toString();
    }
}
