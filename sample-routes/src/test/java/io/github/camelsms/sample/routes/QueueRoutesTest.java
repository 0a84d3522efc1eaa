package io.github.camelsms.sample.routes;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SimulatedMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.Test;

import org.apache.camel.component.jms.JmsConsumer;
import org.apache.camel.component.jms.JmsEndpoint;

import static org.assertj.core.api.Assertions.assertThat;

class QueueRoutesTest extends SampleRoutesFixture {

    @Test
    void outbox_textsAndJson_areSentOnceWithOneResultEach() throws Exception {
        app.produce("sms.outbox", 300, (jms, i) -> {
            Message message = i % 2 == 0 ? text(jms, i) : json(jms, i);
            message.setJMSCorrelationID("request-" + i);
            return message;
        });

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(300));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates().hasSize(300);
        assertThat(app.depth("sms.outbox")).isZero();
        Message result = app.receive("sms.results");
        assertThat(result.getJMSCorrelationID()).startsWith("request-");
        assertThat(result.getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(result.getStringProperty("correlationId")).startsWith("id-");
        Map<?, ?> body = new ObjectMapper().readValue(result.getBody(String.class), Map.class);
        assertThat(body.get("outcome")).isEqualTo("ACCEPTED");
        assertThat(body.get("code")).isEqualTo(5);
        assertThat(String.valueOf(body.get("smsId"))).isNotBlank();
    }

    /**
     * Otherwise the listener container would log the messages that it rejects, with the properties that have their
     * numbers.
     */
    @Test
    void outbox_messagesArriveWhileItStops_areAccepted() throws Exception {
        app.start();

        assertThat(app.context().getRoute("sms-queue").getEndpoint()).isInstanceOfSatisfying(
                JmsEndpoint.class, queue -> assertThat(queue.isAcceptMessagesWhileStopping()).isTrue());
    }

    @Test
    void outbox_messageWithoutId_getsTheSameIdOnEachDelivery() throws Exception {
        List<String> ids = new CopyOnWriteArrayList<>();
        app.failOnce("sms:send", exchange -> ids.add(exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class)));
        app.produce("sms.outbox", 1, (jms, i) -> withoutId(jms));

        app.start();

        await(() -> assertThat(ids).hasSize(2));
        await(() -> assertThat(app.depth("sms.outbox")).isZero());
        await(() -> assertThat(app.depth("sms.results")).isEqualTo(1));
        assertThat(new HashSet<>(ids)).singleElement().asString().matches("[0-9a-f]{40}");
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).containsExactly(ids.get(0));
    }

    /** Applications set the property from a value that they may not have. */
    @Test
    void outbox_emptyCorrelationId_isReplacedByTheHashOfTheMessageId() throws Exception {
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = withoutId(jms);
            message.setStringProperty("correlationId", "");
            return message;
        });

        app.start();

        Message result = app.receive("sms.results");
        assertThat(result.getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(result.getStringProperty("correlationId")).matches("[0-9a-f]{40}");
    }

    @Test
    void outbox_neitherMessageIdNorCorrelationId_isRejected() throws Exception {
        app.produceWithoutMessageIds("sms.outbox", 3, (jms, i) -> switch (i) {
            case 0 -> withoutId(jms);
            case 1 -> text(jms, 1);
            default -> json(jms, 2);
        });

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(3));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId)
                .containsExactlyInAnyOrder("id-1", "id-2");
        assertThat(results()).filteredOn(result -> result.path("outcome").asText().equals("REJECTED")).singleElement()
                .satisfies(result -> assertThat(result.path("reason").asText()).contains("correlationId"));
    }

    @Test
    void outbox_sameMessageTwice_isSentOnce() throws Exception {
        app.produce("sms.outbox", 2, (jms, i) -> text(jms, 7));

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(1));
        await(() -> assertThat(app.depth("sms.outbox")).isZero());
        app.produce("sms.outbox", 1, (jms, i) -> text(jms, 8));
        await(() -> assertThat(app.simulator.message("id-8")).isPresent());
        await(() -> assertThat(app.depth("sms.results")).isEqualTo(2));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).containsExactly("id-7", "id-8");
    }

    @Test
    void outbox_invalidMessages_areRejectedWithoutBlockingOthers() throws Exception {
        List<SampleApplicationHarness.Customizer> bad = List.of(
                (jms, i) -> jms.createTextMessage("no recipient"),
                (jms, i) -> jms.createTextMessage(),
                (jms, i) -> jms.createTextMessage("{\"destination\":"),
                (jms, i) -> jms.createMapMessage(),
                (jms, i) -> jms.createMessage(),
                (jms, i) -> bytes(jms),
                (jms, i) -> {
                    Message message = text(jms, i);
                    message.setStringProperty("destination", "12");
                    return message;
                });
        app.produce("sms.outbox", bad.size() + 1,
                (jms, i) -> i < bad.size() ? bad.get(i).message(jms, i) : text(jms, i));

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(bad.size() + 1));
        assertThat(app.depth("sms.outbox")).isZero();
        assertThat(app.simulator.statistics().acceptedMessages()).isEqualTo(1);
        assertThat(results()).filteredOn(result -> result.path("outcome").asText().equals("REJECTED")).hasSize(bad.size())
                .allSatisfy(result -> assertThat(result.path("reason").asText()).isNotBlank().doesNotContain("no recipient"));
    }

    /** Each of them makes the exchange fail. */
    @Test
    void outbox_bodiesWithoutMessages_areDeadLettersAndDoNotPauseTheRoute() throws Exception {
        Gadget.DESERIALIZED.set(0);
        app.with("sms.pause", "3600000");
        int dead = app.deadLetters();
        app.produce("sms.outbox", 4, (jms, i) -> switch (i) {
            case 0 -> object(jms);
            case 1 -> stream(jms, "a text");
            case 2 -> jms.createTextMessage("[[\"a\"]]");
            default -> text(jms, i);
        });

        app.start();

        await(() -> assertThat(app.deadLetters()).isEqualTo(dead + 3));
        await(() -> assertThat(app.depth("sms.results")).isEqualTo(1));
        assertThat(app.depth("sms.outbox")).isZero();
        assertThat(Gadget.DESERIALIZED).hasValue(0);
    }

    @Test
    void outbox_arrayWithRejectedMessages_hasOneResultEach() throws Exception {
        String array = """
                [{"destination":"11987654321","messageText":"good","correlationId":"id-0"},
                 {"destination":"12","messageText":"bad","correlationId":"id-1"},
                 {"destination":"11987654321","correlationId":"id-2"}]""";
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = jms.createTextMessage(array);
            message.setJMSCorrelationID("request-1");
            return message;
        });

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(3));
        Map<String, Message> results = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            Message result = app.receive("sms.results");
            results.put(result.getStringProperty("correlationId"), result);
        }
        assertThat(results.get("id-0").getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertRejected(results.get("id-1"), "destination has 2 digits");
        assertRejected(results.get("id-2"), "messageText");
    }

    @Test
    void outbox_arrayWithoutIds_hasIdsThatARedeliveryKeeps() throws Exception {
        List<Message> sent = new ArrayList<>();
        app.produce("sms.outbox", 1, (jms, i) -> {
            sent.add(jms.createTextMessage("""
                    [{"destination":"11987654321","messageText":"one"},
                     {"destination":"11987654321","messageText":"two","correlationId":"own"},
                     {"destination":"11987654321","messageText":"three"}]"""));
            return sent.get(0);
        });

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(3));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(app.receive("sms.results").getStringProperty("correlationId"));
        }
        String hash = HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-1").digest(sent.get(0).getJMSMessageID().getBytes(StandardCharsets.UTF_8)));
        assertThat(ids).containsExactlyInAnyOrder(hash + "-1", "own", hash + "-3");
    }

    /** Returns the contents of the queue of results, which are removed. */
    private List<JsonNode> results() throws Exception {
        List<JsonNode> results = new ArrayList<>();
        for (int depth = app.depth("sms.results"); depth > 0; depth--) {
            results.add(new ObjectMapper().readTree(app.receive("sms.results").getBody(String.class)));
        }
        return results;
    }

    private static void assertRejected(Message result, String reason) throws Exception {
        assertThat(result.getJMSCorrelationID()).isEqualTo("request-1");
        assertThat(result.getStringProperty("outcome")).isEqualTo("REJECTED");
        Map<?, ?> body = new ObjectMapper().readValue(result.getBody(String.class), Map.class);
        assertThat(body.get("outcome")).isEqualTo("REJECTED");
        assertThat(String.valueOf(body.get("reason"))).contains(reason);
    }

    @Test
    void outbox_serviceUnreachable_isStoredAndSentAfterTheRestart() throws Exception {
        app.simulator.stop();
        app.produce("sms.outbox", 20, QueueRoutesTest::text);
        app.start();
        await(() -> assertThat(app.depth("sms.outbox")).isZero());
        app.stop();

        app.simulator.start();
        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(20));
        assertThat(app.simulator.statistics().acceptedMessages()).isEqualTo(20);
    }

    @Test
    void outbox_responseLost_isSettledByItsStatusAndNotSentAgain() throws Exception {
        app.simulator.failNext(Operation.SEND, Fault.dropAfterAccepting());
        app.produce("sms.outbox", 1, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isPositive());
        await(() -> assertThat(app.receive("sms.results").getStringProperty("outcome")).isEqualTo("ACCEPTED"));
        assertThat(app.simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void outbox_timeToLiveEndsBeforeSending_isNotSent() throws Exception {
        app.with("sms.timeToLive", "1").simulator.stop();
        app.produce("sms.outbox", 2, (jms, i) -> {
            Message message = text(jms, i);
            if (i == 1) {
                message.setStringProperty("timeToLive", "1h");
            }
            return message;
        });
        app.start();

        Message expired = app.receive("sms.results");
        app.simulator.start();
        Message sent = app.receive("sms.results");

        assertThat(expired.getStringProperty("correlationId")).isEqualTo("id-0");
        assertThat(expired.getStringProperty("outcome")).isEqualTo("NOT_SENT");
        assertThat(sent.getStringProperty("correlationId")).isEqualTo("id-1");
        assertThat(sent.getStringProperty("outcome")).isEqualTo("ACCEPTED");
    }

    @Test
    void outbox_storeUnavailable_messagesStayOnTheQueueUntilItWorks() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        app.with("sms.pause", "3600000").around("sms:send", exchange -> {
            attempts.incrementAndGet();
            throw new SmsNotSentException("the store is full", List.of());
        }, exchange -> {
        });
        app.produce("sms.outbox", 50, QueueRoutesTest::text);
        app.start();

        await(() -> assertThat(app.context().getRoute("sms-queue").getConsumer())
                .isInstanceOfSatisfying(JmsConsumer.class, consumer -> assertThat(consumer.isSuspended()).isTrue()));
        app.stop();
        await(() -> assertThat(app.depth("sms.outbox")).isEqualTo(50));
        assertThat(attempts).hasValueLessThan(50);

        app.with("sms.pause", "10").failOnce("sms:send", exchange -> {
        });
        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(50));
        assertThat(app.simulator.messages()).hasSize(50);
    }

    @Test
    void outbox_namesOfInternalHeaders_haveNoEffect() throws Exception {
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = text(jms, i);
            message.setStringProperty("destination", "12");
            message.setStringProperty("resultsFile", "chosen.csv");
            for (String name : List.of("outcome", "smsId", "reason", "sentAt", "CamelSmsId", "CamelSmsRejected",
                    "CamelSmsOutcome", "CamelJmsDestinationName")) {
                message.setStringProperty(name, "7");
            }
            return message;
        });

        app.start();

        Message result = app.receive("sms.results");
        assertThat(folder.resolve("results")).isEmptyDirectory();
        assertThat(result.getStringProperty("outcome")).isEqualTo("REJECTED");
        assertThat(Collections.list(result.getPropertyNames())).filteredOn(name -> !String.valueOf(name).startsWith("JMSX"))
                .containsExactlyInAnyOrder("outcome", "correlationId", "Content_HYPHEN_Type");
    }

    @Test
    void outbox_streamMessageOfBytes_isSent() throws Exception {
        app.produce("sms.outbox", 1, (jms, i) -> stream(jms, "Hello".getBytes(StandardCharsets.UTF_8)));

        app.start();

        assertThat(app.receive("sms.results").getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::text).containsExactly("Hello");
    }

    /** Tests the remedy that log lines name, as an operator applies it with jconsole. */
    @Test
    void outbox_waitingMessage_canBeCancelledWithJmx() throws Exception {
        app.simulator.stop();
        app.produce("sms.outbox", 1, QueueRoutesTest::text);
        app.managed().start();
        await(() -> assertThat(app.depth("sms.outbox")).isZero());

        await(() -> assertThat(cancelWithJmx("id-0")).singleElement().asString().contains("CANCELLED"));

        Message result = app.receive("sms.results");
        assertThat(result.getStringProperty("outcome")).isEqualTo("NOT_SENT");
        assertThat(result.getBody(String.class)).contains("\"reason\":\"ordered twice\"");
    }

    private List<?> cancelWithJmx(String id) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName endpoints = new ObjectName(
                "org.apache.camel:context=" + app.context().getManagementName() + ",type=endpoints,name=\"sms://send*\"");
        return (List<?>) server.invoke(server.queryNames(endpoints, null).iterator().next(), "cancelMessages",
                new Object[] { id, "ordered twice" }, new String[] { String.class.getName(), String.class.getName() });
    }

    private static Message stream(JMSContext jms, Object content) throws JMSException {
        StreamMessage message = jms.createStreamMessage();
        message.writeObject(content);
        message.setStringProperty("destination", "11987654321");
        return message;
    }

    private static Message withoutId(JMSContext jms) throws JMSException {
        TextMessage message = jms.createTextMessage("Hello");
        message.setStringProperty("destination", "11987654321");
        return message;
    }

    static Message text(JMSContext jms, int i) throws JMSException {
        TextMessage message = jms.createTextMessage("text " + i);
        message.setStringProperty("destination", "11987654321");
        message.setStringProperty("correlationId", "id-" + i);
        return message;
    }

    private static Message json(JMSContext jms, int i) {
        return jms.createTextMessage("{\"destination\":\"11987654321\",\"messageText\":\"text " + i
                                     + "\",\"correlationId\":\"id-" + i + "\"}");
    }

    private static Message object(JMSContext jms) throws JMSException {
        ObjectMessage message = jms.createObjectMessage(new Gadget());
        message.setStringProperty("destination", "11987654321");
        return message;
    }

    private static Message bytes(JMSContext jms) throws JMSException {
        BytesMessage message = jms.createBytesMessage();
        message.writeBytes(new byte[] { (byte) 0xff, 'a' });
        message.setStringProperty("destination", "11987654321");
        return message;
    }
}
