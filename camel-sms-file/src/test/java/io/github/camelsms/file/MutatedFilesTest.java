package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import io.github.camelsms.SmsRow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fuzzer that changes good files. No message has digits or letters that are not in the file, in this order.
 * <p>
 * A failure prints its seed. Run more seeds with <code>-Dfiles=100000</code>.
 */
class MutatedFilesTest {

    private static final int FILES = Integer.getInteger("files", 3_000);
    private static final String EXCEL = "Nome;destination;messageText;correlationId;scheduledDate\r\n"
                                        + "Ana;11900000001;\"Ol\u00E1, Ana; sua \"\"conta\"\"\nvence hoje\";a-1;\r\n"
                                        + "Z\u00E9;(11) 90000-0002;Promo\u00E7\u00E3o 5\" v\u00E1lida;;2026-12-24T10:00:00-03:00\r\n"
                                        + "Bia;+55 11 90000-0003;\"C:\\\";b-3;1774981800\r\n;;;;\r\n"
                                        + "\"Lu\";\"11900000004\";\"Oi\";\"c-4\";\\N\r\n";
    private static final String LIBRE_OFFICE = EXCEL.replace(";", ",").replace("\r", "").replace("\nAna,", "\n\"Ana\",");
    private static final String JSON
            = "{\"account\":1,\"sms\":[{\"destination\":\"11900000001\",\"messageText\":\"Ol\u00E1, Ana\",\"correlationId\":\"a\"},"
              + "{\"destination\":11900000002,\"messageText\":\"Promo\u00E7\u00E3o\"}]}\n"
              + "[{\"destination\":\"11900000003\",\"messageText\":\"Oi\",\"scheduledDate\":1774981800}]\n"
              + "{\"destination\":\"11900000004\",\"messageText\":\"v\u00E1lida\"}\n";
    private static final List<String> INSERTED
            = List.of("\"", "\"\"", ";", ",", "\n", "\r", "\r\r\n", "\\", "\\\"", "\t", "|", "\u00EF\u00BB\u00BF",
                    "\u001A", "\u0000", "\u00A0", "'", "{", "}", "[", "]", ":", "sep=,\n", "NULL", "#N/D", "\u00E9",
                    "\u00C3\u00A7", "0", "9");

    @ParameterizedTest
    @CsvSource({ "Excel, windows-1252", "Excel, UTF-8", "LibreOffice, windows-1252", "LibreOffice, UTF-8" })
    void read_changedCsv_sendsOnlyWhatIsInTheFile(String program, String charset) throws IOException {
        String good = program.equals("Excel") ? EXCEL : LIBRE_OFFICE;

        assertThat(sent("in.csv", good.getBytes(Charset.forName(charset)))).isGreaterThan(FILES / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = { "windows-1252", "UTF-8" })
    void read_changedJson_sendsOnlyWhatIsInTheFile(String charset) throws IOException {
        assertThat(sent("in.json", JSON.getBytes(Charset.forName(charset)))).isGreaterThan(FILES / 2);
    }

    /** Returns the number of messages that are sent. */
    private static int sent(String name, byte[] good) throws IOException {
        assertThat(check(name, good, 0)).as("messages of the good file").isEqualTo(4);
        int sent = 0;
        for (int seed = 0; seed < FILES; seed++) {
            Random random = new Random(seed);
            byte[] changed = good;
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed = changed(changed, random);
            }
            sent += check(name, changed, seed);
        }
        return sent;
    }

    private static byte[] changed(byte[] content, Random random) {
        int from = random.nextInt(content.length + 1);
        int to = Math.min(content.length, from + 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 4));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(content, 0, from);
        switch (random.nextInt(6)) {
            case 0 -> changed.write(random.nextInt(256));
            case 1 -> {
                // Removes bytes.
            }
            case 2 -> {
                changed.write(content, from, to - from);
                changed.write(content, from, to - from);
            }
            case 3 -> {
                int moved = random.nextInt(content.length + 1);
                changed.write(content, moved, Math.min(content.length - moved, 60));
                to = from;
            }
            case 4 -> {
                changed.writeBytes(INSERTED.get(random.nextInt(INSERTED.size())).getBytes(StandardCharsets.ISO_8859_1));
                to = from;
            }
            default -> changed.writeBytes(INSERTED.get(random.nextInt(INSERTED.size())).getBytes(StandardCharsets.ISO_8859_1));
        }
        changed.write(content, to, content.length - to);
        return changed.size() == 0 ? content : changed.toByteArray();
    }

    private static int check(String name, byte[] content, int seed) throws IOException {
        int sent = 0;
        try (SmsFile file = Opened.of(name, () -> new ByteArrayInputStream(content), null)) {
            List<String> read = List.of(lettersAndDigits(new String(content, StandardCharsets.UTF_8)),
                    lettersAndDigits(new String(content, Charset.forName("windows-1252"))));
            while (file.hasNext()) {
                SmsRow row = file.next();
                if (row.problem() != null) {
                    continue;
                }
                Map<String, Object> message = row.fields();
                for (String field : Arrays.asList("destination", "messageText", "correlationId")) {
                    String value = String.valueOf(message.getOrDefault(field, ""));
                    // A JSON escape sequence is another character.
                    if (!value.startsWith(file.id()) && !(name.endsWith("json") && read.get(0).contains("\\"))) {
                        assertThat(read).as("seed %d, %s", seed, value)
                                .anyMatch(text -> text.contains(lettersAndDigits(value)));
                    }
                }
                sent++;
            }
        } catch (UnreadableFileException e) {
            return 0;
        }
        return sent;
    }

    private static String lettersAndDigits(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\\\]", "");
    }
}
