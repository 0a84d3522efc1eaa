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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileRecordsTest {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";

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
                new FileRecord.Unreadable(2, "quote is closed in the middle of a field, or not closed"),
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

        assertThat(records.get(0)).isEqualTo(new FileRecord.Unreadable(2, "quote is not closed"));
        assertThat(records.subList(1, records.size())).hasSize(50).allMatch(FileRecord.Readable.class::isInstance);
    }

    @Test
    void next_wrongColumnsAndBadDate_areReportedWithTheirLines() throws Exception {
        assertThat(csv(HEADER + "1,a\n\n2,b,,tomorrow\n3,c,,2026-03-31T14:30:00-03:00\n")).containsExactly(
                new FileRecord.Unreadable(2, "line has 2 columns instead of 4"),
                new FileRecord.Unreadable(
                        4,
                        "scheduledDate 'tomorrow' is not a date: write epoch seconds or 2026-03-31T14:30:00-03:00"),
                new FileRecord.Readable(
                        5, new SmsMessage("c", "3", null, Instant.parse("2026-03-31T17:30:00Z"))));
    }

    @Test
    void next_overlongLine_costsOneLineOnly() throws Exception {
        assertThat(csv(HEADER + "1," + "x".repeat(50_000) + ",,\n2,b,,\n")).containsExactly(
                new FileRecord.Unreadable(2, "line is too long"),
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
        String two = "{\"destination\":2,\"messageText\":\"b\",\"correlationId\":null,\"scheduledDate\":60}";
        List<FileRecord> expected = List.of(new FileRecord.Readable(1, SmsMessage.of("a", "1")),
                new FileRecord.Readable(2, new SmsMessage("b", "2", null, Instant.ofEpochSecond(60))));

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

    private List<FileRecord> csv(String text) throws IOException, UnreadableFileException {
        return read("in.csv", text);
    }

    private List<FileRecord> json(String text) throws IOException, UnreadableFileException {
        return read("in.json", text);
    }

    private List<FileRecord> read(String name, String text) throws IOException, UnreadableFileException {
        Path file = Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
        List<FileRecord> all = new ArrayList<>();
        try (FileRecords records = FileRecords.open(file)) {
            for (FileRecord record = records.next(); record != null; record = records.next()) {
                all.add(record);
            }
        }
        return all;
    }
}
