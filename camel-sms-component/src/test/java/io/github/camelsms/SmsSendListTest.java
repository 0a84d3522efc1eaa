package io.github.camelsms;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.apache.camel.processor.aggregate.GroupedExchangeAggregationStrategy;
import org.apache.camel.processor.aggregate.GroupedMessageAggregationStrategy;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.util.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for lists whose elements are no messages: cells of a table, texts that share a destination, and objects. They
 * are refused as a whole, with the remedy.
 */
class SmsSendListTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";

    private final Queue<SmsException> failures = new ConcurrentLinkedQueue<>();

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.keepTexts(true);
    }

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                onException(SmsException.class).process(
                        exchange -> failures.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, SmsException.class)));
                from("direct:send").to("sms:send");
                from("direct:bodies").aggregate(constant(true), new GroupedBodyAggregationStrategy()).completionSize(3)
                        .to("sms:send");
                from("direct:exchanges").aggregate(constant(true), new GroupedExchangeAggregationStrategy()).completionSize(3)
                        .to("sms:send");
                from("direct:messages").aggregate(constant(true), new GroupedMessageAggregationStrategy()).completionSize(3)
                        .to("sms:send");
                from("direct:notice").unmarshal().json(JsonLibrary.Jackson, Notice.class).to("sms:send");
                from("direct:notices").unmarshal().json(JsonLibrary.Jackson, Notice[].class).to("sms:send");
                from("direct:node").unmarshal().json(JsonLibrary.Jackson, JsonNode.class).to("sms:send");
                from("direct:map").unmarshal().json().to("sms:send");
            }
        };
    }

    /** An object of the application with the interface's field names. */
    public record Notice(String messageText, String destination, String correlationId, Instant scheduledDate) {
    }

    /** Objects whose properties have the interface's names in JSON only. */
    public static final class Order {

        private final String text;

        Order(String text) {
            this.text = text;
        }

        @JsonProperty("messageText")
        public String getText() {
            return text;
        }

        @JsonProperty("destination")
        public long getPhone() {
            return 11_987_654_321L;
        }

        public List<String> getItems() {
            return List.of("not", "sent");
        }
    }

    /** An object of the application without a text. */
    public record Product(String name, String destination) {
    }

    static Stream<Arguments> cells() throws Exception {
        List<String> row = List.of(NUMBER, "hello");
        return Stream.of(
                Arguments.of("rows of camel-csv", List.of(row, row)),
                Arguments.of("an empty row first", List.of(List.of(), row)),
                Arguments.of("one row", List.of(row)),
                Arguments.of("an iterator of rows", List.of(row, row).iterator()),
                Arguments.of("arrays", new String[][] { { NUMBER, "hello" }, { NUMBER, "hello" } }),
                Arguments.of("iterators", List.of(row.iterator())),
                Arguments.of("builders", List.of(List.of(new StringBuilder("hello")))),
                Arguments.of("bytes", List.of(List.of("hello".getBytes(StandardCharsets.UTF_8)))),
                Arguments.of("JSON", "[[\"" + NUMBER + "\",\"hello\"],[\"" + NUMBER + "\",\"hello\"]]"),
                Arguments.of("nested envelopes", "[{\"sms\":[\"hello\"],\"x\":1}]"),
                Arguments.of("a tree", new ObjectMapper().readTree("[[\"hello\"]]")),
                Arguments.of("JSON in a list", List.of("[\"hello\"]")),
                Arguments.of("an envelope", Map.of("sms", List.of(row))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void send_listsOfTexts_failsNamingUseMaps(String form, Object body) {
        for (String uri : List.of("sms:send", "sms:send?allowTextList=true", "sms:send?longMessage=split")) {
            if (form.contains("iterator") && !uri.equals("sms:send")) {
                continue;
            }
            Exchange exchange = send(uri, e -> {
                e.getMessage().setBody(body);
                e.getMessage().setHeader("CamelSmsDestination", NUMBER);
            });
            assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class)
                    .hasMessageContaining("useMaps").hasMessageNotContaining(NUMBER);
        }
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_rowAmongMessages_isRejectedOnce() {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", null);
        List<String> row = List.of(NUMBER, "hello");
        for (Object nested : new Object[] { row, row.iterator(), "[[\"a\",[\"b\"],\"c\"]]" }) {
            Exchange exchange = send("direct:send", e -> {
                e.getMessage().setBody(Arrays.asList(message, nested, new SmsMessage("hello", NUMBER, "c2", null)));
                e.getMessage().setHeader("CamelSmsDestination", NUMBER);
            });
            assertThat(results(exchange)).extracting(SmsSendResult::outcome)
                    .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.REJECTED, SmsOutcome.ACCEPTED);
            assertThat(results(exchange).get(1).reason()).contains("useMaps");
        }
    }

    static Stream<Arguments> texts() throws Exception {
        return Stream.of(
                Arguments.of("a list", List.of("Ana", "Bia", "Cleo")),
                Arguments.of("one text", List.of("Ana")),
                Arguments.of("an iterator", List.of("Ana", "Bia").iterator()),
                Arguments.of("an array", new String[] { "Ana", "Bia" }),
                Arguments.of("bytes", List.of("Ana".getBytes(StandardCharsets.UTF_8))),
                Arguments.of("JSON", "[\"Ana\",\"Bia\"]"),
                Arguments.of("an envelope", "{\"sms\":[\"Ana\"]}"),
                Arguments.of("a tree", new ObjectMapper().readTree("[\"Ana\"]")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void send_textsAndOneDestination_failsNamingTheOption(String form, Object body) {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(body);
            e.getMessage().setHeader("CamelSmsDestination", NUMBER);
        });
        assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class)
                .hasMessageContaining("allowTextList=true").hasMessageContaining("CamelSmsDestination")
                .hasMessageNotContaining(NUMBER);
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_allowTextList_sendsEachTextToTheDestination() {
        Exchange exchange = send("sms:send?allowTextList=true", e -> {
            e.getMessage().setBody(List.of("Ana", "Bia"));
            e.getMessage().setHeader("CamelSmsDestination", NUMBER);
        });
        assertThat(results(exchange)).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.ACCEPTED);
    }

    @Test
    void send_textAmongMessages_isRejectedAlone() {
        Exchange exchange = send("direct:send", e -> {
            e.getMessage().setBody(Arrays.asList(new SmsMessage("hello", NUMBER, "c1", null), "Ana"));
            e.getMessage().setHeader("CamelSmsDestination", "11900000000");
        });
        assertThat(results(exchange)).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.REJECTED);
        assertThat(results(exchange).get(1).reason()).contains("allowTextList");
    }

    @Test
    void aggregate_textsWithADestinationEach_sendsNothing() {
        assertThat(aggregate("direct:bodies")).isInstanceOf(SmsRejectedException.class)
                .hasMessageContaining("allowTextList");
    }

    @Test
    void aggregate_exchangesOrMessages_failsAsAWholeNamingTheRemedy() {
        assertThat(aggregate("direct:exchanges")).isInstanceOf(SmsRejectedException.class)
                .hasMessageContaining("GroupedBodyAggregationStrategy");
        assertThat(aggregate("direct:messages")).isInstanceOf(SmsRejectedException.class)
                .hasMessageContaining("GroupedBodyAggregationStrategy");
    }

    /** Aggregates the texts of three persons, each with the destination in the header, and returns the failure. */
    private Throwable aggregate(String uri) {
        for (String name : List.of("Ana", "Bia", "Cleo")) {
            send(uri, e -> {
                e.getMessage().setBody("Hello " + name);
                e.getMessage().setHeader("CamelSmsDestination", "1190000000" + name.length());
            });
        }
        await().until(() -> !failures.isEmpty());
        assertThat(simulator.statistics().sendRequests()).isZero();
        return failures.remove();
    }

    static Stream<Object> objects() {
        return Stream.of(new Product("book", NUMBER), new DefaultExchange(new DefaultCamelContext()),
                new DefaultExchange(new DefaultCamelContext()).getMessage());
    }

    @ParameterizedTest
    @MethodSource("objects")
    void send_listOfOtherObjects_failsAsAWhole(Object element) {
        for (Object body : new Object[] {
                List.of(element, element), Collections.singletonList(element).iterator(), new Object[] { element },
                Arrays.asList(element, new SmsMessage("hello", NUMBER, "c1", null)) }) {
            Exchange exchange = send(body);
            assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class)
                    .hasMessageContaining(element.getClass().getName()).hasMessageNotContaining(NUMBER);
        }
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    @Test
    void send_otherObjectAmongMessages_isRejectedAlone() {
        Exchange exchange = send(List.of(new SmsMessage("hello", NUMBER, "c1", null), new Product("book", NUMBER)));
        assertThat(results(exchange)).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.REJECTED);
    }

    static Stream<Arguments> unmarshalled() {
        String one = "{\"messageText\":\"hello\",\"destination\":\"" + NUMBER + "\",\"correlationId\":\"c1\"}";
        return Stream.of(
                Arguments.of("direct:notice", one), Arguments.of("direct:notices", "[" + one + "]"),
                Arguments.of("direct:node", one), Arguments.of("direct:node", "[" + one + "]"),
                Arguments.of("direct:map", one), Arguments.of("direct:map", "{\"sms\":[" + one + "]}"));
    }

    @ParameterizedTest
    @MethodSource("unmarshalled")
    void send_unmarshalledJson_isSent(String uri, String json) {
        Exchange exchange = send(uri, e -> e.getMessage().setBody(json));
        assertThat(exchange.getException()).isNull();
        assertThat(simulator.message("c1")).map(SimulatedMessage::destination).contains(NUMBER);
    }

    @Test
    void send_objectsWithTheFieldNames_areSent() {
        Notice notice = new Notice("hello", NUMBER, "c1", Instant.parse("2030-01-01T00:00:00Z"));
        JsonObject object = new JsonObject();
        object.put("messageText", "hello");
        object.put("destination", NUMBER);
        object.put("correlationId", "c3");
        Exchange exchange = send(List.of(notice, new Order("hello"), object));
        assertThat(exchange.getException()).isNull();
        assertThat(results(exchange)).extracting(SmsSendResult::outcome).containsOnly(SmsOutcome.ACCEPTED);
        assertThat(simulator.message("c1").orElseThrow().scheduledDate()).isEqualTo(notice.scheduledDate());
        assertThat(simulator.message(String.valueOf(results(exchange).get(1).correlationId())).orElseThrow().destination())
                .isEqualTo(NUMBER);
        assertThat(result(send(object)).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(result(send(new Order("hello"))).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }
}
