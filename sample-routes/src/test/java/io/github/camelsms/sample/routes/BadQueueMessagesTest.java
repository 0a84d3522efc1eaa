package io.github.camelsms.sample.routes;

import java.util.ArrayList;
import java.util.List;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A message that cannot be read is rejected once, with a reason, and holds up nothing behind it.
 */
class BadQueueMessagesTest extends SampleRoutesFixture {

    private static final int TWO_MEGABYTES = 2_000_000;
    private static final int TEN_MEGABYTES = 10_000_000;
    /** Longer than the broker sends in one piece. */
    private static final int LARGE = 200_000;

    @Test
    void outbox_serializedObject_isRejectedWithoutBeingDeserialized() throws Exception {
        Gadget.DESERIALIZED.set(0);
        app.produce("sms.outbox", 3, (jms, i) -> i == 1 ? object(jms) : QueueRoutesTest.text(jms, i));

        app.start();

        awaitResults(3);
        assertThat(Gadget.DESERIALIZED).hasValue(0);
        assertThat(app.sms.sentIds()).containsExactlyInAnyOrder("id-0", "id-2");
        Message rejected = app.receive("sms.rejected");
        assertThat(rejected).isNotInstanceOf(ObjectMessage.class);
        assertThat(rejected.getStringProperty("reason")).contains("serialized Java object", "send a TextMessage");
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @Test
    void statusQueries_serializedObject_isAnsweredWithTheReasonWithoutBeingDeserialized() throws Exception {
        Gadget.DESERIALIZED.set(0);
        app.produce("sms.status.queries", 2, (jms, i) -> i == 0 ? object(jms) : jms.createTextMessage("2026-03-31"));

        app.start();

        assertThat(app.receive("sms.status.answers").getBody(String.class)).contains("error", "serialized Java object");
        assertThat(app.receive("sms.status.answers").getBody(String.class)).contains("statuses");
        assertThat(Gadget.DESERIALIZED).hasValue(0);
        assertThat(app.depth("sms.status.queries")).isZero();
    }

    @Test
    void outbox_badMessagesOfEveryKind_areRejectedOnceAndHoldUpNothing() throws Exception {
        List<SampleApplicationHarness.Customizer> bad = badMessages();
        app.produce("sms.outbox", bad.size() + 1,
                (jms, i) -> i < bad.size() ? bad.get(i).message(jms, i) : QueueRoutesTest.text(jms, i));

        app.start();

        awaitResults(bad.size() + 1);
        assertThat(app.depth("sms.outbox")).isZero();
        assertThat(app.sms.batches).hasSize(1);
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < bad.size(); i++) {
            reasons.add(app.receive("sms.rejected").getStringProperty("reason"));
        }
        assertThat(app.depth("sms.rejected")).isZero();
        assertThat(reasons).satisfiesExactlyInAnyOrder(
                reason -> assertThat(reason).startsWith("no recipient"),
                reason -> assertThat(reason).startsWith("no recipient"),
                reason -> assertThat(reason).startsWith("no recipient"),
                reason -> assertThat(reason).startsWith("the JSON cannot be read"),
                reason -> assertThat(reason).contains("a MapMessage"),
                reason -> assertThat(reason).contains("a StreamMessage"),
                reason -> assertThat(reason).contains("a message without a body"),
                reason -> assertThat(reason).contains("not UTF-8"),
                reason -> assertThat(reason).contains("longer than 100000 bytes"),
                reason -> assertThat(reason).contains("longer than 100000 characters"),
                reason -> assertThat(reason).startsWith("property destination"),
                reason -> assertThat(reason).startsWith("property correlationId"),
                reason -> assertThat(reason).startsWith("scheduledDate"),
                reason -> assertThat(reason).startsWith("scheduledDate").contains("not milliseconds"),
                reason -> assertThat(reason).startsWith("scheduledDate").contains("not milliseconds"),
                reason -> assertThat(reason).startsWith("correlationId is a number with a fraction"));
    }

    @Test
    void outbox_rejectedMessage_keepsItsBodyAndProperties() throws Exception {
        app.produce("sms.outbox", 4, (jms, i) -> switch (i) {
            case 0 -> map(jms);
            case 1 -> stream(jms);
            case 2 -> jms.createTextMessage("x".repeat(TWO_MEGABYTES));
            default -> bytes(jms, TEN_MEGABYTES);
        });

        app.start();

        awaitResults(4);
        for (int i = 0; i < 4; i++) {
            Message rejected = app.receive("sms.rejected");
            if (rejected instanceof MapMessage map) {
                assertThat(map.getString("text")).isEqualTo("Hello");
                assertThat(map.getIntProperty("attempts")).isEqualTo(3);
                assertThat(map.getStringProperty("JMSXGroupID")).isEqualTo("group-1");
            } else if (rejected instanceof StreamMessage stream) {
                assertThat(stream.readString()).isEqualTo("Hello");
                assertThat(stream.readInt()).isEqualTo(7);
            } else if (rejected instanceof TextMessage text) {
                assertThat(text.getText()).hasSize(TWO_MEGABYTES);
            } else {
                assertThat(((BytesMessage) rejected).getBodyLength()).isEqualTo(TEN_MEGABYTES);
            }
        }
    }

    @Test
    void outbox_largeMessages_areNotHeldInMemoryTogether() throws Exception {
        app.with("sms.jms.consumers", "1");
        app.produce("sms.outbox", 20, (jms, i) -> {
            TextMessage message = (TextMessage) QueueRoutesTest.text(jms, i);
            message.setText("x".repeat(90_000));
            return message;
        });

        app.start();

        awaitResults(20);
        assertThat(app.sms.batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(12));
    }

    private static List<SampleApplicationHarness.Customizer> badMessages() {
        return List.of(
                (jms, i) -> jms.createTextMessage("no recipient"),
                (jms, i) -> jms.createTextMessage(""),
                (jms, i) -> jms.createTextMessage(),
                (jms, i) -> jms.createTextMessage("{\"destination\":"),
                (jms, i) -> map(jms),
                (jms, i) -> stream(jms),
                (jms, i) -> jms.createMessage(),
                (jms, i) -> bytes(jms, 10),
                (jms, i) -> bytes(jms, LARGE),
                (jms, i) -> jms.createTextMessage("x".repeat(LARGE)),
                (jms, i) -> withBytesAs("destination", jms, i),
                (jms, i) -> withBytesAs("correlationId", jms, i),
                (jms, i) -> {
                    Message message = QueueRoutesTest.text(jms, i);
                    message.setStringProperty("scheduledDate", "tomorrow");
                    return message;
                },
                (jms, i) -> {
                    Message message = QueueRoutesTest.text(jms, i);
                    message.setLongProperty("scheduledDate", 1_774_981_800_000L);
                    return message;
                },
                (jms, i) -> {
                    Message message = jms.createTextMessage("{\"destination\":\"11987654321\",\"messageText\":\"a\"}");
                    message.setStringProperty("scheduledDate", "1774981800000");
                    return message;
                },
                (jms, i) -> {
                    Message message = QueueRoutesTest.text(jms, i);
                    message.setDoubleProperty("correlationId", 1.5);
                    return message;
                });
    }

    private static ObjectMessage object(JMSContext jms) throws JMSException {
        ObjectMessage message = jms.createObjectMessage(new Gadget());
        message.setStringProperty("destination", "11987654321");
        return message;
    }

    private static Message map(JMSContext jms) throws JMSException {
        MapMessage message = jms.createMapMessage();
        message.setString("text", "Hello");
        message.setBytes("bytes", new byte[] { 1 });
        message.setIntProperty("attempts", 3);
        message.setStringProperty("JMSXGroupID", "group-1");
        // As a sender that uses another protocol may name it.
        ((ActiveMQMessage) message).getCoreMessage().putStringProperty("content-type", "text/plain");
        return message;
    }

    private static Message stream(JMSContext jms) throws JMSException {
        StreamMessage message = jms.createStreamMessage();
        message.writeString("Hello");
        message.writeInt(7);
        return message;
    }

    private static Message bytes(JMSContext jms, int length) throws JMSException {
        BytesMessage message = jms.createBytesMessage();
        byte[] content = new byte[length];
        content[0] = (byte) 0xff;
        message.writeBytes(content);
        message.setStringProperty("destination", "11987654321");
        return message;
    }

    /** JMS has no such property; other protocols and the broker's own client do. */
    private static Message withBytesAs(String property, JMSContext jms, int i) throws JMSException {
        Message message = QueueRoutesTest.text(jms, i);
        ((ActiveMQMessage) message).getCoreMessage().putBytesProperty(property, new byte[] { 1, 2 });
        return message;
    }

    private void awaitResults(int count) {
        await(() -> assertThat(app.depth("sms.results")).isEqualTo(count));
    }
}
