package io.github.camelsms.sample.routes;

import java.nio.file.Path;
import java.util.List;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class QueueRoutesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private SampleApplicationHarness app;

    @AfterEach
    void stop() throws Exception {
        app.close();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_backlogWithOneConsumer_isSentInOrderInFullBatchesAndEachMessageAnswered(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language).with("sms.jms.consumers", "1");
        app.produce("sms.outbox", 450, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(450));
        assertThat(app.sms.batches).extracting(List::size).containsExactly(200, 200, 50);
        assertThat(app.sms.sentIds()).containsExactlyElementsOf(
                IntStream.range(0, 450).mapToObj(i -> "id-" + i).toList());
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_backlog_hasTheNextBatchReadyBeforeTheAnswerToTheFirst(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        CountDownLatch handedOver = new CountDownLatch(2);
        ScriptedSms.Script accepting = app.sms.script;
        app.sms.script = messages -> {
            handedOver.countDown();
            handedOver.await(20, TimeUnit.SECONDS);
            assertThat(handedOver.getCount()).isZero();
            return accepting.send(messages);
        };
        app.produce("sms.outbox", 450, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(450));
        assertThat(app.sms.sentIds()).hasSize(450).doesNotHaveDuplicates();
        assertThat(app.depth("sms.outbox")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_textWithProperties_isAnsweredUnderItsIds(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        app.start();

        app.produce("sms.outbox", 1, (jms, i) -> {
            Message message = text(jms, i);
            message.setJMSCorrelationID("order-7");
            return message;
        });

        Message answer = app.receive("sms.results");
        assertThat(answer.getJMSCorrelationID()).isEqualTo("order-7");
        assertThat(answer.getBody(String.class)).isEqualTo(
                "{\"correlationId\":\"id-0\",\"outcome\":\"ACCEPTED\",\"code\":5,\"smsId\":\"id-id-0\",\"reason\":null}");
        assertThat(app.sms.batches).containsExactly(List.of(new SmsMessage("text 0", "11987650000", "id-0", null)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_eachOutcome_goesToItsQueue(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        AtomicInteger attempts = new AtomicInteger();
        app.sms.script = ScriptedSms.each(message -> switch (String.valueOf(message.correlationId())) {
            case "id-0" -> SmsSendResult.accepted(5, "s", "id-0");
            case "id-1" -> SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "id-1");
            case "id-2" -> SmsSendResult.unknown(null, "no answer", "id-2");
            default -> attempts.incrementAndGet() == 1
                    ? SmsSendResult.notSent(null, "no connection", "id-3")
                    : SmsSendResult.accepted(5, "later", "id-3");
        });
        app.start();

        app.produce("sms.outbox", 4, QueueRoutesTest::text);

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(4));
        assertThat(attempts).hasValue(2);
        Message rejected = app.receive("sms.rejected");
        assertThat(rejected.getBody(String.class)).isEqualTo("text 1");
        assertThat(rejected.getStringProperty("CamelSmsReason")).isEqualTo("INVALID_NUMBER_FORMAT");
        assertThat(rejected.getIntProperty("CamelSmsCode")).isEqualTo(-5);
        Message unknown = app.receive("sms.unknown");
        assertThat(unknown.getStringProperty("CamelSmsDestination")).isEqualTo("11987650002");
        assertThat(unknown.getStringProperty("CamelSmsOutcome")).isEqualTo("UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_unreadableMessage_isRejectedAlone(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        app.produce("sms.outbox", 3, (jms, i) -> i == 1 ? jms.createTextMessage("{oops") : text(jms, i));

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(3));
        assertThat(app.receive("sms.rejected").getBody(String.class)).isEqualTo("{oops");
        assertThat(app.sms.sentIds()).containsExactlyInAnyOrder("id-0", "id-2");
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_loneUnreadableMessage_costsNoRequest(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        app.start();

        app.produce("sms.outbox", 1, (jms, i) -> jms.createTextMessage("no recipient"));

        assertThat(app.receive("sms.rejected").getStringProperty("CamelSmsReason")).startsWith("no recipient");
        assertThat(app.sms.batches).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_json_isRead(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        app.start();

        app.produce("sms.outbox", 1, (jms, i) -> jms.createTextMessage(
                "{\"destination\":\"11987654321\",\"messageText\":\"hi\",\"correlationId\":\"j-1\"}"));

        assertThat(app.receive("sms.results").getBody(String.class)).contains("\"j-1\"");
        assertThat(app.sms.batches).containsExactly(List.of(new SmsMessage("hi", "11987654321", "j-1", null)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_sendFailsWithoutResults_rollsTheWholeBatchBack(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language).with("sms.jms.consumers", "1");
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

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_brokerClosesBeforeCommit_keepsTheWholeBatchOnTheQueue(String language) throws Exception {
        app = new SampleApplicationHarness(folder, language);
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        app.sms.script = messages -> {
            sending.countDown();
            never.await();
            return List.of();
        };
        app.produce("sms.outbox", 5, QueueRoutesTest::text);
        app.start();
        assertThat(sending.await(20, TimeUnit.SECONDS)).isTrue();
        app.closeBroker();
        app.close();

        app = new SampleApplicationHarness(folder, language);

        assertThat(app.depth("sms.outbox")).isEqualTo(5);
        assertThat(app.depth("sms.results")).isZero();
    }

    static Message text(JMSContext jms, int index) throws JMSException {
        TextMessage message = jms.createTextMessage("text " + index);
        message.setStringProperty("CamelSmsDestination", "1198765" + String.format("%04d", index));
        message.setStringProperty("CamelSmsCorrelationId", "id-" + index);
        return message;
    }

    private static void await(org.awaitility.core.ThrowingRunnable assertion) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(assertion);
    }
}
