package io.github.camelsms.docs;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what the page on the delivery guarantee says about exchanges.
 */
class StoreGuaranteeTest extends ExampleTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("Hello", "11987654321", "order-7", null);
    private static final String STORED = "sms:send?completeOn=stored";

    private final MessageStore store = new InMemoryMessageStore(InstantSource.system());

    @BeforeEach
    void start() throws Exception {
        sms.setMessageStore(store);
        super.start();
    }

    @Test
    void outcome_notSentAndSubmittedAgain_isSent() {
        SMS.simulator().failNext(Fault.httpStatus(404));
        assertThat(send("sms:send", MESSAGE).getException()).isInstanceOf(SmsNotSentException.class);

        Exchange again = send("sms:send", MESSAGE);

        assertThat(again.getMessage().getBody(SmsSendResult.class).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(again.getMessage().getHeader("CamelSmsDuplicate")).isEqualTo(true);
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void stored_notSentAndSubmittedAgain_isADuplicateUntilItIsResent() {
        SMS.simulator().failNext(Fault.httpStatus(404));
        send(STORED, MESSAGE);
        await().until(() -> count(SmsMessageState.NOT_SENT) == 1);

        Exchange again = send(STORED, MESSAGE);

        assertThat(again.getMessage().getHeader("CamelSmsDuplicate")).isEqualTo(true);
        assertThat(count(SmsMessageState.NOT_SENT)).isEqualTo(1);
        send("sms:messages?operation=resend", List.of("order-7"));
        await().until(() -> count(SmsMessageState.ACCEPTED) == 1);
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void outcome_afterCancel_isTheFirstOutcomeWithoutARequest() {
        hold(STORED);
        send(STORED, MESSAGE);
        send("sms:messages?operation=cancel", List.of("order-7"));
        sms.resumeSending();

        Exchange again = send("sms:send", MESSAGE);

        assertThat(again.getException()).isInstanceOf(SmsNotSentException.class);
        assertThat(count(SmsMessageState.CANCELLED)).isEqualTo(1);
        assertThat(SMS.simulator().messages()).isEmpty();
    }

    @Test
    void outcome_deliveryTimeoutEndsWhileSendingIsSuspended_isNotSent() {
        String uri = "sms:send?deliveryTimeout=50";
        hold(uri);

        assertThat(send(uri, MESSAGE).getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("deliveryTimeout");
        assertThat(count(SmsMessageState.NOT_SENT)).isEqualTo(1);
    }

    @Test
    void stored_deliveryTimeoutEndsWhileSendingIsSuspended_isSentLater() {
        String uri = STORED + "&deliveryTimeout=1";
        hold(uri);
        send(uri, MESSAGE);

        sms.resumeSending();

        await().until(() -> count(SmsMessageState.ACCEPTED) == 1);
    }

    @Test
    void stored_moreThanTheQueueCapacity_failsNothing() {
        String uri = STORED + "&whenQueueFull=fail&maxPendingMessages=1";
        hold(uri);

        for (String id : List.of("a", "b", "c")) {
            assertThat(send(uri, MESSAGE.withCorrelationId(id)).getException()).isNull();
        }

        assertThat(count(SmsMessageState.WAITING)).isEqualTo(3);
    }

    @Test
    void stored_autoCorrelationIdFalse_stillGeneratesAnId() {
        Exchange exchange = send(STORED + "&autoCorrelationId=false", SmsMessage.of("Hello", "11987654321"));

        assertThat(exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class)).isNotBlank();
    }

    @Test
    void stored_listWithALongMessage_countsSegments() {
        SmsMessage text = MESSAGE.withMessageText("word ".repeat(50));

        Exchange exchange = send(STORED + "&longMessage=split", List.of(text));

        assertThat(exchange.getMessage().getHeader("CamelSmsStoredMessages")).isEqualTo(2);
        await().until(() -> count(SmsMessageState.ACCEPTED) == 2);
    }

    @Test
    void stored_sameIdWithAnotherText_isRejectedAndNotSent() {
        send(STORED, MESSAGE);

        Exchange other = send(STORED, MESSAGE.withMessageText("Good morning"));

        assertThat(other.getMessage().getHeader("CamelSmsOutcome")).isEqualTo("REJECTED");
        await().until(() -> count(SmsMessageState.ACCEPTED) == 1);
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    /** Starts the account and suspends it. */
    private void hold(String uri) {
        send(uri, List.of());
        sms.suspendSending();
    }

    private Exchange send(String uri, Object body) {
        return template.send(uri, exchange -> exchange.getMessage().setBody(body));
    }

    private long count(SmsMessageState state) {
        String account = sms.getAccounts().get(0);
        Map<SmsMessageState, Long> counts = MessageStore.await(store.operations().count(account));
        return counts.get(state);
    }
}
