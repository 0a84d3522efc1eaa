package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileRecordsTest {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";

    private static final String QUOTES = "quotes are not closed as they should be, or the line is too long. "
                                         + "Put quotes around the whole field, and double those inside it";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void open_csvWithAllColumns_readsMessage() throws Exception {
        assertThat(csv(HEADER + "11987654321,Hello,a-1,1774981800\n"))
                .containsExactly(new FileRecord.Readable(
                        2,
                        new SmsMessage("Hello", "11987654321", "a-1", Instant.ofEpochSecond(1774981800))));
    }

    @Test
    void open_csvWithByteOrderMarkAndOtherColumnOrder_readsMessage() throws Exception {
        assertThat(csv("\uFEFFmessageText,destination\r\nOlá,11987654321\r\n"))
                .containsExactly(new FileRecord.Readable(2, SmsMessage.of("Olá", "11987654321")));
    }

    @Test
    void next_quotedLineBreakAndQuotes_areOneRecord() throws Exception {
        assertThat(csv(HEADER + "1,\"one\ntwo \"\"x\"\", three\",,\n2,next,,\n")).containsExactly(
                new FileRecord.Readable(2, SmsMessage.of("one\ntwo \"x\", three", "1")),
                new FileRecord.Readable(4, SmsMessage.of("next", "2")));
    }

    @Test
    void next_unclosedQuote_costsOneLineOnly() throws Exception {
        assertThat(csv(HEADER + "1,\"open,,\n2,good,,\n3,\"also good\",,\n")).containsExactly(
                new FileRecord.Unreadable(2, QUOTES),
                new FileRecord.Readable(3, SmsMessage.of("good", "2")),
                new FileRecord.Readable(4, SmsMessage.of("also good", "3")));
    }

    @Test
    void next_unclosedQuoteAndNoOtherQuote_costsOneLineOnly() throws Exception {
        StringBuilder text = new StringBuilder(HEADER + "1,\"open,,\n");
        for (int i = 0; i < 50; i++) {
            text.append("2,good,,\n");
        }

        List<FileRecord> records = csv(text.toString());

        assertThat(records.get(0)).isEqualTo(new FileRecord.Unreadable(2, QUOTES));
        assertThat(records.subList(1, records.size())).hasSize(50).allMatch(FileRecord.Readable.class::isInstance);
    }

    @Test
    void next_wrongColumnsAndBadDate_areReportedWithTheirLines() throws Exception {
        assertThat(csv(HEADER + "1,a\n\n2,b,,tomorrow\n3,c,,2026-03-31T14:30:00-03:00\n")).containsExactly(
                new FileRecord.Unreadable(2, "line has 2 columns instead of 4"),
                new FileRecord.Unreadable(
                        4,
                        "scheduledDate is not a date: write epoch seconds or 2026-03-31T14:30:00-03:00"),
                new FileRecord.Readable(
                        5, new SmsMessage("c", "3", null, Instant.parse("2026-03-31T17:30:00Z"))));
    }

    @ParameterizedTest
    @ValueSource(strings = { "1774981800000", "100000000000", "20260331", "60", "-1", "99999999999999999999" })
    void next_numberThatIsNoEpochSeconds_isRefusedInEachForm(String number) throws Exception {
        String json = "{\"destination\":\"1\",\"messageText\":\"a\",\"scheduledDate\":";

        assertRefusedDate(csv(HEADER + "1,a,," + number + "\n"));
        assertRefusedDate(json("[" + json + number + "}]"));
        assertRefusedDate(json("{\"sms\":[" + json + "\"" + number + "\"}]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "2026-03-31", "2026-03-31T14:30:00", "1774981800.5", "1.7749818e9" })
    void next_dateWithoutAnOffset_isRefusedInEachForm(String date) throws Exception {
        assertRefusedDate(csv(HEADER + "1,a,," + date + "\n"));
        assertRefusedDate(json("[{\"destination\":\"1\",\"messageText\":\"a\",\"scheduledDate\":\"" + date + "\"}]"));
    }

    private static void assertRefusedDate(List<FileRecord> records) {
        assertThat(records).singleElement().isInstanceOfSatisfying(FileRecord.Unreadable.class,
                record -> assertThat(record.reason()).startsWith("scheduledDate is").contains("epoch seconds"));
    }

    @Test
    void next_jsonNumbers_areTheirDigitsOrRefused() throws Exception {
        assertThat(json("[{\"destination\":1187654321.0,\"messageText\":12,\"correlationId\":1.2E7}]")).containsExactly(
                new FileRecord.Readable(1, new SmsMessage("12", "1187654321", "12000000", null)));
        assertThat(json("[{\"destination\":\"1\",\"messageText\":\"a\",\"correlationId\":1.5}]")).singleElement()
                .isInstanceOfSatisfying(FileRecord.Unreadable.class,
                        record -> assertThat(record.reason()).contains("correlationId", "fraction"));
    }

    @Test
    void next_jsonFieldTwice_costsThatElementOnly() throws Exception {
        assertThat(json("[{\"destination\":\"1\",\"messageText\":\"a\",\"destination\":\"2\"},"
                        + "{\"destination\":\"1\",\"messageText\":\"a\"}]"))
                .containsExactly(
                        new FileRecord.Unreadable(1, "field destination is there twice"),
                        new FileRecord.Readable(2, SmsMessage.of("a", "1")));
    }

    @Test
    void next_overlongLine_costsOneLineOnly() throws Exception {
        assertThat(csv(HEADER + "1," + "x".repeat(50_000) + ",,\n2,b,,\n")).containsExactly(
                new FileRecord.Unreadable(2, QUOTES),
                new FileRecord.Readable(3, SmsMessage.of("b", "2")));
    }

    @Test
    void open_wrongHeader_isRefused() {
        assertThatThrownBy(() -> csv("to,text\n1,a\n")).isInstanceOf(UnreadableFileException.class)
                .hasMessageStartingWith("the first line must name the columns");
    }

    @Test
    void open_emptyFile_isRefused() {
        assertThatThrownBy(() -> csv("")).isInstanceOf(UnreadableFileException.class)
                .hasMessage("the file is empty");
        assertThatThrownBy(() -> json("")).isInstanceOf(UnreadableFileException.class)
                .hasMessage("the file is empty");
    }

    @Test
    void open_headerOnly_hasNoRecords() throws Exception {
        assertThat(csv(HEADER)).isEmpty();
    }

    @Test
    void next_jsonForms_readTheSame() throws Exception {
        String one = "{\"destination\":\"1\",\"messageText\":\"a\"}";
        String two = "{\"destination\":2,\"messageText\":\"b\",\"correlationId\":null,\"scheduledDate\":1774981800}";
        List<FileRecord> expected = List.of(new FileRecord.Readable(1, SmsMessage.of("a", "1")),
                new FileRecord.Readable(2, new SmsMessage("b", "2", null, Instant.ofEpochSecond(1774981800))));

        assertThat(json("[" + one + "," + two + "]")).isEqualTo(expected);
        assertThat(json("{\"sms\":[" + one + "," + two + "]}")).isEqualTo(expected);
        assertThat(json(one + "\n" + two + "\n")).isEqualTo(expected);
    }

    @Test
    void next_jsonElementThatIsNoMessage_costsThatElementOnly() throws Exception {
        assertThat(json("[7,{\"destination\":{\"x\":1}},{\"phone\":1},{\"destination\":\"1\",\"messageText\":\"a\"}]"))
                .containsExactly(
                        new FileRecord.Unreadable(1, "element is not an object"),
                        new FileRecord.Unreadable(2, "field destination holds a list or an object"),
                        new FileRecord.Unreadable(
                                3,
                                "unknown field: known are messageText, destination, correlationId, scheduledDate"),
                        new FileRecord.Readable(4, SmsMessage.of("a", "1")));
    }

    @Test
    void next_jsonSyntaxErrorInTheMiddle_keepsWhatCameBefore() throws Exception {
        List<FileRecord> records = json("[{\"destination\":\"1\",\"messageText\":\"a\"},\n{\"destination\" oops");

        assertThat(records).hasSize(2);
        assertThat(records.get(0)).isInstanceOf(FileRecord.Readable.class);
        assertThat(records.get(1)).isInstanceOfSatisfying(FileRecord.Broken.class,
                broken -> assertThat(broken.reason()).contains("line 2").contains("element 2"));
    }

    @Test
    void next_jsonArrayCutOff_isBroken() throws Exception {
        assertThat(json("[{\"destination\":\"1\",\"messageText\":\"a\"},")).last()
                .isInstanceOf(FileRecord.Broken.class);
    }

    @Test
    void next_fileFromExcelInBrazil_readsItsMessages() throws Exception {
        String text = "Nome;Destination ;Message Text;Correlation_Id;;\r\n"
                      + "João;(11) 98765-4321;\"Olá, João\nsua \"\"conta\"\" vence em 5 dias – €10\";c-1;;\r\n"
                      + ";;;;;\r\n"
                      + "\"Zé\";11987654322;Tela 5\" nova;;;\r\n";

        List<FileRecord> records = bytes("in.csv", text.getBytes("windows-1252"));

        assertThat(records).containsExactly(
                new FileRecord.Readable(
                        2,
                        new SmsMessage("Olá, João\nsua \"conta\" vence em 5 dias – €10", "(11) 98765-4321", "c-1", null)),
                new FileRecord.Readable(5, SmsMessage.of("Tela 5\" nova", "11987654322")));
    }

    @Test
    void open_tabsByteOrderMarkAndSeparatorLine_areUnderstood() throws Exception {
        assertThat(csv("\uFEFFsep=;\r\ndestination;messagetext\r\n1;a,b\r\n"))
                .containsExactly(new FileRecord.Readable(3, SmsMessage.of("a,b", "1")));
        assertThat(csv("\r\nDESTINATION\tMessageText\r1\ta;b\r"))
                .containsExactly(new FileRecord.Readable(3, SmsMessage.of("a;b", "1")));
    }

    @Test
    void next_separatorInATextWithoutQuotes_costsOneLineOnly() throws Exception {
        assertThat(csv("destination,messageText\n1,Hello, you\n2,b,,\n3,c\n")).containsExactly(
                new FileRecord.Unreadable(
                        2, "line has 3 columns instead of 2: put quotes around a text that holds the separator"),
                new FileRecord.Readable(3, SmsMessage.of("b", "2")),
                new FileRecord.Readable(4, SmsMessage.of("c", "3")));
    }

    @Test
    void next_quoteThatIsClosedLinesLater_sendsNoOtherLineAsText() throws Exception {
        assertThat(csv("destination;messageText\n11987654321;\"open\n11987654322;b\n11987654323;5\"\n11987654324;d\n"))
                .containsExactly(
                        new FileRecord.Unreadable(2, QUOTES),
                        new FileRecord.Readable(3, SmsMessage.of("b", "11987654322")),
                        new FileRecord.Readable(4, SmsMessage.of("5\"", "11987654323")),
                        new FileRecord.Readable(5, SmsMessage.of("d", "11987654324")));
    }

    @Test
    void next_badLinesOfEachLineEnd_nameTheirLines() throws Exception {
        for (String lineEnd : List.of("\n", "\r\n", "\r")) {
            String text = String.join(lineEnd, "destination,messageText", "1,\"x\" y", "", "2,\"two" + lineEnd + "lines\"",
                    "3,\"x\" y", "4,é\"", "5,\"open");

            assertThat(csv(text)).containsExactly(
                    new FileRecord.Unreadable(2, QUOTES),
                    new FileRecord.Readable(4, SmsMessage.of("two" + lineEnd + "lines", "2")),
                    new FileRecord.Unreadable(6, QUOTES),
                    new FileRecord.Readable(7, SmsMessage.of("é\"", "4")),
                    new FileRecord.Unreadable(8, QUOTES));
        }
    }

    @Test
    void open_columnTwice_isRefused() {
        assertThatThrownBy(() -> csv("destination,messageText,Message Text\n1,a,b\n"))
                .isInstanceOf(UnreadableFileException.class).hasMessage("the first line names the column messagetext twice");
    }

    @Test
    void open_partlyUtf8_isRefused() {
        byte[] utf8 = (HEADER + "1,Olá,,\n2,ol").getBytes(StandardCharsets.UTF_8);
        byte[] both = java.util.Arrays.copyOf(utf8, utf8.length + 1);
        both[utf8.length] = (byte) 0xE1;

        assertThatThrownBy(() -> bytes("in.csv", both)).isInstanceOf(UnreadableFileException.class)
                .hasMessageStartingWith("the file is UTF-8 only in parts");
    }

    @Test
    void open_wideCharactersOrNoText_areRefused() {
        for (byte[] content : List.of((HEADER + "1,a,,\n").getBytes(StandardCharsets.UTF_16LE),
                ("\uFEFF" + HEADER).getBytes(StandardCharsets.UTF_16LE), new byte[] { 'P', 'K', 3, 4, 0, 0 })) {
            assertThatThrownBy(() -> bytes("in.csv", content)).isInstanceOf(UnreadableFileException.class)
                    .hasMessageStartingWith("the file is neither UTF-8 nor Windows-1252");
        }
    }

    @Test
    void open_configuredCharset_isTheOnlyOne() throws Exception {
        Path file = Files.write(folder.resolve("in.csv"), (HEADER + "1,10 €,,\n").getBytes("ISO-8859-15"));

        try (FileRecords records = FileRecords.open(file, FileCharset.of(file, FileSettings.charset("iso-8859-15")))) {
            assertThat(records.next()).isEqualTo(new FileRecord.Readable(2, SmsMessage.of("10 €", "1")));
        }
        assertThatThrownBy(() -> FileCharset.of(file, FileSettings.charset("UTF-8")))
                .hasMessage("the file is not UTF-8: save it as CSV UTF-8, or set sms.files.charset to the character set "
                            + "that it has");
        assertThat(FileSettings.charset(" auto ")).isNull();
        assertThatThrownBy(() -> FileSettings.charset("utf-16")).hasMessageContaining("sms.files.charset=utf-16");
        assertThatThrownBy(() -> FileSettings.charset("latin")).hasMessageContaining("sms.files.charset=latin");
    }

    private List<FileRecord> csv(String text) throws IOException, UnreadableFileException {
        return read("in.csv", text);
    }

    private List<FileRecord> json(String text) throws IOException, UnreadableFileException {
        return read("in.json", text);
    }

    private List<FileRecord> read(String name, String text) throws IOException, UnreadableFileException {
        return bytes(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private List<FileRecord> bytes(String name, byte[] content) throws IOException, UnreadableFileException {
        Path file = Files.write(folder.resolve(name), content);
        List<FileRecord> all = new ArrayList<>();
        try (FileRecords records = FileRecords.open(file, FileCharset.of(file, null))) {
            for (FileRecord record = records.next(); record != null; record = records.next()) {
                all.add(record);
            }
        }
        return all;
    }
}
