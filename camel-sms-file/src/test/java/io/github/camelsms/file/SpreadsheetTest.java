package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

import io.github.camelsms.SmsRow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Property: each row of a CSV file that a spreadsheet has written is sent unchanged, or refused with its line. This
 * also applies to a program that writes no quotes.
 */
class SpreadsheetTest {

    private static final int FILES = 400;
    private static final List<String> DESTINATIONS
            = List.of("11900000001", "(11) 90000-0002", "+55 11 90000-0003", " 11900000004");
    private static final List<String> PIECES = List.of("Ol\u00E1", "Promo\u00E7\u00E3o", " ", " ", " ", ";", ", ", ",", "\"",
            "\"\"", "\n",
            "\r\n", "\t", "'", "\\", "|", "5\"", "=1+1", "R$ 10", "10 %", "https://example.com/a?b=c", "-", ".", "NULL", "#N/D",
            "destination", "messageText", "sep=;", "11987654321", "\n11987654321;", "\n11987654321,b", "A\u00A0B");

    /**
     * @param separator of the cells
     * @param lineEnd   of the rows
     * @param quoted    pattern of the cells in quotes
     */
    private record Dialect(char separator, String lineEnd, String quoted) {

        private static final String NEEDS_QUOTES = "(?s).*[;,\"\r\n\t].*";

        static Dialect of(String name) {
            return switch (name) {
                case "Excel" -> new Dialect(';', "\r\n", NEEDS_QUOTES);
                case "Google Sheets" -> new Dialect(',', "\r\n", NEEDS_QUOTES);
                case "LibreOffice" -> new Dialect(',', "\n", "(?s).*");
                case "Excel with tabs" -> new Dialect('\t', "\r\n", NEEDS_QUOTES);
                default -> new Dialect(';', "\n", "");
            };
        }

        String row(List<String> cells) {
            return cells.stream().map(this::cell).collect(Collectors.joining(String.valueOf(separator))) + lineEnd;
        }

        private String cell(String text) {
            return text.matches(quoted) ? '"' + text.replace("\"", "\"\"") + '"' : text;
        }

        /** Returns whether a cell can be written. */
        boolean isPossible(String text) {
            return !quoted.isEmpty() || !text.matches("(?s).*[\"\r\n].*");
        }
    }

    @ParameterizedTest
    @CsvSource({
            "Excel, windows-1252", "Excel, UTF-8", "Google Sheets, UTF-8", "Google Sheets, windows-1252",
            "LibreOffice, UTF-8", "LibreOffice, windows-1252", "Excel with tabs, UTF-8", "Excel with tabs, windows-1252",
            "ERP system, windows-1252" })
    void read_fileOfASpreadsheet_sendsEachRowUnchangedOrRefusesIt(String program, String charset) throws IOException {
        int rows = 0;
        int sent = 0;
        for (int seed = 0; seed < FILES; seed++) {
            Random random = new Random(seed);
            List<Map<String, String>> written = new ArrayList<>();
            Map<Integer, Integer> lines = new HashMap<>();
            byte[] content = write(Dialect.of(program), random, written, lines).getBytes(Charset.forName(charset));

            rows += written.size();
            sent += check(content, written, lines, "seed " + seed);
        }
        assertThat(sent).as("most rows are sent").isGreaterThan(rows / 2);
    }

    /**
     * @param written receives the rows
     * @param lines   receives the row that begins in each line
     */
    private static String write(
            Dialect dialect, Random random, List<Map<String, String>> written, Map<Integer, Integer> lines) {
        List<String> columns = new ArrayList<>(List.of("destination", "messageText", "correlationId", "Endere\u00E7o"));
        if (random.nextBoolean()) {
            columns.remove("correlationId");
        }
        Collections.shuffle(columns, random);
        StringBuilder file = new StringBuilder(random.nextInt(4) == 0 ? "sep=" + dialect.separator + dialect.lineEnd : "");
        file.append(dialect.row(columns));
        for (int count = random.nextInt(20); count > 0; count--) {
            Map<String, String> row = new HashMap<>();
            for (String column : columns) {
                row.put(column, switch (column) {
                    case "destination" -> DESTINATIONS.get(random.nextInt(DESTINATIONS.size()));
                    case "correlationId" -> List.of("", "id-" + count, "7").get(random.nextInt(3));
                    default -> text(dialect, random);
                });
            }
            lines.put(1 + (int) file.toString().replace("\r\n", "\n").chars().filter(c -> c == '\n').count(), written.size());
            written.add(row);
            file.append(dialect.row(columns.stream().map(row::get).toList()));
        }
        return file.toString();
    }

    private static String text(Dialect dialect, Random random) {
        StringBuilder text = new StringBuilder();
        for (int pieces = random.nextInt(7); pieces > 0; pieces--) {
            String piece = PIECES.get(random.nextInt(PIECES.size()));
            text.append(dialect.isPossible(piece) ? piece : "x");
        }
        return text.toString();
    }

    /** Returns the number of rows that are sent. */
    private static int check(byte[] content, List<Map<String, String>> written, Map<Integer, Integer> lines, String seed)
            throws IOException {
        int sent = 0;
        int row = 0;
        try (SmsFile file = Opened.of("in.csv", () -> new ByteArrayInputStream(content), null)) {
            while (file.hasNext()) {
                SmsRow next = file.next();
                assertThat(lines.get(next.origin().line())).as("%s, %s", seed, next.problem()).isEqualTo(row);
                if (next.problem() != null) {
                    row++;
                    continue;
                }
                Map<String, Object> message = next.fields();
                Map<String, String> expected = written.get(row++);
                assertThat(message).as(seed).containsEntry("destination", String.valueOf(expected.get("destination")).strip());
                assertThat(String.valueOf(message.getOrDefault("messageText", ""))).as(seed)
                        .isEqualTo(String.valueOf(expected.get("messageText")).replace("\r\n", "\n"));
                String id = String.valueOf(expected.getOrDefault("correlationId", ""));
                assertThat(String.valueOf(message.get("correlationId"))).as(seed).startsWith(id.isEmpty() ? file.id() : id);
                sent++;
            }
        }
        assertThat(row).as(seed).isEqualTo(written.size());
        return sent;
    }
}
