package io.github.camelsms.body;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Invariants of any body: only content of the body is sent, nothing is dropped silently, each input is closed once, and
 * the type of the body object makes no difference.
 */
final class BodyCheck {

    private static final String NUMBER = "11900000000";
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.USE_BIG_INTEGER_FOR_INTS);

    private BodyCheck() {
    }

    /** Checks a text in each type of object that can contain it. */
    static void text(String text, boolean hasDestination, BodyReading reading, Path file) {
        ClosingInput inputs = new ClosingInput();
        Consumer<Exchange> preparation = preparation(null, hasDestination);
        BodyReading.Yield inMemory = reading.read(text, preparation);
        checkAgainstModel(text, inMemory);
        boolean isBroken = !inMemory.elements().isEmpty() && inMemory.messages().isEmpty();
        // An unpaired surrogate cannot be encoded, and zero bytes look like UTF-16.
        boolean hasBytes = StandardCharsets.UTF_8.newEncoder().canEncode(text) && text.indexOf(0) < 0;
        for (Object body : BodyMaker.contents(text, inputs, file)) {
            if (!hasBytes && !(body instanceof CharSequence)) {
                Container.close(body);
                continue;
            }
            BodyReading.Yield yield = reading.read(body, preparation);
            String kind = body.getClass().getName();
            if (isRefusedInAList(yield, inMemory)) {
                continue;
            } else if (isBroken && !yield.messages().isEmpty()) {
                // Streamed: messages before the error have been sent, and the exchange reports the error.
                assertThat(yield.failure()).as(kind).isNotNull();
            } else {
                assertThat(yield.messages()).as(kind).isEqualTo(inMemory.messages());
                assertThat(texts(yield)).as(kind).isEqualTo(texts(inMemory));
                boolean isSilent = yield.failure() == null && yield.refusals().isEmpty();
                assertThat(isSilent).as(kind).isEqualTo(inMemory.failure() == null && inMemory.refusals().isEmpty());
            }
        }
        if (hasBytes) {
            inputs.assertAllClosedOnce();
        }
    }

    /** Checks bytes, which may be invalid in any character set. */
    static void bytes(byte[] bytes, String charset, boolean hasDestination, BodyReading reading) {
        ClosingInput inputs = new ClosingInput();
        Consumer<Exchange> preparation = preparation(charset, hasDestination);
        BodyReading.Yield inMemory = reading.read(bytes, preparation);
        List<Object> bodies = Arrays.asList(
                inputs.stream(bytes), List.of(bytes), List.of(inputs.stream(bytes)),
                inputs.iterator(List.of(inputs.stream(bytes))),
                Map.of("sms", inputs.javaStream(List.of(bytes))));
        for (Object body : bodies) {
            BodyReading.Yield yield = reading.read(body, preparation);
            if (isRefusedInAList(yield, inMemory)) {
                continue;
            } else if (yield.failure() == null && inMemory.failure() == null) {
                assertThat(yield.messages()).isEqualTo(inMemory.messages());
                assertThat(texts(yield)).isEqualTo(texts(inMemory));
            } else {
                assertThat(inMemory.failure() != null || !inMemory.refusals().isEmpty()).isTrue();
            }
        }
        inputs.assertAllClosedOnce();
    }

    /** Returns whether an array of texts was refused, because it is in a list. Its other messages must be the same. */
    private static boolean isRefusedInAList(BodyReading.Yield yield, BodyReading.Yield inMemory) {
        boolean isRefused = yield.refusals().stream().anyMatch(refusal -> isRow(refusal.reason()))
                || yield.failure() != null && isRow(yield.failure().getMessage());
        if (isRefused) {
            assertThat(texts(inMemory)).containsAll(texts(yield));
        }
        return isRefused;
    }

    private static boolean isRow(@Nullable String reason) {
        return String.valueOf(reason).contains("useMaps");
    }

    private static List<@Nullable String> texts(BodyReading.Yield yield) {
        return yield.messages().stream().map(SmsMessage::messageText).toList();
    }

    private static Consumer<Exchange> preparation(@Nullable String charset, boolean hasDestination) {
        return exchange -> {
            if (charset != null) {
                exchange.setProperty(Exchange.CHARSET_NAME, charset);
            }
            if (hasDestination) {
                exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
            }
        };
    }

    /** Compares the messages with those that another JSON reader finds in the text. */
    private static void checkAgainstModel(String text, BodyReading.Yield yield) {
        List<SmsMessage> sent = yield.messages();
        List<JsonNode> leaves = leaves(text);
        if (leaves == null) {
            // Invalid JSON: either the text of one message, or nothing is sent.
            if (!sent.isEmpty()) {
                assertThat(sent).hasSize(1);
                assertThat(composed(text)).endsWith(composed(sent.get(0).messageText()));
            }
            assertThat(yield.elements().size() + (yield.failure() == null ? 0 : 1)).isEqualTo(1);
            return;
        }
        if (yield.failure() == null && yield.elements().size() != leaves.size()) {
            // An unreadable element makes the whole document unreadable, and is reported for all of it.
            assertThat(yield.elements()).hasSize(1);
            assertThat(sent).isEmpty();
        }
        List<JsonNode> left = new ArrayList<>(leaves);
        for (SmsMessage message : sent) {
            while (!isOf(message, left.remove(0))) {
                assertThat(left).as("one leaf per message").isNotEmpty();
            }
        }
    }

    private static boolean isOf(SmsMessage message, JsonNode leaf) {
        if (leaf.isTextual()) {
            return composed(leaf.textValue()).endsWith(composed(message.messageText()));
        }
        return composed(message.messageText()).equals(composed(value(leaf, "messageText")))
                && Objects.equals(message.correlationId(), value(leaf, "correlationId"))
                && (!leaf.hasNonNull("destination")
                        || digits(value(leaf, "destination")).endsWith(String.valueOf(message.destination())));
    }

    private static String composed(@Nullable String text) {
        return Normalizer.normalize(String.valueOf(text), Normalizer.Form.NFC);
    }

    private static String digits(@Nullable String number) {
        return String.valueOf(number).replaceAll("[^0-9]", "");
    }

    private static @Nullable String value(JsonNode leaf, String field) {
        JsonNode value = leaf.get(field);
        if (value == null || value.isNull()) {
            return null;
        } else if (value.isBigDecimal() || value.isFloatingPointNumber()) {
            BigDecimal shortest = value.decimalValue().stripTrailingZeros();
            return shortest.scale() <= 0 && shortest.scale() > -200 ? shortest.toBigInteger().toString() : "no digits";
        }
        return value.asText();
    }

    /** Returns all objects, texts and other values in the documents of a text, or null if it is not JSON. */
    private static @Nullable List<JsonNode> leaves(String text) {
        int start = ContentReader.jsonStart(text);
        if (start < 0) {
            return null;
        }
        List<JsonNode> leaves = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(text.substring(start))) {
            while (parser.nextToken() != null) {
                JsonNode document = JSON.readTree(parser);
                if (!document.isContainerNode()) {
                    return null;
                }
                addLeaves(document, leaves);
            }
        } catch (IOException | RuntimeException e) {
            return null;
        }
        return leaves;
    }

    private static void addLeaves(JsonNode node, List<JsonNode> leaves) {
        if (node.isArray()) {
            node.forEach(element -> addLeaves(element, leaves));
        } else if (node.path("sms").isArray()) {
            addLeaves(node.get("sms"), leaves);
        } else {
            List<JsonNode> inText = node.isTextual() ? leaves(node.textValue()) : null;
            leaves.addAll(inText == null ? List.of(node) : inText);
        }
    }
}
