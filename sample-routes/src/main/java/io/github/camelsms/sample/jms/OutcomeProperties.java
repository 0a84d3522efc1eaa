package io.github.camelsms.sample.jms;

import java.util.Set;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.message.MessageFields;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/**
 * The properties that say what became of a message.
 */
final class OutcomeProperties {

    static final String OUTCOME = "outcome";
    static final String CODE = "code";
    static final String SMS_ID = "smsId";
    static final String REASON = "reason";
    static final String SENT_AT = "sentAt";

    private static final Set<String> NAMES = Set.of(OUTCOME, CODE, SMS_ID, REASON, SENT_AT, MessageFields.CORRELATION_ID);

    private OutcomeProperties() {
    }

    /** Whether a property says what became of a message, perhaps in an earlier attempt. */
    static boolean isOne(String property) {
        return NAMES.contains(property);
    }

    /** Sets those that the result has. */
    static void set(Message message, SmsSendResult result) throws JMSException {
        message.setStringProperty(OUTCOME, result.outcome().name());
        if (result.code() != null) {
            message.setIntProperty(CODE, result.code());
        }
        setText(message, SMS_ID, result.smsId());
        setText(message, REASON, result.reason());
        setText(message, SENT_AT, result.sentAt() == null ? null : result.sentAt().toString());
        setText(message, MessageFields.CORRELATION_ID, result.correlationId());
    }

    private static void setText(Message message, String name, @Nullable String value)
            throws JMSException {
        if (value != null) {
            message.setStringProperty(name, value);
        }
    }
}
