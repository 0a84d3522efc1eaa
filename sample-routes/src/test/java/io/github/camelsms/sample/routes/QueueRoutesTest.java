package io.github.camelsms.sample.routes;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

class QueueRoutesTest extends SampleRoutesFixture {

    private static final Instant SENT_AT = Instant.parse("2026-03-31T17:30:00Z");

    @Test
    void outbox_backlogWithOneConsumer_isSentInOrderInFullBatchesAndEachMessageAnswered() throws Exception {
        app.with("sms.jms.consumers", "1");
        app.produce("sms.outbox", 450, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(450));
        assertThat(app.sms.batches).extracting(List::size).containsExactly(200, 200, 50);
        assertThat(app.sms.sentIds()).containsExactlyElementsOf(
                IntStream.range(0, 450).mapToObj(i -> "id-" + i).toList());
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @Test
    void outbox_backlog_hasTheNextBatchReadyBeforeTheAnswerToTheFirst() throws Exception {
        CountDownLatch handedOver = new CountDownLatch(2);
        ScriptedSms.Script accepting = app.sms.script;
        app.sms.script = messages -> {
            handedOver.countDown();
            handedOver.await(60, TimeUnit.SECONDS);
            assertThat(handedOver.getCount()).isZero();
            return accepting.send(messages);
        };
        app.produce("sms.outbox", 450, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(450));
        assertThat(app.sms.sentIds()).hasSize(450).doesNotHaveDuplicates();
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @Test
    void outbox_textWithProperties_isAnsweredUnderItsIds() throws Exception {
        app.start();

        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = text(jms, i);
            message.setJMSCorrelationID("order-7");
            return message;
        });

        Message answer = app.receive("sms.results");
        assertThat(answer.getJMSCorrelationID()).isEqualTo("order-7");
        assertThat(answer.getBody(String.class)).isEqualTo(
                "{\"correlationId\":\"id-0\",\"outcome\":\"ACCEPTED\",\"code\":5,\"smsId\":\"id-id-0\",\"reason\":null,\"sentAt\":null}");
        assertThat(properties(answer)).containsExactlyInAnyOrderEntriesOf(
                Map.of("outcome", "ACCEPTED", "code", 5, "smsId", "id-id-0", "correlationId", "id-0"));
        assertThat(app.sms.batches).containsExactly(List.of(new SmsMessage("text 0", "11987650000", "id-0", null, 4, null)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_eachOutcome_goesToItsQueue(String language) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        app.sms.script = ScriptedSms.each(message -> switch (String.valueOf(message.correlationId())) {
            case "id-0" -> SmsSendResult.accepted(5, "s", "id-0");
            case "id-1" -> SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "id-1");
            case "id-2" -> SmsSendResult.unknown(null, "no answer", "id-2").withSentAt(SENT_AT);
            default -> attempts.incrementAndGet() == 1
                    ? SmsSendResult.notSent(null, "no connection", "id-3")
                    : SmsSendResult.accepted(5, "later", "id-3");
        });
        app.start(language);

        app.produce("sms.outbox", 4, QueueRoutesTest::text);

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(4));
        assertThat(attempts).hasValue(2);
        Message rejected = app.receive("sms.rejected");
        assertThat(rejected.getBody(String.class)).isEqualTo("text 1");
        assertThat(properties(rejected)).containsExactlyInAnyOrderEntriesOf(
                Map.of("destination", "11987650001", "outcome", "REJECTED", "code", -5, "reason",
                        "INVALID_NUMBER_FORMAT", "correlationId", "id-1"));
        Message unknown = app.receive("sms.unknown");
        assertThat(properties(unknown)).containsExactlyInAnyOrderEntriesOf(
                Map.of("destination", "11987650002", "outcome", "UNKNOWN", "reason", "no answer", "correlationId",
                        "id-2", "sentAt", SENT_AT.toString()));
        List<Map<String, Object>> results = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            results.add(properties(app.receive("sms.results")));
        }
        assertThat(results).containsExactlyInAnyOrder(
                Map.of("outcome", "ACCEPTED", "code", 5, "smsId", "s", "correlationId", "id-0"),
                Map.of("outcome", "REJECTED", "code", -5, "reason", "INVALID_NUMBER_FORMAT", "correlationId", "id-1"),
                Map.of("outcome", "UNKNOWN", "reason", "no answer", "correlationId", "id-2", "sentAt", SENT_AT.toString()),
                Map.of("outcome", "ACCEPTED", "code", 5, "smsId", "later", "correlationId", "id-3"));
    }

    @Test
    void outbox_priorityAndTimeToLive_areThoseOfTheQueueMessage() throws Exception {
        app.with("sms.jms.consumers", "1");
        app.produce("sms.outbox", 2, (jms, i) -> i == 0
                ? text(jms, 0)
                : jms.createTextMessage("{\"destination\":\"11987650001\",\"messageText\":\"hi\"}"),
                producer -> producer.setPriority(9).setTimeToLive(3_600_000));

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(2));
        assertThat(app.sms.batches).singleElement().asInstanceOf(LIST).extracting(SmsMessage.class::cast)
                .allSatisfy(sms -> {
                    assertThat(sms.priority()).isEqualTo(9);
                    assertThat(sms.timeToLive()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
                });
    }

    @Test
    void outbox_messageThatHasExpired_isAnsweredAndNotSent() throws Exception {
        app.clock = InstantSource.offset(app.clock, Duration.ofHours(2));
        app.produce("sms.outbox", 1, QueueRoutesTest::text, producer -> producer.setTimeToLive(3_600_000));

        app.start();

        assertThat(properties(app.receive("sms.results"))).containsExactlyInAnyOrderEntriesOf(
                Map.of("outcome", "NOT_SENT", "reason", "the queue message expired before it was sent",
                        "correlationId", "id-0"));
        assertThat(app.sms.batches).isEmpty();
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @Test
    void outbox_notSentAndExpiresBeforeTheNextAttempt_isAnswered() throws Exception {
        app.with("sms.jms.redeliveryDelay", "2h");
        app.sms.script = ScriptedSms.each(message -> SmsSendResult.notSent(null, "no connection", message.correlationId()));
        app.produce("sms.outbox", 1, QueueRoutesTest::text, producer -> producer.setTimeToLive(3_600_000));

        app.start();

        assertThat(properties(app.receive("sms.results"))).containsExactlyInAnyOrderEntriesOf(
                Map.of("outcome", "NOT_SENT", "reason", "no connection", "correlationId", "id-0"));
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @Test
    void outbox_notSentWithLifeLeft_keepsPriorityExpirationAndId() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        app.sms.script = ScriptedSms.each(message -> attempts.incrementAndGet() == 1
                ? SmsSendResult.notSent(null, "no connection", message.correlationId())
                : SmsSendResult.accepted(5, "s", message.correlationId()));
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = jms.createTextMessage("text");
            message.setStringProperty("destination", "11987650000");
            message.setStringProperty("customer", "42");
            return message;
        }, producer -> producer.setPriority(7).setTimeToLive(3_600_000));

        app.start();

        assertThat(app.receive("sms.results").getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(app.sms.batches).hasSize(2);
        SmsMessage first = app.sms.batches.get(0).get(0);
        SmsMessage second = app.sms.batches.get(1).get(0);
        assertThat(second.correlationId()).isEqualTo(first.correlationId()).isNotNull();
        assertThat(second.priority()).isEqualTo(7);
        assertThat(second.timeToLive()).isBetween(Duration.ofMinutes(50), first.timeToLive());
    }

    @Test
    void outbox_notSentAndWithoutAnyId_isOfferedUnderTheIdItWasGiven() throws Exception {
        app.sms.script = messages -> app.sms.batches.size() == 1
                ? List.of(SmsSendResult.notSent(null, "no connection", "made-1"))
                : messages.stream().map(sms -> SmsSendResult.accepted(5, "s", sms.correlationId())).toList();
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = jms.createTextMessage("text");
            message.setStringProperty("destination", "11987650000");
            return message;
        }, producer -> producer.setDisableMessageID(true));

        app.start();

        assertThat(app.receive("sms.results").getStringProperty("correlationId")).isEqualTo("made-1");
        assertThat(app.sms.sentIds()).containsExactly(null, "made-1");
    }

    @Test
    void outbox_messageFromTheQueueOfUnknown_carriesNothingOfItsFirstAttempt() throws Exception {
        app.sms.script = ScriptedSms.each(message -> SmsSendResult.unknown(null, "no answer", message.correlationId()));
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = text(jms, i);
            message.setStringProperty("outcome", "UNKNOWN");
            message.setIntProperty("code", 503);
            message.setStringProperty("smsId", "old");
            message.setStringProperty("reason", "old");
            message.setStringProperty("sentAt", "old");
            return message;
        });

        app.start();

        assertThat(properties(app.receive("sms.unknown"))).containsExactlyInAnyOrderEntriesOf(
                Map.of("destination", "11987650000", "outcome", "UNKNOWN", "reason", "no answer", "correlationId",
                        "id-0"));
    }

    @Test
    void outbox_unreadableMessage_isRejectedAlone() throws Exception {
        app.produce("sms.outbox", 3, (jms, i) -> i == 1 ? jms.createTextMessage("{oops") : text(jms, i));

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(3));
        assertThat(app.receive("sms.rejected").getBody(String.class)).isEqualTo("{oops");
        assertThat(app.sms.sentIds()).containsExactlyInAnyOrder("id-0", "id-2");
    }

    @Test
    void outbox_loneUnreadableMessage_costsNoRequest() throws Exception {
        app.start();

        app.produce("sms.outbox", 1, (jms, i) -> jms.createTextMessage("no recipient"));

        assertThat(app.receive("sms.rejected").getStringProperty("reason")).startsWith("no recipient");
        assertThat(app.sms.batches).isEmpty();
    }

    @Test
    void outbox_json_isRead() throws Exception {
        app.start();

        app.produce("sms.outbox", 1, (jms, i) -> jms.createTextMessage(
                "{\"destination\":\"11987654321\",\"messageText\":\"hi\",\"correlationId\":\"j-1\"}"));

        assertThat(app.receive("sms.results").getBody(String.class)).contains("\"j-1\"");
        assertThat(app.sms.batches).containsExactly(List.of(new SmsMessage("hi", "11987654321", "j-1", null, 4, null)));
    }

    @Test
    void outbox_sendFailsWithoutResults_rollsTheWholeBatchBack() throws Exception {
        app.with("sms.jms.consumers", "1");
        AtomicInteger attempts = new AtomicInteger();
        ScriptedSms.Script accepting = app.sms.script;
        app.sms.script = messages -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("scripted failure");
            }
            return accepting.send(messages);
        };
        app.produce("sms.outbox", 5, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(5));
        assertThat(app.sms.sentIds()).hasSize(10).containsOnly("id-0", "id-1", "id-2", "id-3", "id-4");
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @Test
    void outbox_brokerClosesBeforeCommit_keepsTheWholeBatchOnTheQueue() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        app.sms.script = messages -> {
            sending.countDown();
            never.await();
            return List.of();
        };
        app.produce("sms.outbox", 5, QueueRoutesTest::text);
        app.start();
        assertThat(sending.await(60, TimeUnit.SECONDS)).isTrue();

        crash();

        await(() -> assertThat(app.depth("sms.outbox")).isEqualTo(5));
        assertThat(app.depth("sms.results")).isZero();
    }

    @Test
    void outbox_replyToOfTheMessage_isNotAnswered() throws Exception {
        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = text(jms, i);
            message.setJMSReplyTo(jms.createQueue(app.queue("my.answers")));
            return message;
        });

        app.start();

        assertThat(app.receive("sms.results").getJMSReplyTo()).isNull();
        assertThat(app.depth("my.answers")).isZero();
    }

    static Message text(JMSContext jms, int index) throws JMSException {
        TextMessage message = jms.createTextMessage("text " + index);
        message.setStringProperty("destination", "1198765" + String.format("%04d", index));
        message.setStringProperty("correlationId", "id-" + index);
        return message;
    }

    private static Map<String, Object> properties(Message message) throws JMSException {
        Map<String, Object> properties = new HashMap<>();
        for (Object name : Collections.list(message.getPropertyNames())) {
            if (!String.valueOf(name).startsWith("JMSX")) {
                properties.put(String.valueOf(name), message.getObjectProperty(String.valueOf(name)));
            }
        }
        return properties;
    }
}
