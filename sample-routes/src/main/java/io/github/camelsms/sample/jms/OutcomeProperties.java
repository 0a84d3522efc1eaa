package io.github.camelsms.sample.jms;

import io.github.camelsms.model.SmsSendResult;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * The properties that tell an operator what became of a message.
 */
final class OutcomeProperties {

    static final String OUTCOME = "CamelSmsOutcome";
    static final String CODE = "CamelSmsCode";
    static final String REASON = "CamelSmsReason";

    private OutcomeProperties() {
    }

    static void set(Message message, SmsSendResult result) throws JMSException {
        message.setStringProperty(OUTCOME, result.outcome().name());
        message.setStringProperty(REASON, result.reason());
        message.setStringProperty(QueueMessages.CORRELATION_ID, result.correlationId());
        if (result.code() != null) {
            message.setIntProperty(CODE, result.code());
        }
    }
}
