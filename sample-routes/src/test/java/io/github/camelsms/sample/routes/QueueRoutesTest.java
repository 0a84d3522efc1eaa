package io.github.camelsms.sample.routes;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.sample.LogLines;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.component.jms.JmsEndpoint;
import org.apache.camel.impl.engine.DefaultShutdownStrategy;

import static org.assertj.core.api.Assertions.assertThat;

class QueueRoutesTest extends SampleRoutesFixture {

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_textsAndJson_areSentOnceWithOneResultEach(String language) throws Exception {
        app.produce("sms.outbox", 300, (jms, i) -> {
            Message message = i % 2 == 0 ? text(jms, i) : json(jms, i);
            message.setJMSCorrelationID("request-" + i);
            return message;
        });

        app.start(language);

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(300));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates().hasSize(300);
        assertThat(app.depth("sms.outbox")).isZero();
        Message result = app.receive("sms.results");
        assertThat(result.getJMSCorrelationID()).startsWith("request-");
        assertThat(result.getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(result.getIntProperty("code")).isEqualTo(5);
        assertThat(result.getStringProperty("correlationId")).startsWith("id-");
        Map<?, ?> body = new ObjectMapper().readValue(result.getBody(String.class), Map.class);
        assertThat(body.get("outcome")).isEqualTo("ACCEPTED");
        assertThat(body.get("smsId")).isEqualTo(result.getStringProperty("smsId"));
    }

    /**
     * Otherwise the listener container would log the messages that it rejects, with the properties that have their
     * numbers.
     */
    @Test
    void outbox_messagesArriveWhileItStops_areAccepted() throws Exception {
        app.start();

        assertThat(List.of("sms-queue-small", "sms-queue-large")).allSatisfy(
                route -> assertThat(app.context().getRoute(route).getEndpoint()).isInstanceOfSatisfying(
                        JmsEndpoint.class, queue -> assertThat(queue.isAcceptMessagesWhileStopping()).isTrue()));
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
        assertThat(app.depth("sms.rejected")).isEqualTo(1);
        Message copy = app.receive("sms.rejected");
        assertThat(copy.getBody(String.class)).isEqualTo("Hello");
        assertThat(copy.getStringProperty("reason")).contains("set the property or field correlationId");
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
    void outbox_invalidMessages_areRejectedOnceWithoutBlockingOthers() throws Exception {
        Gadget.DESERIALIZED.set(0);
        List<SampleApplicationHarness.Customizer> bad = List.of(
                (jms, i) -> jms.createTextMessage("no recipient"),
                (jms, i) -> jms.createTextMessage(),
                (jms, i) -> jms.createTextMessage("{\"destination\":"),
                (jms, i) -> jms.createMapMessage(),
                (jms, i) -> jms.createStreamMessage(),
                (jms, i) -> stream(jms, "a text"),
                (jms, i) -> jms.createTextMessage("[]"),
                (jms, i) -> jms.createTextMessage("{\"sms\":[]}"),
                (jms, i) -> jms.createMessage(),
                (jms, i) -> bytes(jms),
                (jms, i) -> object(jms),
                (jms, i) -> {
                    Message message = text(jms, i);
                    message.setStringProperty("scheduledDate", "tomorrow");
                    return message;
                },
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
        assertThat(Gadget.DESERIALIZED).hasValue(0);
        assertThat(app.depth("sms.rejected")).isEqualTo(bad.size());
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < bad.size(); i++) {
            Message rejected = app.receive("sms.rejected");
            assertThat(rejected).isNotInstanceOf(ObjectMessage.class);
            reasons.add(rejected.getStringProperty("reason"));
        }
        assertThat(reasons).allSatisfy(reason -> assertThat(reason).isNotBlank().doesNotContain("tomorrow", "no recipient"));
        for (int i = 0; i <= bad.size(); i++) {
            Message result = app.receive("sms.results");
            assertThat(new ObjectMapper().readTree(result.getBody(String.class)).path("outcome").asText())
                    .isEqualTo(result.getStringProperty("outcome"));
        }
    }

    @Test
    void outbox_arrayWithRejectedMessages_hasOneResultEachAndOneCopy() throws Exception {
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
        assertThat(results.get("id-1").getIntProperty("code")).isEqualTo(-5);
        assertRejected(results.get("id-2"), "messageText");
        assertThat(app.depth("sms.rejected")).isEqualTo(1);
        Message copy = app.receive("sms.rejected");
        assertThat(copy.getBody(String.class)).isEqualTo(array);
        assertThat(copy.getStringProperty("reason")).startsWith("Rejected messages: 2; the first one: ")
                .contains("destination has 2 digits");
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

    private static void assertRejected(Message result, String reason) throws Exception {
        assertThat(result.getJMSCorrelationID()).isEqualTo("request-1");
        assertThat(result.getStringProperty("outcome")).isEqualTo("REJECTED");
        assertThat(result.getStringProperty("reason")).contains(reason);
        Map<?, ?> body = new ObjectMapper().readValue(result.getBody(String.class), Map.class);
        assertThat(body.get("outcome")).isEqualTo("REJECTED");
        assertThat(body.get("reason")).isEqualTo(result.getStringProperty("reason"));
    }

    @Test
    void outbox_rejectedMessage_keepsItsTextAndProperties() throws Exception {
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = text(jms, i);
            message.setStringProperty("destination", "12");
            message.setStringProperty("orderId", "4711");
            return message;
        });

        app.start();

        Message rejected = app.receive("sms.rejected");
        assertThat(rejected.getBody(String.class)).isEqualTo("text 0");
        assertThat(rejected.getStringProperty("orderId")).isEqualTo("4711");
        assertThat(rejected.getStringProperty("reason")).contains("destination");
        assertThat(app.receive("sms.results").getStringProperty("outcome")).isEqualTo("REJECTED");
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
    void outbox_deliveryTimeoutBeforeSending_isNotSentUnlessTimeToLiveIsLonger() throws Exception {
        app.with("sms.deliveryTimeout", "1").simulator.stop();
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
        assertThat(result.getStringProperty("reason")).contains("destination");
        assertThat(result.propertyExists("smsId")).isFalse();
        assertThat(result.propertyExists("destination")).isFalse();
        assertThat(result.propertyExists("sentAt")).isFalse();
        assertThat(app.depth("sms.rejected")).isEqualTo(1);
    }

    /** Artemis refuses a second message with the same duplicate id: the message would be redelivered without end. */
    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_duplicateIdOfAnEarlierCopy_isRejectedAgain(String language) throws Exception {
        SampleApplicationHarness.Customizer withDuplicateId = (jms, i) -> {
            Message message = text(jms, i);
            message.setStringProperty("destination", "12");
            message.setStringProperty("_AMQ_DUPL_ID", "order-1");
            return message;
        };
        app.produce("sms.rejected", 1, withDuplicateId);
        app.produce("sms.outbox", 1, withDuplicateId);

        app.start(language);

        await(() -> assertThat(app.depth("sms.rejected")).isEqualTo(2));
        await(() -> assertThat(app.depth("sms.results")).isEqualTo(1));
        assertThat(app.depth("sms.outbox")).isZero();
    }

    /** Each of them is in memory as a whole. */
    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_severalLargeMessages_areReadOneAfterTheOther(String language) throws Exception {
        String filler = " ".repeat(10_000_000);
        AtomicInteger current = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        app.around(
                "sms:send", exchange -> most.accumulateAndGet(current.incrementAndGet(), Math::max),
                exchange -> current.decrementAndGet());
        app.produce("sms.outbox", 6, (jms, i) -> jms.createTextMessage(
                "[{\"destination\":\"1198765000" + i + "\",\"messageText\":\"hello\"}" + filler + "]"));

        app.start(language);

        await(() -> assertThat(app.simulator.messages()).hasSize(6));
        assertThat(most).hasValue(1);
    }

    @Test
    void outbox_streamMessageOfBytes_isSent() throws Exception {
        app.produce("sms.outbox", 1, (jms, i) -> stream(jms, "Hello".getBytes(StandardCharsets.UTF_8)));

        app.start();

        assertThat(app.receive("sms.results").getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::text).containsExactly("Hello");
    }

    @Test
    void outbox_storeFails_messageIsHeldUntilTheApplicationStops() throws Exception {
        app.with("sms.jms.retrySeconds", "60").fail("sms:send", new SmsNotSentException("the store is full", List.of()));
        app.produce("sms.outbox", 1, QueueRoutesTest::text);
        try (LogLines log = new LogLines("")) {
            app.start();
            await(() -> assertThat(log.messages()).contains("A message stays on the queue " + app.queue("sms.outbox")
                                                            + ": the store is full. It is redelivered after 60 seconds"));
            assertThat(log.messages()).noneMatch(line -> line.contains("listener failed"));

            // Shorter than the retry, and long enough for a busy machine.
            app.context().getShutdownStrategy().setTimeout(45);
            app.stop();
        }

        assertThat(((DefaultShutdownStrategy) app.context().getShutdownStrategy()).hasTimeoutOccurred()).isFalse();
        await(() -> assertThat(app.depth("sms.outbox")).isEqualTo(1));
        assertThat(app.depth("sms.rejected")).isZero();
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
        assertThat(result.getStringProperty("reason")).isEqualTo("ordered twice");
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
