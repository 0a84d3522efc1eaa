package io.github.camelsms.body;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.camelsms.SmsException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for reading bodies of each kind: messages, rejections, and failures with their reason.
 */
class SendBodyReaderTest extends SendBodyFixture {

    @ParameterizedTest
    @ValueSource(strings = { "\n", "\r\n", "\n\n", " ", "" })
    void read_severalDocuments_returnsEachMessage(String separator) throws IOException {
        everyKind(ONE + separator + TWO + separator + json("c3") + separator).forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.failure()).as("%s", body.getClass()).isNull();
            assertThat(yield.ids()).as("%s", body.getClass()).containsExactly("c1", "c2", "c3");
            assertThat(yield.messages()).hasSize(3);
            assertThat(yield.single()).isFalse();
        });
    }

    @Test
    void read_documentsOfEachForm_returnsAllMessagesInOrder() throws IOException {
        String text = ONE + "\n[" + TWO + ",[" + json("c3") + "]]\n{\"x\":1,\"sms\":[" + json("c4") + "],\"y\":{}}\n[]"
                      + json("c5");
        everyKind(text).forEach(
                body -> assertThat(reading.read(body).ids()).as("%s", body.getClass())
                        .containsExactly("c1", "c2", "c3", "c4", "c5"));
    }

    @Test
    void read_severalMessagesAndAScheduledDateHeader_getThatDate() throws IOException {
        Instant header = Instant.parse("2030-01-01T10:00:00Z");
        Instant own = Instant.ofEpochSecond(1_893_456_000);
        String dated = ONE.replace("}", ",\"scheduledDate\":" + own.getEpochSecond() + "}");
        everyKind("[" + dated + "," + TWO + "]").forEach(body -> {
            BodyReading.Yield yield = reading.read(
                    body, exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", header));
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::scheduledDate)
                    .containsExactly(own, header);
        });
    }

    @Test
    void read_severalMessagesAndAnInvalidDateHeader_areRejected() throws IOException {
        BodyReading.Yield yield = reading.read(
                "[" + ONE + "," + TWO + "]",
                exchange -> exchange.getMessage().setHeader("CamelSmsScheduledDate", "tomorrow"));
        assertThat(yield.messages()).isEmpty();
        assertThat(yield.refusals()).hasSize(2)
                .allSatisfy(refusal -> assertThat(refusal.reason()).contains("scheduledDate"));
    }

    @Test
    void read_oneDocumentAndALineBreak_isOneMessage() throws IOException {
        everyKind(ONE + "\n \n").forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.single()).as("%s", body.getClass()).isTrue();
            assertThat(yield.ids()).containsExactly("c1");
        });
    }

    @Test
    void read_manyWithPrefix_completesIdsWithThePosition() throws IOException {
        String noId = ONE.replace("c1", "").replaceFirst(",?\"correlationId\":\"\"", "");
        everyKind("[" + noId + ",[" + TWO + "," + noId + "]]").forEach(body -> {
            assertThat(reading.read(body, exchange -> {
                exchange.getMessage().setHeader("CamelSmsCorrelationId", "of one message");
                exchange.getMessage().setHeader("CamelSmsCorrelationIdPrefix", "order-7");
            }).ids()).as("%s", body.getClass()).containsExactly("order-7-1", "c2", "order-7-3");
        });
    }

    @Test
    void read_manyWithANumberAsPrefix_usesItsDigitsOrRejects() {
        SmsMessage noId = new SmsMessage("hello", NUMBER, null, null);
        assertThat(withPrefix(noId, 12345678.0).ids()).containsExactly("12345678-1");
        assertThat(withPrefix(noId, 7L).ids()).containsExactly("7-1");
        assertThat(withPrefix(noId, 7.5).refusals()).singleElement().extracting(SmsSendResult::reason).asString()
                .contains("CamelSmsCorrelationIdPrefix", "fraction");
    }

    private BodyReading.Yield withPrefix(SmsMessage message, Object prefix) {
        return reading.read(
                List.of(message), exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationIdPrefix", prefix));
    }

    @Test
    void read_manyWithEmptyPrefix_rejectsMessagesWithoutId() throws IOException {
        String noId = ONE.replace("c1", "").replaceFirst(",?\"correlationId\":\"\"", "");
        everyKind("[" + noId + "," + TWO + "]").forEach(body -> {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationIdPrefix", ""));
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::correlationId)
                    .containsExactly("c2");
            assertThat(yield.refusals()).hasSize(1);
        });
    }

    static Stream<String> trailingContent() {
        return Stream.of(
                ONE + " Bom dia", ONE + "\n4711", ONE + "\n\"text\"", ONE + "\nnull", ONE + "," + TWO, ONE + "]",
                "[" + ONE + "] x", "[" + ONE + "]}", "{\"sms\":[" + ONE + "]} x", ONE + "\n{\"messageText\":",
                ONE + "\n" + BOM + TWO, "{\"sms\":[" + ONE + "]", "{\"sms\":[" + ONE + "],\"sms\":[" + TWO + "]}",
                "{\"sms\":[" + ONE + "],\"messageText\":\"x\"}", "{\"messageText\":\"x\",\"sms\":[" + ONE + "]}",
                "[" + ONE + "," + TWO, "[" + ONE + " " + TWO + "]", "{\"messageText\":", "{\"messageText\":}",
                "{\"messageText\":NaN}", "{\"messageText\":hello}", "[{\"messageText\":'hello'}]", "{\"messageText\"=\"x\"}");
    }

    @ParameterizedTest
    @MethodSource("trailingContent")
    void read_invalidContent_isNeitherDroppedNorSentAsText(String text) throws IOException {
        everyKind(text).forEach(body -> {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
            String kind = body.getClass().getSimpleName();
            assertThat(yield.failure() != null || !yield.refusals().isEmpty()).as(kind).isTrue();
            assertThat(yield.messages()).as(kind).allSatisfy(message -> assertThat(message.messageText()).isEqualTo("hello"));
            if (body instanceof CharSequence || body instanceof byte[]) {
                assertThat(yield.messages()).as("%s is in memory, so nothing is sent", kind).isEmpty();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = { "[Promo] 50% off", "{não é JSON}", "[1] Bom dia", "[", "{" })
    void read_textThatOnlyStartsLikeJson_isTheMessageText(String text) throws IOException {
        everyKind(text).forEach(body -> {
            BodyReading.Yield yield
                    = reading.read(body, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::messageText).containsExactly(text);
        });
    }

    @Test
    void read_duplicateField_rejectsThatMessage() throws IOException {
        everyKind("[{\"destination\":\"1187654321\"," + ONE.substring(1) + "," + TWO + "]").forEach(body -> {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.messages()).as("%s", body.getClass()).extracting(SmsMessage::correlationId).containsExactly("c2");
            assertThat(yield.refusals()).hasSize(1);
            assertThat(yield.refusals().get(0).reason()).contains("destination", "twice");
        });
    }

    @Test
    void read_fileAmongElements_returnsItsMessages() throws IOException {
        Path file = Files.writeString(folder.resolve("two.json"), ONE + "\n" + TWO);
        assertThat(reading.read(List.of(file, file.toFile(), new SmsMessage("hello", NUMBER, "c3", null))).ids())
                .containsExactly("c1", "c2", "c1", "c2", "c3");
    }

    @Test
    void read_missingFile_failsNamingIt() {
        for (Object body : new Object[] { folder.resolve("none.json"), folder.resolve("none.json").toFile(), folder }) {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.failure()).isInstanceOf(SmsException.class).hasMessageContaining("nothing was sent");
        }
    }

    @Test
    void read_missingFileAmongElements_rejectsThatElement() {
        BodyReading.Yield yield
                = reading.read(List.of(folder.resolve("none.json"), new SmsMessage("hello", NUMBER, "c1", null)));
        assertThat(yield.ids()).containsExactly(null, "c1");
        assertThat(yield.messages()).hasSize(1);
    }

    @Test
    void read_containerThatContainsItself_fails() {
        List<Object> list = new ArrayList<>();
        list.add(new SmsMessage("hello", NUMBER, "c1", null));
        list.add(list);
        BodyReading.Yield yield = reading.read(list);
        assertThat(yield.ids()).containsExactly("c1");
        assertThat(yield.failure()).hasMessageContaining("itself");
        Iterable<Object> endless = endless(1);
        assertThat(reading.read(endless).failure()).hasMessageContaining("nested");
    }

    @Test
    void read_envelopeThatContainsItself_rejectsThatMessage() {
        Map<String, Object> envelope = new HashMap<>();
        envelope.put("sms", Map.of("sms", envelope));
        for (Map<?, ?> body : List.of(envelope, Map.of("sms", envelope, "messageText", "hello"))) {
            assertThat(reading.read(body).refusals()).hasSize(1);
            assertThat(reading.read(List.of(body, new SmsMessage("hello", NUMBER, "c1", null))).messages()).hasSize(1);
        }
    }

    private static Iterable<Object> endless(int depth) {
        return () -> List.<Object> of(endless(depth + 1)).iterator();
    }

    @Test
    void read_containersNestedTooDeeply_fails() throws IOException {
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
    void read_bodyInMemory_isFinite(Object body) {
        BodyReading.Yield yield = reading.read(body);
        assertThat(yield.finite()).isTrue();
        assertThat(yield.single()).isFalse();
        assertThat(yield.ids()).contains("c1");
    }

    @Test
    void read_streamedBody_isNotFinite() {
        Iterable<Object> iterable = () -> List.<Object> of(ONE).iterator();
        for (Object body : new Object[] {
                inputs.stream("[" + ONE + "]"), List.of(ONE).iterator(), Stream.of(ONE), iterable,
                new StringReader("[" + ONE + "]"),
                Map.of("sms", List.of(ONE).iterator()), Map.of("sms", iterable) }) {
            assertThat(reading.read(body).finite()).as("%s", body.getClass()).isFalse();
        }
    }

    @Test
    void read_envelopesAmongElements_returnsTheirMessages() {
        assertThat(
                reading.read(
                        List.of(Map.of("sms", List.of(fields("c1"))), tree("{\"sms\":[" + TWO + "]}"),
                                "{\"sms\":[" + json("c3") + "]}"))
                        .ids())
                .containsExactly("c1", "c2", "c3");
        assertThat(reading.read("[{\"sms\":[" + ONE + "]}]").ids()).containsExactly("c1");
    }

    @Test
    void read_mapWithKeysOfAnotherType_rejectsThatMessage() {
        Map<Object, Object> map = new TreeMap<>(Map.of(1, "x"));
        assertThat(reading.read(map).refusals()).hasSize(1);
        assertThat(reading.read(List.of(map, new SmsMessage("hello", NUMBER, "c1", null))).messages()).hasSize(1);
    }

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

    @Test
    void read_headerThatCannotBeRead_closesTheInput() {
        List<String> broken = new AbstractList<>() {
            @Override
            public String get(int index) {
                throw new IllegalStateException("the session is closed");
            }

            @Override
            public int size() {
                return 1;
            }
        };
        BodyReading.Yield yield = reading.read(
                inputs.iterator(List.of(ONE)),
                exchange -> exchange.getMessage().setHeader("CamelSmsCorrelationIdPrefix", broken));
        assertThat(yield.failure()).isInstanceOf(IllegalStateException.class);
        inputs.assertAllClosedOnce();
    }

    @Test
    void read_iteratorThrows_isClosedAndEndsTheInput() {
        BodyReading.Yield yield = reading.read(inputs.iterator(List.of(ONE, inputs.breakingIterator(), ONE)));
        assertThat(yield.ids()).containsExactly("c1");
        assertThat(yield.failure()).hasMessageContaining("broke off");
        inputs.assertAllClosedOnce();
    }
}
