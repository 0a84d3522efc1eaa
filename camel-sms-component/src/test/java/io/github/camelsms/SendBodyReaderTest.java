package io.github.camelsms;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What bodies of every kind yield: messages, refusals, or a failure that says why.
 */
class SendBodyReaderTest {

    private static final String NUMBER = "11987654321";
    private static final String ONE = json("c1");
    private static final String TWO = json("c2");
    private static final String BOM = "\ufeff";

    @TempDir
    private Path folder;

    private final BodyReading reading = new BodyReading();
    private final ClosingInput inputs = new ClosingInput();

    @AfterEach
    void close() {
        reading.close();
    }

    // Several documents in one body

    private Stream<Object> everyKind(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("body-" + text.hashCode()), bytes);
        GenericFile<File> genericFile = new GenericFile<>();
        genericFile.setFile(file.toFile());
        return Stream.of(
                text, new StringBuilder(text), bytes, inputs.stream(bytes), new StringReader(text), file, file.toFile(),
                genericFile);
    }

    @ParameterizedTest
    @ValueSource(strings = { "\n", "\r\n", "\n\n", " ", "" })
    void read_severalDocuments_yieldsEachMessage(String separator) throws IOException {
        everyKind(ONE + separator + TWO + separator + json("c3") + separator).forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.failure()).as("%s", body.getClass()).isNull();
            assertThat(yield.ids()).as("%s", body.getClass()).containsExactly("c1", "c2", "c3");
            assertThat(yield.messages()).hasSize(3);
            assertThat(yield.single()).isFalse();
        });
    }

    @Test
    void read_documentsOfEveryForm_yieldsAllMessagesInOrder() throws IOException {
        String text = ONE + "\n[" + TWO + ",[" + json("c3") + "]]\n{\"x\":1,\"sms\":[" + json("c4") + "],\"y\":{}}\n[]"
                      + json("c5");
        everyKind(text).forEach(
                body -> assertThat(reading.read(body).ids()).as("%s", body.getClass())
                        .containsExactly("c1", "c2", "c3", "c4", "c5"));
    }

    @Test
    void read_oneDocumentAndALineEnd_isOneMessage() throws IOException {
        everyKind(ONE + "\n \n").forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.single()).as("%s", body.getClass()).isTrue();
            assertThat(yield.ids()).containsExactly("c1");
        });
    }

    static Stream<String> trailingContent() {
        return Stream.of(
                ONE + " Bom dia", ONE + "\n4711", ONE + "\n\"text\"", ONE + "\nnull", ONE + "," + TWO, ONE + "]",
                "[" + ONE + "] x", "[" + ONE + "]}", "{\"sms\":[" + ONE + "]} x", ONE + "\n{\"messageText\":",
                ONE + "\n" + BOM + TWO, "{\"sms\":[" + ONE + "]", "{\"sms\":[" + ONE + "],\"sms\":[" + TWO + "]}",
                "{\"sms\":[" + ONE + "],\"messageText\":\"x\"}", "{\"messageText\":\"x\",\"sms\":[" + ONE + "]}",
                "[" + ONE + "," + TWO, "[" + ONE + " " + TWO + "]");
    }

    @ParameterizedTest
    @MethodSource("trailingContent")
    void read_contentThatIsNoMessage_isNeverDroppedAndNeverSentAsText(String text) throws IOException {
        everyKind(text).forEach(body -> {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
            String kind = body.getClass().getSimpleName();
            assertThat(yield.failure() != null || !yield.refusals().isEmpty()).as(kind).isTrue();
            assertThat(yield.messages()).as(kind).allSatisfy(message -> assertThat(message.messageText()).isEqualTo("hello"));
            if (body instanceof CharSequence || body instanceof byte[]) {
                assertThat(yield.messages()).as("%s is in memory, so nothing of it is sent", kind).isEmpty();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = { "[Promo] 50% off", "{não é JSON}", "[1] Bom dia", "[", "{" })
    void read_textThatOnlyBeginsLikeJson_isTheTextOfAMessageWithADestination(String text) throws IOException {
        everyKind(text).forEach(body -> {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::messageText).containsExactly(text);
        });
    }

    @Test
    void read_sameFieldTwice_isRefusedAlone() throws IOException {
        everyKind("[{\"destination\":\"1187654321\"," + ONE.substring(1) + "," + TWO + "]").forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::correlationId).containsExactly("c2");
            assertThat(yield.refusals()).hasSize(1);
            assertThat(yield.refusals().get(0).reason()).contains("destination", "twice");
        });
    }

    // Numbers

    static Stream<String> exactNumbers() {
        return Stream.of("12345678901234567890", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0",
                "12345678901234567890123456789012345678901234567890");
    }

    @ParameterizedTest
    @MethodSource("exactNumbers")
    void read_wholeNumberOfAnySizeAsId_keepsItsDigits(String number) throws IOException {
        everyKind(json("c1").replace("\"c1\"", number))
                .forEach(body -> assertThat(reading.read(body).ids()).as("%s", body.getClass()).containsExactly(number));
        Map<String, Object> map = fields("c1");
        map.put("correlationId", new BigInteger(number));
        assertThat(reading.read(map).ids()).containsExactly(number);
        assertThat(reading.read(new ObjectMapper().readTree(json("c1").replace("\"c1\"", number))).ids())
                .containsExactly(number);
        SmsMessage noId = new SmsMessage("hello", NUMBER, null, null);
        assertThat(
                reading.read(
                        noId, exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationId", new BigInteger(number)))
                        .ids())
                .containsExactly(number);
    }

    static Stream<Object> wholeNumbers() {
        return Stream.of(12345678.0, 12345678.0f, new BigDecimal("12345678.000"), new BigDecimal("1.2345678E7"), 12345678L);
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void read_wholeNumberOfAnyTypeAsId_isItsDigits(Object number) {
        Map<String, Object> map = fields("c1");
        map.put("correlationId", number);
        assertThat(reading.read(map).ids()).containsExactly("12345678");
        assertThat(
                reading.read(
                        new SmsMessage("hello", NUMBER, null, null),
                        exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationId", number)).ids())
                .containsExactly("12345678");
    }

    static Stream<Number> numbersOfThePhone() {
        return Stream.of(
                1_187_654_321L, 1_187_654_321, 1_187_654_321.0, BigInteger.valueOf(1_187_654_321),
                new BigDecimal("1187654321.0"), new BigDecimal("1.187654321E9"));
    }

    @ParameterizedTest
    @MethodSource("numbersOfThePhone")
    void read_numberAsDestination_isItsDigits(Number destination) {
        Map<String, Object> map = fields("c1");
        map.put("destination", destination);
        assertThat(reading.read(map).messages()).extracting(SmsMessage::destination).containsExactly("1187654321");
        for (Object body : new Object[] { "hello", List.of("hello") }) {
            assertThat(
                    reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", destination))
                            .messages())
                    .extracting(SmsMessage::destination).containsExactly("1187654321");
        }
    }

    @Test
    void read_headerNumberThatStandsForNoDigits_isRefused() {
        for (Object body : new Object[] { "hello", List.of("hello", ONE) }) {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", 1187654321.5));
            assertThat(yield.refusals()).as("%s", body).hasSize(1);
            assertThat(yield.refusals().get(0).reason()).contains("destination is a number with a fraction")
                    .doesNotContain("1187");
        }
    }

    static Stream<Object> inexactNumbers() {
        return Stream.of(
                1.5, 1e300, Double.NaN, Double.POSITIVE_INFINITY, 9007199254740994.0, 33554432f, 0.1f,
                new BigDecimal("0.10"), new BigDecimal("1e999999999"), new BigDecimal("1e-999999999"));
    }

    @ParameterizedTest
    @MethodSource("inexactNumbers")
    void read_numberThatStandsForNoDigits_isRefused(Object number) {
        for (String field : List.of("correlationId", "messageText", "destination", "scheduledDate")) {
            Map<String, Object> map = fields("c1");
            map.put(field, number);
            BodyReading.Yield yield = reading.read(map);
            assertThat(yield.messages()).as(field).isEmpty();
            assertThat(yield.refusals()).hasSize(1);
            assertThat(yield.refusals().get(0).reason()).contains(field);
        }
        assertThat(
                reading.read(
                        new SmsMessage("hello", NUMBER, null, null),
                        exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationId", number)).messages())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "1.5", "1e999999999", "1e-5", "true", "{}", "[]", "[\"c1\"]" })
    void read_jsonValueThatIsNoText_isRefusedAlone(String value) throws IOException {
        everyKind("[" + json("c1").replace("\"c1\"", value) + "," + TWO + "]").forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::correlationId).containsExactly("c2");
            assertThat(yield.refusals()).hasSize(1);
        });
    }

    @ParameterizedTest
    @CsvSource({
            "CamelSmsPriority,7.5", "CamelSmsPriority,18446744073709551620", "CamelSmsTimeToLive,1.5",
            "CamelSmsTimeToLive,18446744073709552616" })
    void read_headerNumberThatDoesNotFit_isRefused(String header, BigDecimal number) {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", null);
        assertThat(reading.read(message, exchange -> exchange.getMessage().setHeader(header, number)).messages()).isEmpty();
        Object other = number.scale() == 0 ? number.toBigInteger() : number.doubleValue();
        assertThat(reading.read(message, exchange -> exchange.getMessage().setHeader(header, other)).messages()).isEmpty();
    }

    // Names of fields

    @ParameterizedTest
    @CsvSource({
            "correlationid,correlationId", "CorrelationId,correlationId", "correlation_id,correlationId",
            "correlation-id,correlationId", "'correlation id',correlationId", "' correlationId ',correlationId",
            "CORRELATION_ID,correlationId", "messagetext,messageText", "message_text,messageText",
            "Destination,destination", "'destination\u00a0',destination", "scheduled_date,scheduledDate",
            "SCHEDULEDDATE,scheduledDate" })
    void read_misspelledField_isRefusedAloneNamingBoth(String misspelled, String name) throws IOException {
        Map<String, Object> map = fields("c1");
        map.put("scheduledDate", 1_893_456_000L);
        String json = new ObjectMapper().writeValueAsString(map).replace("\"" + name + "\"", "\"" + misspelled + "\"");
        map.put(misspelled, Objects.requireNonNull(map.remove(name)));
        everyKind(json).forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        everyKind("[" + json + "," + TWO + "]").forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        everyKind(json + "\n" + TWO).forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        everyKind("{\"sms\":[" + TWO + "," + json + "]}")
                .forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        for (Object body : new Object[] {
                map, List.of(map, ONE), new Object[] { TWO, map }, Map.of("sms", List.of(map)), tree(json),
                tree("[" + TWO + "," + json + "]"), List.of(tree(json)), List.of(json, ONE) }) {
            assertMisspelled(reading.read(body), misspelled, name);
        }
    }

    private static void assertMisspelled(BodyReading.Yield yield, String misspelled, String name) {
        assertThat(yield.failure()).isNull();
        assertThat(yield.refusals()).hasSize(1);
        assertThat(yield.messages()).hasSize(yield.elements().size() - 1);
        assertThat(yield.refusals().get(0).reason()).contains("\"" + misspelled.strip().replace("\u00a0", "") + "\"", name)
                .doesNotContain("hello", NUMBER, "\u00a0");
    }

    @Test
    void read_misspelledBesideTheField_isRefused() throws IOException {
        String json = ONE.replace("}", ",\"correlation_id\":\"other\"}");
        everyKind(json).forEach(body -> assertMisspelled(reading.read(body), "correlation_id", "correlationId"));
        Map<String, Object> map = fields("c1");
        map.put("correlation_id", "other");
        assertMisspelled(reading.read(map), "correlation_id", "correlationId");
        assertMisspelled(reading.read(tree(json)), "correlation_id", "correlationId");
    }

    @Test
    void read_otherFields_areIgnored() throws IOException {
        String json = ONE.replace(
                "}", ",\"id\":1,\"correlationIds\":[2],\"text\":\"x\",\"date\":{},\"messagetxt\":3,\"_\":4,\"\":5}");
        everyKind(json).forEach(body -> assertThat(reading.read(body).messages()).as("%s", body.getClass()).hasSize(1));
        assertThat(reading.read(tree(json)).messages()).hasSize(1);
        Map<Object, Object> map = new HashMap<>(fields("c1"));
        map.put("correlationIds", 2);
        map.put(null, 3);
        map.put(4, 5);
        assertThat(reading.read(map).messages()).hasSize(1);
    }

    @Test
    void read_mapThatTakesNamesInAnyCase_isRead() {
        Map<String, Object> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        map.putAll(Map.of("MESSAGETEXT", "hello", "Destination", NUMBER, "correlationid", "c1"));
        BodyReading.Yield yield = reading.read(map);
        assertThat(yield.ids()).containsExactly("c1");
        assertThat(yield.messages()).hasSize(1);
    }

    @Test
    void read_misspelledFieldBesideAList_isNoListThatIsSentWithoutIt() throws IOException {
        for (String json : List.of(
                "{\"sms\":[" + ONE + "],\"Correlation_Id\":\"x\"}", "{\"messagetext\":\"x\",\"sms\":[" + ONE + "]}")) {
            everyKind(json).forEach(body -> {
                BodyReading.Yield yield = reading.read(body);
                assertThat(yield.failure() != null || !yield.refusals().isEmpty()).as("%s", body.getClass()).isTrue();
            });
            assertThat(reading.read(tree(json)).refusals()).hasSize(1);
        }
        Object list = inputs.javaStream(List.of(ONE));
        assertThat(reading.read(Map.of("sms", list, "Correlation_Id", "x")).refusals()).hasSize(1);
        inputs.assertAllClosedOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = { "SMS", "Sms", "s_m_s" })
    void read_misspelledList_isRefusedNamingBoth(String misspelled) throws IOException {
        for (String json : List.of(
                "{\"" + misspelled + "\":[" + ONE + "]}", ONE.replace("}", ",\"" + misspelled + "\":[" + TWO + "]}"))) {
            everyKind(json).forEach(body -> assertMisspelled(reading.read(body), misspelled, "sms"));
            assertMisspelled(reading.read(tree(json)), misspelled, "sms");
        }
        assertMisspelled(reading.read(Map.of(misspelled, List.of(fields("c1")))), misspelled, "sms");
    }

    // Byte order marks and character sets

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE" })
    void read_byteOrderMark_isNoPartOfTheBody(String charset) {
        for (String text : List.of(ONE, "[" + ONE + "]", "olá")) {
            byte[] bytes = (BOM + text).getBytes(Charset.forName(charset));
            for (Object body : new Object[] { bytes, inputs.stream(bytes) }) {
                BodyReading.Yield yield
                        = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
                assertThat(yield.messages()).as("%s %s", text, body.getClass()).hasSize(1);
                assertThat(yield.messages().get(0).messageText()).isEqualTo(text.equals("olá") ? "olá" : "hello");
            }
        }
    }

    @Test
    void read_markInFrontOfAText_isNoPartOfIt() throws IOException {
        for (String text : List.of(BOM + "olá", BOM + BOM + "olá")) {
            assertThat(
                    everyKind(text).map(
                            body -> reading.read(
                                    body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER))))
                    .allSatisfy(yield -> assertThat(yield.messages().get(0).messageText()).isEqualTo("olá"));
            assertThat(
                    reading.read(List.of(text), exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER))
                            .messages().get(0).messageText())
                    .isEqualTo("olá");
        }
        everyKind(BOM + ONE + "\n" + TWO)
                .forEach(body -> assertThat(reading.read(body).ids()).as("%s", body.getClass()).containsExactly("c1", "c2"));
        assertThat(reading.read(List.of(BOM + ONE, BOM + TWO)).ids()).containsExactly("c1", "c2");
    }

    @ParameterizedTest
    @CsvSource({
            "ISO-8859-1,CamelCharsetName", "windows-1252,CamelCharsetName", "UTF-16,CamelCharsetName",
            "UTF-16LE,CamelCharsetName", "ISO-8859-1,Content-Type", "windows-1252,Content-Type", "UTF-16BE,Content-Type",
            "UTF-8,Content-Type" })
    void read_bytesInACharacterSet_areReadInIt(String charset, String declaredBy) {
        String accented = "ação – não".replace("–", charset.startsWith("ISO") ? "-" : "–");
        for (String text : List.of(accented, ONE.replace("hello", accented), "[" + ONE.replace("hello", accented) + "]")) {
            byte[] bytes = text.getBytes(Charset.forName(charset));
            Object[] bodies = { bytes, inputs.stream(bytes), List.of(bytes), List.of(inputs.stream(bytes)) };
            for (Object body : bodies) {
                BodyReading.Yield yield = reading.read(body, exchange -> {
                    exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
                    if (declaredBy.equals("Content-Type")) {
                        exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/json; charset=\"" + charset + "\"");
                    } else {
                        exchange.setProperty(Exchange.CHARSET_NAME, charset);
                    }
                });
                assertThat(yield.messages()).as("%s %s", text, body.getClass()).extracting(SmsMessage::messageText)
                        .containsExactly(accented);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-16LE", "UTF-16BE" })
    void read_jsonInUtf16ThatNothingDeclares_isRecognized(String charset) {
        byte[] bytes = ("[" + ONE + "]").getBytes(Charset.forName(charset));
        for (Object body : new Object[] { bytes, inputs.stream(bytes) }) {
            assertThat(
                    reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER)).ids())
                    .containsExactly("c1");
        }
    }

    @Test
    void read_bytesThatAreNotInTheCharacterSet_areRefusedRatherThanGarbled() {
        for (String text : List.of("ação", ONE.replace("hello", "ação"))) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            for (Object body : new Object[] { bytes, inputs.stream(bytes) }) {
                BodyReading.Yield yield
                        = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
                assertThat(yield.messages()).isEmpty();
                assertThat(yield.refusals()).hasSize(1);
                assertThat(yield.refusals().get(0).reason()).contains("UTF-8", "CamelCharsetName");
            }
        }
        inputs.assertAllClosedOnce();
    }

    @Test
    void read_characterSetThatDoesNotExist_failsWithTheRemedyAndClosesTheStream() {
        for (String name : List.of("no-such-set", "!")) {
            BodyReading.Yield yield = reading.read(
                    inputs.stream("hello"),
                    exchange -> exchange.getMessage().setHeader("Content-Type", "text/plain; charset=" + name));
            assertThat(yield.failure()).isInstanceOf(SmsRejectedException.class).hasMessageContaining("CamelCharsetName");
        }
        inputs.assertAllClosedOnce();
    }

    // Files

    @Test
    void read_fileAmongElements_standsForItsMessages() throws IOException {
        Path file = Files.writeString(folder.resolve("two.json"), ONE + "\n" + TWO);
        assertThat(reading.read(List.of(file, file.toFile(), new SmsMessage("hello", NUMBER, "c3", null))).ids())
                .containsExactly("c1", "c2", "c1", "c2", "c3");
    }

    @Test
    void read_fileThatIsNotThere_failsAndNamesIt() {
        for (Object body : new Object[] { folder.resolve("none.json"), folder.resolve("none.json").toFile(), folder }) {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.failure()).isInstanceOf(SmsException.class).hasMessageContaining("nothing was sent");
        }
    }

    @Test
    void read_fileThatIsNotThereAmongElements_isRefusedAlone() {
        BodyReading.Yield yield
                = reading.read(List.of(folder.resolve("none.json"), new SmsMessage("hello", NUMBER, "c1", null)));
        assertThat(yield.ids()).containsExactly(null, "c1");
        assertThat(yield.messages()).hasSize(1);
    }

    // Containers

    @Test
    void read_containerThatHoldsItself_failsInsteadOfLooping() {
        List<Object> list = new ArrayList<>();
        list.add(new SmsMessage("hello", NUMBER, "c1", null));
        list.add(list);
        BodyReading.Yield yield = reading.read(list);
        assertThat(yield.ids()).containsExactly("c1");
        assertThat(yield.failure()).hasMessageContaining("itself");
        Iterable<Object> endless = endless(1);
        assertThat(reading.read(endless).failure()).hasMessageContaining("nested");
    }

    private static Iterable<Object> endless(int depth) {
        return () -> List.<Object> of(endless(depth + 1)).iterator();
    }

    @Test
    void read_containersNestedTooDeep_fail() throws IOException {
        everyKind("[".repeat(900) + ONE + "]".repeat(900)).forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).isEmpty();
            assertThat(yield.failure() != null || !yield.refusals().isEmpty()).as("%s", body.getClass()).isTrue();
        });
        Object nested = new SmsMessage("hello", NUMBER, "c1", null);
        for (int i = 0; i < 900; i++) {
            nested = List.of(nested);
        }
        assertThat(reading.read(nested).failure()).hasMessageContaining("nested");
    }

    static Stream<Arguments> endings() {
        return Stream.of(
                "[" + ONE + "]", ONE + ONE, ("[" + ONE + "]").getBytes(StandardCharsets.UTF_8), List.of(ONE),
                new Object[] { ONE }, Map.of("sms", List.of(fields("c1"))), Map.of("sms", new Object[] { fields("c1") }),
                tree("[" + ONE + "]"), tree("{\"sms\":[" + ONE + "]}"))
                .map(body -> Arguments.of(body));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void read_bodyThatIsAllInMemory_isKnownToEnd(Object body) {
        BodyReading.Yield yield = reading.read(body);
        assertThat(yield.finite()).isTrue();
        assertThat(yield.single()).isFalse();
        assertThat(yield.ids()).contains("c1");
    }

    @Test
    void read_bodyThatIsReadAsItIsSent_isNotKnownToEnd() {
        Iterable<Object> iterable = () -> List.<Object> of(ONE).iterator();
        for (Object body : new Object[] {
                inputs.stream("[" + ONE + "]"), List.of(ONE).iterator(), Stream.of(ONE), iterable,
                new StringReader("[" + ONE + "]"),
                Map.of("sms", List.of(ONE).iterator()), Map.of("sms", iterable) }) {
            assertThat(reading.read(body).finite()).as("%s", body.getClass()).isFalse();
        }
    }

    @Test
    void read_envelopesAmongElements_standForTheirMessages() {
        assertThat(
                reading.read(
                        List.of(Map.of("sms", List.of(fields("c1"))), tree("{\"sms\":[" + TWO + "]}"),
                                "{\"sms\":[" + json("c3") + "]}"))
                        .ids())
                .containsExactly("c1", "c2", "c3");
        assertThat(reading.read("[{\"sms\":[" + ONE + "]}]").ids()).containsExactly("c1");
    }

    @Test
    void read_mapWithKeysOfAnotherType_isRefusedAlone() {
        Map<Object, Object> map = new TreeMap<>(Map.of(1, "x"));
        assertThat(reading.read(map).refusals()).hasSize(1);
        assertThat(reading.read(List.of(map, new SmsMessage("hello", NUMBER, "c1", null))).messages()).hasSize(1);
    }

    // Closing

    @ParameterizedTest
    @MethodSource("contents")
    void read_streamOfAnyContent_isClosedOnce(String content) {
        for (boolean destination : new boolean[] { true, false }) {
            List<Supplier<Object>> bodies = List.of(
                    () -> inputs.stream(content), () -> inputs.reader(content), () -> inputs.javaStream(List.of(content)),
                    () -> Map.of("sms", inputs.iterator(List.of(content))),
                    () -> inputs.iterator(Arrays.asList(inputs.javaStream(List.of(content)), null)));
            for (Supplier<Object> supplier : bodies) {
                Object body = supplier.get();
                reading.read(body, exchange -> {
                    if (destination) {
                        exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
                    }
                });
                inputs.assertAllClosedOnce();
            }
        }
    }

    static Stream<String> contents() {
        return Stream.concat(
                trailingContent(),
                Stream.of("hello", "", " ", ONE, ONE + TWO, "[" + ONE + "]", "[]", "{", "{\"sms\":[]}", "x".repeat(100_000)));
    }

    // Dates

    @ParameterizedTest
    @ValueSource(longs = {
            100_000_000_000L, 1_767_323_045_000L, 1_767_323_045_000_000L, 99_999_999L, 20_260_331L, 60L, 0L, -1L })
    void read_numberThatIsNoEpochSecondsOfOurTime_isRefusedWhereverItStands(long number) throws IOException {
        String json = ONE.replace("}", ",\"scheduledDate\":");
        everyKind(json + number + "}").forEach(body -> assertRefusedDate(reading.read(body)));
        everyKind(json + "\"" + number + "\"}").forEach(body -> assertRefusedDate(reading.read(body)));
        for (Object value : new Object[] { number, BigInteger.valueOf(number), (double) number, String.valueOf(number) }) {
            Map<String, Object> map = fields("c1");
            map.put("scheduledDate", value);
            assertRefusedDate(reading.read(map));
            assertRefusedDate(
                    reading.read(ONE, exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", value)));
        }
    }

    private static void assertRefusedDate(BodyReading.Yield yield) {
        assertThat(yield.messages()).isEmpty();
        assertThat(yield.refusals()).hasSize(1);
        assertThat(yield.refusals().get(0).reason()).contains("scheduledDate", "seconds");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\"\"", "\"  \"", "null" })
    void read_blankScheduledDate_isNone(String blank) throws IOException {
        everyKind(ONE.replace("}", ",\"scheduledDate\":" + blank + "}")).forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).hasSize(1);
            assertThat(yield.messages().get(0).scheduledDate()).isNull();
        });
        Map<String, Object> map = fields("c1");
        map.put("scheduledDate", new StringBuilder(" "));
        assertThat(reading.read(map).messages()).hasSize(1);
        assertThat(
                reading.read(ONE, exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", " ")).messages())
                .hasSize(1);
    }

    @Test
    void read_epochSecondsOfAnyNumberType_areTheDate() {
        for (Object value : new Object[] {
                1_893_456_000L, 1_893_456_000, 1.893456e9, BigInteger.valueOf(1_893_456_000), "1893456000" }) {
            Map<String, Object> map = fields("c1");
            map.put("scheduledDate", value);
            assertThat(reading.read(map).messages()).extracting(SmsMessage::scheduledDate)
                    .containsExactly(Instant.ofEpochSecond(1_893_456_000));
        }
    }

    @Test
    void read_iteratorThatThrows_isClosedAndEndsTheInput() {
        BodyReading.Yield yield = reading.read(inputs.iterator(List.of(ONE, inputs.breakingIterator(), ONE)));
        assertThat(yield.ids()).containsExactly("c1");
        assertThat(yield.failure()).hasMessageContaining("broke off");
        inputs.assertAllClosedOnce();
    }

    private static Object tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String json(String id) {
        return "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER + "\",\"correlationId\":\"" + id + "\"}";
    }

    private static Map<String, Object> fields(String id) {
        return new HashMap<>(Map.of("messageText", "hello", "destination", NUMBER, "correlationId", id));
    }
}
