package io.github.camelsms.body;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for bodies that are JSON trees of Jackson, and for the application's objects.
 */
class SendBodyNodesTest extends SendBodyFixture {

    private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);
    private static final String PHONE = "1187654321";

    /** An object of the application with text as bytes. */
    public record Bytes(byte[] messageText, String destination) {
    }

    /** An object of the application with the interface's field names. */
    public record Notice(String messageText, String destination, String correlationId) {
    }

    private static ObjectNode message() {
        return NODES.objectNode().put("messageText", "hello").put("destination", NUMBER).put("correlationId", "c1");
    }

    static Stream<JsonNode> phones() {
        return Stream.of(
                NODES.numberNode(1_187_654_321), LongNode.valueOf(1_187_654_321L), DoubleNode.valueOf(1.187654321e9),
                NODES.numberNode(new BigInteger(PHONE)), DecimalNode.valueOf(new BigDecimal("1187654321.000")),
                DecimalNode.valueOf(new BigDecimal("1.187654321E+9")), new POJONode(1_187_654_321L));
    }

    @ParameterizedTest
    @MethodSource("phones")
    void read_numberAsDestination_keepsItsDigits(JsonNode phone) {
        assertThat(reading.read(message().set("destination", phone)).messages()).extracting(SmsMessage::destination)
                .containsExactly(PHONE);
    }

    @Test
    void read_numberWithAnExponent_isTheWholeNumber() throws IOException {
        String json = ONE.replace("\"c1\"", "1e3");
        for (Object body : List.of(json, tree(json), tree("[" + json + "]"), tree("{\"sms\":[" + json + "]}"))) {
            assertThat(reading.read(body).ids()).containsExactly("1000");
        }
    }

    static Stream<JsonNode> inexact() {
        return Stream.of(
                DoubleNode.valueOf(9007199254740994.0), DoubleNode.valueOf(Double.NaN), DoubleNode.valueOf(1e300),
                NODES.numberNode(33554432f), DecimalNode.valueOf(new BigDecimal("1187654321.5")),
                DecimalNode.valueOf(new BigDecimal("1e999999999")));
    }

    @ParameterizedTest
    @MethodSource("inexact")
    void read_numberThatIsNotExact_isRejected(JsonNode phone) {
        assertThat(reading.read(message().set("destination", phone)).refusals()).singleElement()
                .extracting(SmsSendResult::reason).asString().contains("destination is a ", "number");
    }

    /** In JSON text, bytes would be Base64, which nobody wants to receive. */
    @Test
    void read_bytesAsText_areRejected() {
        byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
        for (Object body : new Object[] {
                message().put("messageText", bytes), message().set("messageText", new POJONode(bytes)),
                new Bytes(bytes, NUMBER), List.of(new Bytes(bytes, NUMBER)) }) {
            assertThat(reading.read(body).refusals()).singleElement().extracting(SmsSendResult::reason).asString()
                    .contains("messageText is a byte[], not a text");
        }
    }

    @Test
    void read_objectsAndListsAsFields_areRejectedWithTheirKind() {
        assertThat(reading.read(message().set("destination", NODES.objectNode())).refusals()).singleElement()
                .extracting(SmsSendResult::reason).asString().contains("destination is an object, not a text");
        assertThat(reading.read(message().set("destination", NODES.arrayNode())).refusals()).singleElement()
                .extracting(SmsSendResult::reason).asString().contains("destination is a list, not a text");
    }

    static Stream<JsonNode> otherNodes() {
        return Stream.of(
                NullNode.instance, MissingNode.getInstance(), BooleanNode.TRUE, IntNode.valueOf(5),
                BinaryNode.valueOf("hello".getBytes(StandardCharsets.UTF_8)), new POJONode("hello"));
    }

    @ParameterizedTest
    @MethodSource("otherNodes")
    void read_nodeThatIsNoMessage_isRejected(JsonNode node) {
        BodyReading.Yield body = reading.read(node, exchange -> exchange.getMessage().setHeader("CamelSmsDestination", NUMBER));
        assertThat(body.failure()).isInstanceOf(SmsRejectedException.class).hasMessageContaining(node.getClass().getName());
        BodyReading.Yield elements = reading.read(NODES.arrayNode().add(node).add(message()));
        assertThat(elements.ids()).containsExactly(null, "c1");
        assertThat(elements.refusals()).hasSize(1);
    }

    @Test
    void read_listInANodeOfAnArray_returnsItsMessages() {
        assertThat(reading.read(tree("[{\"sms\":[" + ONE + ",[" + TWO + "]]}," + json("c3") + "]")).ids())
                .containsExactly("c1", "c2", "c3");
    }

    @Test
    void read_nodeNestedTooDeeply_isRejectedAlone() {
        ObjectNode deep = message();
        JsonNode nested = NODES.objectNode();
        for (int i = 0; i < 200_000; i++) {
            nested = NODES.objectNode().set("x", nested);
        }
        deep.set("x", nested);
        BodyReading.Yield yield = reading.read(List.of(deep, fields("c2")));
        assertThat(yield.ids()).containsExactly("c1", "c2");
        assertThat(yield.refusals()).singleElement().extracting(SmsSendResult::reason).asString()
                .contains("check its nesting");
    }

    @Test
    void read_nodeThatCannotBeConverted_isRejectedWithoutItsContent() {
        ObjectNode message = message();
        message.set("x", new POJONode(new Object()));
        BodyReading.Yield yield = reading.read(List.of(message, fields("c2")));
        assertThat(yield.ids()).containsExactly("c1", "c2");
        assertThat(yield.refusals()).singleElement().extracting(SmsSendResult::reason).asString()
                .contains("InvalidDefinitionException", "ObjectMapper").doesNotContain("hello", NUMBER);
    }

    /** Of the settings of an application's mapper, those for the names of properties do not concern a tree or a map. */
    @Test
    void read_mapperOfTheApplication_doesNotChangeWhatIsRead() {
        reading.bind(
                "mapper", new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                        .enable(SerializationFeature.WRAP_ROOT_VALUE));
        Notice notice = new Notice("hello", NUMBER, "c1");
        for (Object body : List.of(tree(ONE), message(), notice, List.of(tree(ONE)), fields("c1"), ONE)) {
            BodyReading.Yield yield = reading.read(body);
            assertThat(yield.ids()).containsExactly("c1");
            assertThat(yield.messages()).extracting(SmsMessage::messageText).containsExactly("hello");
        }
    }

    /** The application's own converter of JSON, which may be stricter. */
    @Test
    void read_mapperThatRefusesTheNumber_rejectsTheMessage() {
        reading.bind(
                "mapper",
                new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS));
        ObjectNode huge = message().put("correlationId", new BigInteger("12345678901234567890123"));
        assertThat(reading.read(huge).refusals()).singleElement().extracting(SmsSendResult::reason).asString()
                .contains("InputCoercionException", "ObjectMapper");
    }
}
