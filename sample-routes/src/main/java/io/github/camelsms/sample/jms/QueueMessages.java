package io.github.camelsms.sample.jms;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.message.MessageFields;
import io.github.camelsms.sample.message.MessageJson;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Reads queue messages: the body is the text to send and the properties say to whom, or the body is JSON. Priority and
 * time to live are those of the queue message.
 */
final class QueueMessages {

    private final InstantSource clock;

    QueueMessages(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Never fails because of what the message holds, only when the broker does not deliver it.
     */
    QueueMessage read(Session session, Message jms) throws JMSException {
        Message body = MessageCopy.readableBody(session, jms);
        Duration timeToLive = timeToLive(jms);
        if (timeToLive != null && timeToLive.compareTo(Duration.ZERO) <= 0) {
            return new QueueMessage(
                    jms, body, null,
                    SmsSendResult.notSent(null, "the queue message expired before it was sent", correlationId(jms)));
        }
        try {
            SmsMessage sms = message(jms, body).withPriority(priority(jms)).withTimeToLive(timeToLive);
            return new QueueMessage(
                    jms, body, sms.correlationId() == null ? sms.withCorrelationId(correlationId(jms)) : sms, null);
        } catch (IllegalArgumentException e) {
            return new QueueMessage(
                    jms, body, null, SmsSendResult.rejected(null, e.getMessage(), correlationId(jms)));
        }
    }

    /** Other protocols have priorities beyond the 9 of JMS. */
    static int priority(Message jms) throws JMSException {
        return Math.min(jms.getJMSPriority(), SmsMessage.HIGHEST_PRIORITY);
    }

    private static SmsMessage message(Message jms, Message content) throws JMSException {
        Map<String, @Nullable Object> properties = new HashMap<>();
        for (String name : List.of(MessageFields.DESTINATION, MessageFields.CORRELATION_ID, MessageFields.SCHEDULED_DATE)) {
            properties.put(name, MessageContent.property(jms, name));
        }
        SmsMessage given = MessageFields.message(properties);
        String body = MessageContent.text(content);
        SmsMessage message
                = given.destination() == null ? MessageJson.parse(jsonObject(body)) : given.withMessageText(body);
        String id = message.correlationId() == null ? given.correlationId() : message.correlationId();
        return new SmsMessage(
                message.messageText(), message.destination(), id == null || id.isBlank() ? null : id,
                message.scheduledDate() == null ? given.scheduledDate() : message.scheduledDate());
    }

    /** The id of a message that names none itself, or whose own cannot be read. */
    private static @Nullable String correlationId(Message jms) throws JMSException {
        Object given = jms.getObjectProperty(MessageFields.CORRELATION_ID);
        return given instanceof String id && !id.isBlank() ? id : CorrelationIds.of(jms.getJMSMessageID());
    }

    private @Nullable Duration timeToLive(Message jms) throws JMSException {
        long expiration = jms.getJMSExpiration();
        return expiration == 0 ? null : Duration.between(clock.instant(), Instant.ofEpochMilli(expiration));
    }

    private static String jsonObject(String body) {
        if (!body.stripLeading().startsWith("{")) {
            throw new IllegalArgumentException(
                    "no recipient: set the property " + MessageFields.DESTINATION
                                               + ", or send a JSON object with a destination");
        }
        return body;
    }
}
