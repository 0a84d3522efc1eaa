package io.github.camelsms.sample.jms;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.sample.message.MessageJson;
import io.github.camelsms.sample.message.ScheduledDates;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads a queue message: its body is the text to send and its properties say to whom, or its body is JSON.
 * <p>
 * The properties are read from the JMS message itself, because Camel takes no header whose name begins with Camel from
 * outside.
 */
final class QueueMessages {

    static final String DESTINATION = "CamelSmsDestination";
    static final String CORRELATION_ID = "CamelSmsCorrelationId";
    static final String SCHEDULED_DATE = "CamelSmsScheduledDate";

    private static final int LONGEST_BODY = 100_000;

    private QueueMessages() {
    }

    /**
     * Never fails for what the message holds, only when the broker does not give it.
     */
    static QueueMessage read(Message jms) throws JMSException {
        try {
            String body = body(jms);
            SmsMessage sms = jms.getStringProperty(DESTINATION) == null
                    ? MessageJson.parse(jsonObject(body))
                    : new SmsMessage(
                            body, jms.getStringProperty(DESTINATION), null,
                            ScheduledDates.parse(jms.getStringProperty(SCHEDULED_DATE)));
            return QueueMessage.readable(jms, sms.correlationId() == null ? sms.withCorrelationId(correlationId(jms)) : sms);
        } catch (IllegalArgumentException e) {
            return QueueMessage.unreadable(jms, String.valueOf(e.getMessage()));
        }
    }

    /**
     * The id under which the message is sent if it names none itself: that of the queue message, which stays the same
     * when the broker delivers it again.
     */
    static @Nullable String correlationId(Message jms) throws JMSException {
        String given = jms.getStringProperty(CORRELATION_ID);
        if (given != null && !given.isBlank()) {
            return given;
        }
        String messageId = jms.getJMSMessageID();
        return messageId != null && messageId.startsWith("ID:") ? messageId.substring(3) : messageId;
    }

    private static String body(Message jms) throws JMSException {
        if (jms instanceof TextMessage text) {
            String body = text.getText();
            return body == null ? "" : body;
        }
        if (jms instanceof BytesMessage bytes) {
            return text(bytes);
        }
        throw new IllegalArgumentException("the message is neither text nor bytes");
    }

    private static String text(BytesMessage message) throws JMSException {
        if (message.getBodyLength() > LONGEST_BODY) {
            throw new IllegalArgumentException("the body is longer than " + LONGEST_BODY + " bytes");
        }
        byte[] content = new byte[(int) message.getBodyLength()];
        message.reset();
        message.readBytes(content);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the body is not UTF-8", e);
        }
    }

    private static String jsonObject(String body) {
        if (!body.stripLeading().startsWith("{")) {
            throw new IllegalArgumentException(
                    "no recipient: set the property " + DESTINATION + ", or send a JSON object with a destination");
        }
        return body;
    }
}
