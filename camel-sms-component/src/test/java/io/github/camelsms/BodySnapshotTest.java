package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for recognizing the same body of many messages.
 */
class BodySnapshotTest {

    private final CamelContext context = new DefaultCamelContext();

    @Test
    void isRepeatedBy_sameMessagesInAnotherList_isTrue() {
        assertThat(BodySnapshot.of(message()).isRepeatedBy(message())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "CamelSmsDestination", "CamelSmsCorrelationIdPrefix", "CamelSmsScheduledDate" })
    void isRepeatedBy_sameMessagesWithAnotherHeader_isFalse(String header) {
        Message other = message();
        other.setHeader(header, "another");
        assertThat(BodySnapshot.of(message()).isRepeatedBy(other)).isFalse();
    }

    /** Otherwise a repetition with another priority would send messages twice. */
    @ParameterizedTest
    @ValueSource(strings = { "CamelSmsPriority", "CamelSmsTimeToLive" })
    void isRepeatedBy_sameMessagesWithAnotherUrgency_isTrue(String header) {
        Message other = message();
        other.setHeader(header, "9");
        assertThat(BodySnapshot.of(message()).isRepeatedBy(other)).isTrue();
    }

    private Message message() {
        Message message = new DefaultMessage(context);
        message.setBody(List.of(new SmsMessage("hello", null, null, null)));
        return message;
    }
}
