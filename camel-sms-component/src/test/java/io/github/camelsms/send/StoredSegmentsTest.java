package io.github.camelsms.send;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;

class StoredSegmentsTest {

    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    private final AtomicInteger completed = new AtomicInteger();
    private final StoredSegments sink
            = new StoredSegments(
                    exchange, doneSync -> completed.incrementAndGet(), new SendResults(false),
                    new SmsMessage(null, null, "order-7", null));

    private Message end() {
        sink.completed(null);
        assertThat(completed).hasValue(1);
        return exchange.getMessage();
    }

    @Test
    void completed_allStored_hasTheIdOfTheMessage() {
        sink.stored(0, "order-7-1of2", false);
        sink.stored(1, "order-7-2of2", false);

        Message message = end();

        assertThat(exchange.getException()).isNull();
        assertThat(message.getHeaders()).containsEntry("CamelSmsStored", true).containsEntry("CamelSmsCorrelationId", "order-7")
                .doesNotContainKeys("CamelSmsDuplicate", "CamelSmsOutcome");
    }

    @Test
    void completed_allStoredBefore_isADuplicate() {
        sink.stored(0, "order-7-1of2", true);
        sink.stored(1, "order-7-2of2", true);

        assertThat(end().getHeaders()).containsEntry("CamelSmsStored", true).containsEntry("CamelSmsDuplicate", true);
    }

    /** The segments were committed in two calls, of which the second failed. */
    @Test
    void completed_someStored_isNotSafeToRepeat() {
        sink.stored(0, "order-7-1of3", false);
        sink.stored(1, "order-7-2of3", false);
        sink.result(2, SmsSendResult.notSent(null, "the message store failed", "order-7-3of3"));

        Message message = end();

        assertThat(exchange.getException()).isExactlyInstanceOf(SmsException.class).hasMessageContainingAll(
                "2 were stored", "the message store failed");
        assertThat(message.getHeaders()).containsEntry("CamelSmsCorrelationId", "order-7")
                .doesNotContainKey("CamelSmsStored");
    }

    @Test
    void completed_someStoredAndOthersRejected_keepsTheBody() {
        exchange.getMessage().setBody("a long text");
        sink.stored(0, "order-7-1of2", false);
        sink.result(1, SmsSendResult.rejected(null, "another text", "order-7-2of2"));

        assertThat(end().getBody()).isEqualTo("a long text");
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsException.class);
    }

    @Test
    void completed_oneInDoubt_isUnknown() {
        sink.result(0, SmsSendResult.unknown(null, "the commit failed", "order-7-1of2"));
        sink.result(1, SmsSendResult.notSent(null, "shut down", "order-7-2of2"));

        assertThat(end().getHeaders()).containsEntry("CamelSmsOutcome", "UNKNOWN");
        assertThat(exchange.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
    }

    @Test
    void completed_noneStored_isSafeToRepeat() {
        sink.result(0, SmsSendResult.notSent(null, "shut down", "order-7-1of2"));
        sink.result(1, SmsSendResult.notSent(null, "shut down", "order-7-2of2"));

        assertThat(end().getHeaders()).containsEntry("CamelSmsOutcome", "NOT_SENT")
                .containsEntry("CamelSmsCorrelationId", "order-7").doesNotContainKey("CamelSmsStored");
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class);
    }

    /** The message was stored before with another second segment. */
    @Test
    void completed_storedBeforeWithAnotherText_isRejected() {
        sink.stored(0, "order-7-1of2", true);
        sink.result(1, SmsSendResult.rejected(null, "another text", "order-7-2of2"));

        assertThat(end().getHeaders()).containsEntry("CamelSmsOutcome", "REJECTED")
                .containsEntry("CamelSmsCorrelationId", "order-7").doesNotContainKeys("CamelSmsStored", "CamelSmsDuplicate");
        assertThat(exchange.getException()).isNull();
    }
}
