package io.github.camelsms.file;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import io.github.camelsms.SmsRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SmsFileTest {

    private static final String HEADER = "destination,messageText,correlationId,scheduledDate\n";
    private static final String QUOTES = "quotes are not closed as they should be, or the line is too long. "
                                         + "Put quotes around the whole field, and double those inside it";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<String> problems = new ArrayList<>();
    private String id = "";

    @Test
    void csv_allColumns_setTheFieldsOfTheMessage() throws Exception {
        assertThat(csv(HEADER + "11987654321,Hello,a-1,1774981800\n")).containsExactly(Map.of("destination", "11987654321",
                "messageText", "Hello", "correlationId", "a-1", "scheduledDate", "1774981800"));
    }

    @Test
    void csv_withoutCorrelationIds_derivesThemFromContentAndLine() throws Exception {
        String content = HEADER + "1,a,,\n\n2,b,,\n";
        List<Map<String, Object>> first = read("one.csv", content);
        String firstId = id;

        assertThat(first).extracting(message -> message.get("correlationId")).containsExactly(id + "-2", id + "-4");
        assertThat(id).hasSize(32);
        assertThat(read("other.csv", content)).isEqualTo(first);
        assertThat(id).isEqualTo(firstId);
        read("other.csv", content + "3,c,,\n");
        assertThat(id).isNotEqualTo(firstId);
    }

    @Test
    void csv_byteOrderMarkAndOtherColumnOrder_isRead() throws Exception {
        assertThat(texts(csv("\uFEFFmessageText,destination\r\nOlá,11987654321\r\n"))).containsExactly("11987654321 Olá");
    }

    @Test
    void csv_quotedLineBreakAndQuotes_isOneMessage() throws Exception {
        assertThat(texts(csv(HEADER + "1,\"one\ntwo \"\"x\"\", three\",,\n2,next,,\n")))
                .containsExactly("1 one\ntwo \"x\", three", "2 next");
    }

    @Test
    void csv_unclosedQuote_rejectsOneLine() throws Exception {
        assertThat(texts(csv(HEADER + "1,\"open,,\n2,good,,\n3,\"also good\",,\n"))).containsExactly("2 good", "3 also good");
        assertThat(problems).containsExactly("line 2: " + QUOTES);
    }

    @Test
    void csv_unclosedQuoteBeforeManyLines_rejectsOneLine() throws Exception {
        assertThat(csv(HEADER + "1,\"open,,\n" + "2,good,,\n".repeat(500))).hasSize(500);
        assertThat(problems).containsExactly("line 2: " + QUOTES);
    }

    @Test
    void csv_wrongColumnsAndInvalidDate_areReportedWithLineNumbers() throws Exception {
        assertThat(texts(csv(HEADER + "1,a\n\n2,b,,tomorrow\n3,c,,2026-03-31T14:30:00-03:00\n"))).containsExactly("3 c");
        assertThat(problems).hasSize(2);
        assertThat(problems.get(0)).isEqualTo(
                "line 2: it has 2 columns instead of 4: put quotes around a text with line breaks; if Excel has omitted empty"
                                              + " cells at the end of the line, move a column that is always filled to the end");
        assertThat(problems.get(1)).startsWith("line 4: scheduledDate").doesNotContain("tomorrow");
    }

    @Test
    void csv_overlongLine_rejectsOneLine() throws Exception {
        assertThat(texts(csv(HEADER + "1," + "x".repeat(50_000) + ",,\n2,b,,\n"))).containsExactly("2 b");
        assertThat(problems).containsExactly("line 2: " + QUOTES);
    }

    @Test
    void csv_separatorInAnUnquotedText_rejectsOneLine() throws Exception {
        assertThat(texts(csv("destination,messageText\n1,Hello, you\n2,\"b\"\n3,c\n"))).containsExactly("2 b", "3 c");
        assertThat(problems).containsExactly(
                "line 2: it has 3 columns instead of 2: put quotes around a text that holds the separator");
    }

    @Test
    void csv_quoteClosedLinesLater_rejectsAllLinesThatMayBeOneText() throws Exception {
        assertThat(
                texts(csv("destination;messageText\n11987654321;\"open\n11987654322;b\n11987654323;5\"\n11987654324;d\n")))
                .containsExactly("11987654324 d");
        assertThat(problems).containsExactly(
                "line 2: its quotes end in line 4, and a line before that is a message of its own or the text of this one:"
                                             + " close the quotes in this line, or send the text alone");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\n", "\r\n", "\r" })
    void csv_invalidLinesWithEachLineEnding_areReportedWithLineNumbers(String lineEnd) throws Exception {
        String text = String.join(lineEnd, "destination,messageText", "1,\"x\" y", "", "2,\"two" + lineEnd + "lines\"",
                "3,\"x\" y", "4,é\"", "5,\"open");

        assertThat(texts(csv(text))).containsExactly("2 two\nlines", "4 é\"");
        assertThat(problems).containsExactly("line 2: " + QUOTES, "line 6: " + QUOTES, "line 8: " + QUOTES);
    }

    @Test
    void csv_fromExcelInBrazil_isRead() throws Exception {
        String text = "Nome;Destination ;Message Text;Correlation_Id;;\r\n"
                      + "João;(11) 98765-4321;\"Olá, João\nsua \"\"conta\"\" vence em 5 dias – €10\";c-1;;\r\n"
                      + ";;;;;\r\n"
                      + "\"Zé\";11987654322;Tela 5\" nova;;;\r\n";

        assertThat(texts(bytes("in.csv", text.getBytes("windows-1252"), null))).containsExactly(
                "(11) 98765-4321 Olá, João\nsua \"conta\" vence em 5 dias – €10", "11987654322 Tela 5\" nova");
        assertThat(problems).isEmpty();
    }

    @Test
    void csv_tabsByteOrderMarkAndSeparatorLine_isRead() throws Exception {
        assertThat(texts(csv("\uFEFFsep=;\r\ndestination;messagetext\r\n1;a,b\r\n"))).containsExactly("1 a,b");
        assertThat(texts(csv("\r\nDESTINATION\tMessageText\r1\ta;b\r"))).containsExactly("1 a;b");
        assertThat(texts(csv("\u001Adestination;messageText\r\n1;a\u001A\r\n\u001A"))).containsExactly("1 a");
    }

    @Test
    void open_wrongHeaderEmptyFileOrDuplicateColumn_isRejected() {
        assertThatThrownBy(() -> csv("to,text\n1,a\n")).isInstanceOf(UnreadableFileException.class)
                .hasMessageStartingWith("File in.csv cannot be read: its first line must name the columns");
        assertThatThrownBy(() -> csv("")).isInstanceOf(UnreadableFileException.class)
                .hasMessageStartingWith("File in.csv cannot be read: it is empty: its first line must name the columns");
        for (String text : List.of("", "1", "destination,messageText\n")) {
            assertThatThrownBy(() -> json(text)).isInstanceOf(UnreadableFileException.class)
                    .hasMessageContainingAll("File in.json cannot be read: it is ", ": it must contain ", "ends with .csv");
        }
        assertThatThrownBy(() -> csv("destination,messageText,Message Text\n1,a,b\n"))
                .isInstanceOf(UnreadableFileException.class).hasMessage(
                        "File in.csv cannot be read: its first line names a column twice: remove one of the two, or give it another name");
    }

    @Test
    void open_nameWithLineBreak_isShownOnOneLine() {
        assertThatThrownBy(() -> read("in\n.csv", "")).hasMessageStartingWith("File in .csv cannot be read: ");
    }

    @Test
    void open_symbolicLink_isRejected() throws Exception {
        Path target = Files.writeString(folder.resolve("target"), HEADER);
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), target);

        assertThatThrownBy(() -> Opened.of(link, null)).isInstanceOf(UnreadableFileException.class)
                .hasMessageContainingAll("link.csv", "symbolic link", "use a copy");
        assertThatThrownBy(() -> Opened.of(folder, null)).isInstanceOf(UnreadableFileException.class)
                .hasMessageContaining("it is a symbolic link, a directory or a special file");
    }

    @Test
    void open_missingFile_isReportedAsMissing() {
        assertThatThrownBy(() -> Opened.of(folder.resolve("gone.csv"), null))
                .isInstanceOf(UnreadableFileException.class)
                .hasMessageStartingWith("File gone.csv cannot be read: it does not exist");
    }

    @Test
    void open_partlyUtf8_isRejected() {
        byte[] utf8 = (HEADER + "1,Olá,,\n2,ol").getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(utf8, utf8.length + 1);
        both[utf8.length] = (byte) 0xE1;

        assertThatThrownBy(() -> bytes("in.csv", both, null)).isInstanceOf(UnreadableFileException.class)
                .hasMessageStartingWith("File in.csv cannot be read: it is only partly UTF-8");
    }

    @Test
    void open_byteUndefinedInWindows1252_isRejected() {
        for (int undefined : List.of(0x81, 0x8D, 0x8F, 0x90, 0x9D)) {
            byte[] content = (HEADER + "1,a,,\n".repeat(5_000) + "2,?,,\n").getBytes(StandardCharsets.US_ASCII);
            content[content.length - ",,\n?".length()] = (byte) undefined;

            assertThatThrownBy(() -> bytes("in.csv", content, null)).isInstanceOf(UnreadableFileException.class)
                    .hasMessageStartingWith("File in.csv cannot be read: it is neither UTF-8 nor Windows-1252");
        }
    }

    @Test
    void open_utf8WithReplacementCharacter_isRejectedAsUtf8() {
        for (Charset charset : Arrays.asList(null, StandardCharsets.UTF_8)) {
            byte[] content = (HEADER + "1,Olá,,\n2,a\uFFFDb,,\n").getBytes(StandardCharsets.UTF_8);

            assertThatThrownBy(() -> bytes("in.csv", content, charset)).isInstanceOf(UnreadableFileException.class)
                    .hasMessage("File in.csv cannot be read: line 3 has U+FFFD, which replaces characters that an earlier"
                                + " conversion has lost: export the file again");
        }
    }

    @Test
    void open_utf16WithoutMarkOrBinaryContent_isRejected() {
        for (byte[] content : List.of((HEADER + "1,a,,\n").getBytes(StandardCharsets.UTF_16LE),
                new byte[] { 'G', 'I', 'F', 0, 0 })) {
            assertThatThrownBy(() -> bytes("in.csv", content, null)).isInstanceOf(UnreadableFileException.class)
                    .hasMessageStartingWith("File in.csv cannot be read: it is neither UTF-8 nor Windows-1252");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({ ".xlsx, 504b030414000600", ".xls, d0cf11e0a1b11ae1" })
    void open_workbook_isRejectedAsOne(String kind, String start) {
        for (Charset charset : Arrays.asList(null, StandardCharsets.ISO_8859_1)) {
            assertThatThrownBy(() -> bytes("in.csv", HexFormat.of().parseHex(start), charset))
                    .isInstanceOf(UnreadableFileException.class)
                    .hasMessage("File in.csv cannot be read: it is a workbook of a spreadsheet program, such as .xlsx, and no"
                                + " CSV: save it as CSV UTF-8");
        }
    }

    @Test
    void open_configuredCharset_usesNoOther() throws Exception {
        byte[] content = (HEADER + "1,10 €,,\n").getBytes("ISO-8859-15");

        assertThat(texts(bytes("in.csv", content, Charset.forName("ISO-8859-15")))).containsExactly("1 10 €");
        assertThatThrownBy(() -> bytes("in.csv", content, StandardCharsets.UTF_8))
                .isInstanceOf(UnreadableFileException.class).hasMessageContaining("not UTF-8");
    }

    @Test
    void json_arrayEnvelopeOrLines_returnsTheSameMessages() throws Exception {
        String one = "{\"destination\":\"1\",\"messageText\":\"a\",\"correlationId\":\"x\"}";
        String two = "{\"destination\":2,\"messageText\":\"b\",\"correlationId\":null,\"scheduledDate\":1774981800}";
        for (String content : List.of("[" + one + "," + two + "]", "{\"sms\":[" + one + "," + two + "]}",
                one + "\n" + two + "\n")) {
            List<Map<String, Object>> messages = json(content);

            assertThat(texts(messages)).containsExactly("1 a", "2 b");
            assertThat(messages).extracting(message -> message.get("correlationId")).containsExactly("x", id + "-2");
        }
    }

    @Test
    void json_invalidElement_rejectsThatElement() throws Exception {
        assertThat(texts(json("[7,{\"destination\":{\"x\":1}},{\"correlation_id\":\"1\"},"
                              + "{\"destination\":\"1\",\"messageText\":\"a\"}]")))
                .containsExactly("1 a");
        assertThat(problems).hasSize(3);
        assertThat(problems.get(0)).isEqualTo("line 1: it is not a JSON object");
        assertThat(problems.get(1)).startsWith("line 2: destination");
        assertThat(problems.get(2)).contains("correlation_id", "correlationId");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"destination\" oops", "", "{\"destination\":\"1\",\"destination\":\"2\"},{\"destination\":\"3\"}]" })
    void json_malformedInTheMiddle_keepsTheMessagesBefore(String rest) throws Exception {
        assertThat(texts(json("[{\"destination\":\"1\",\"messageText\":\"a\"},\n" + rest))).containsExactly("1 a");
        assertThat(problems).singleElement().asString().startsWith("line 2: the JSON is malformed");
    }

    @Test
    void json_beyondALimitOfTheParser_keepsTheMessagesBefore() throws Exception {
        for (String value : List.of("1".repeat(1_001), "1e99999999999", "[".repeat(1_001) + "]".repeat(1_001))) {
            problems.clear();
            json_malformedInTheMiddle_keepsTheMessagesBefore("{\"destination\":" + value + "}]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[%s]\n[%s]", "{\"sms\":[%s]}\n{\"sms\":[%s],\"account\":{\"x\":[1]}}", "%s[%s]", "[%s]{\"sms\":[%s]}",
            "{\"sms\":[%s]}%s", "[] [%s,%s] []" })
    void json_severalDocuments_readsAll(String documents) throws Exception {
        String one = "{\"destination\":\"1\",\"messageText\":\"a\"}";
        String two = "{\"destination\":\"2\",\"messageText\":\"b\"}";

        List<Map<String, Object>> messages = json(String.format(documents, one, two));

        assertThat(texts(messages)).containsExactly("1 a", "2 b");
        assertThat(messages).extracting(message -> message.get("correlationId")).containsExactly(id + "-1", id + "-2");
        assertThat(problems).isEmpty();
    }

    @Test
    void json_documentsInAnyOrder_returnsEachMessageOnce() throws Exception {
        List<String> documents = List.of("{\"destination\":\"%d\",\"messageText\":\"a\"}", "[]", "[%1$s]", "[%1$s,%1$s]",
                "{\"sms\":[]}", "{\"sms\":[%1$s]}", "{\"account\":{\"sms\":[7]},\"sms\":[%1$s,%1$s],\"more\":[[{}]]}");
        Random random = new Random(4711);
        for (int run = 0; run < 300; run++) {
            StringBuilder content = new StringBuilder("[]");
            int messages = 0;
            for (int count = random.nextInt(6); count >= 0; count--) {
                String document = documents.get(random.nextInt(documents.size())).replace("%1$s", documents.get(0));
                while (document.contains("%d")) {
                    document = document.replaceFirst("%d", String.valueOf(++messages));
                }
                content.append(List.of("", "\n", "\r\n\uFEFF", "\uFEFF", "\n\u001A").get(random.nextInt(5))).append(document);
            }

            assertThat(texts(json(content.append('\u001A').toString()))).as("%s", content)
                    .isEqualTo(IntStream.rangeClosed(1, messages).mapToObj(i -> i + " a").toList());
            assertThat(problems).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', value = {
            "`\"destination\":\"1\"` | exclude each other", "`\"messageText\":\"a\"` | exclude each other",
            "`\"correlationId\":\"x\"` | exclude each other", "`\"scheduledDate\":1774981800` | exclude each other",
            "`\"scheduled_date\":1774981800` | `misspelled: write exactly scheduledDate`" })
    void json_envelopeWithFieldsOfAMessage_isRejected(String field, String reason) throws Exception {
        String list = "\"sms\":[{\"destination\":\"2\",\"messageText\":\"a\"}]";

        assertThat(json("{" + field + "," + list + "}")).isEmpty();
        assertThat(problems).singleElement().asString().contains(reason);

        assertThat(texts(json("{\"account\":1," + list + "," + field + "}"))).as("was read before").containsExactly("2 a");
        assertThat(problems).singleElement().asString()
                .contains(reason).endsWith("; the messages of the list were read without it");
    }

    @Test
    void json_envelopeWithNullFieldsOfAMessage_isRead() throws Exception {
        assertThat(texts(json("{\"correlationId\":null,\"sms\":[{\"destination\":\"2\",\"messageText\":\"a\"}],"
                              + "\"scheduledDate\":null}")))
                .containsExactly("2 a");
        assertThat(problems).isEmpty();
    }

    @Test
    void json_numberWithPointOrExponent_isRejected() throws Exception {
        assertThat(json("[{\"destination\":1.19e10,\"messageText\":\"a\"},{\"destination\":\"1\",\"correlationId\":7.0}]"))
                .isEmpty();
        assertThat(problems).containsExactly(
                "line 1: its destination is a number with a decimal point or an exponent: write it as a text",
                "line 2: its correlationId is a number with a decimal point or an exponent: write it as a text");
    }

    @Test
    void json_beyondTheLimitsOfTheParser_isIncomplete() throws Exception {
        String good = "{\"destination\":\"1\",\"messageText\":\"a\"}";
        for (String bad : List.of("{\"destination\":" + "1".repeat(1_001) + "}", "[".repeat(1_001),
                "{\"" + "x".repeat(60_000) + "\":1}")) {
            assertThat(texts(json(good + bad + good))).containsExactly("1 a");
            assertThat(problems).singleElement().asString().startsWith("line 2: the JSON is malformed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "[%s] oops", "[%s],", "{\"sms\":[%s]} oops", "{\"sms\":[%s]", "{\"sms\":[%1$s],\"sms\":[%1$s]}" })
    void json_malformedAfterAList_isIncomplete(String documents) throws Exception {
        assertThat(texts(json(String.format(documents, "{\"destination\":\"1\",\"messageText\":\"a\"}"))))
                .containsExactly("1 a");
        assertThat(problems).singleElement().asString().startsWith("line 2: the JSON is malformed");
    }

    @Test
    void json_valuesThatAreNoMessages_areRejected() throws Exception {
        assertThat(texts(json("{\"sms\":{\"sms\":[1]},\"x\":2} [[1]] 7 {\"destination\":\"1\",\"messageText\":\"a\"}")))
                .containsExactly("1 a");
        assertThat(problems).containsExactly(
                "line 1: its field sms is not a list", "line 2: it is not a JSON object", "line 3: it is not a JSON object");
    }

    private static List<String> texts(List<Map<String, Object>> messages) {
        return messages.stream().map(message -> message.get("destination") + " " + message.get("messageText")).toList();
    }

    private List<Map<String, Object>> csv(String text) throws IOException {
        return read("in.csv", text);
    }

    private List<Map<String, Object>> json(String text) throws IOException {
        return read("in.json", text);
    }

    private List<Map<String, Object>> read(String name, String text) throws IOException {
        return bytes(name, text.getBytes(StandardCharsets.UTF_8), null);
    }

    private List<Map<String, Object>> bytes(String name, byte[] content, @Nullable Charset charset) throws IOException {
        Path path = Files.write(folder.resolve(name), content);
        List<Map<String, Object>> all = new ArrayList<>();
        try (SmsFile file = Opened.of(path, charset)) {
            id = file.id();
            problems.clear();
            int line = 0;
            while (file.hasNext()) {
                SmsRow row = file.next();
                assertThat(row.origin().line()).as("rows are in the order of the file").isGreaterThan(line);
                line = row.origin().line();
                if (row.problem() == null) {
                    all.add(row.fields());
                } else {
                    problems.add("line " + line + ": " + row.problem());
                }
            }
        }
        return all;
    }
}
