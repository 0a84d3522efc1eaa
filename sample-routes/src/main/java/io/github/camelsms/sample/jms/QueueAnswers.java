package io.github.camelsms.sample.jms;

import java.time.Duration;
import java.time.InstantSource;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.message.MessageFields;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/**
 * Puts what became of the messages of one transaction on the queues for it, in that transaction.
 */
class QueueAnswers {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final QueueNames queues;
    private final Duration redeliveryDelay;
    private final InstantSource clock;

    /**
     * @param redeliveryDelay how long a message that was not sent rests before the outbox offers it again
     */
    QueueAnswers(QueueNames queues, Duration redeliveryDelay, InstantSource clock) {
        this.queues = queues;
        this.redeliveryDelay = redeliveryDelay;
        this.clock = clock;
    }

    /**
     * Returns whether the outcome is final; otherwise the message goes back to the outbox.
     */
    boolean send(Session session, MessageProducer producer, QueueMessage message, SmsSendResult result)
            throws JMSException {
        switch (result.outcome()) {
            case ACCEPTED -> answer(session, producer, message, result);
            case REJECTED -> {
                answer(session, producer, message, result);
                forward(session, producer, message, result, queues.rejected());
            }
            case UNKNOWN -> {
                answer(session, producer, message, result);
                forward(session, producer, message, result, queues.unknown());
            }
            case NOT_SENT -> {
                if (expiresBeforeNextAttempt(message.jms())) {
                    answer(session, producer, message, result);
                } else {
                    putBack(session, producer, message, result);
                    return false;
                }
            }
        }
        return true;
    }

    private boolean expiresBeforeNextAttempt(Message jms) throws JMSException {
        long expiration = jms.getJMSExpiration();
        return expiration != 0 && expiration <= clock.millis() + redeliveryDelay.toMillis();
    }

    private void answer(Session session, MessageProducer producer, QueueMessage message, SmsSendResult result)
            throws JMSException {
        ObjectNode json = JSON.createObjectNode()
                .put("correlationId", result.correlationId())
                .put("outcome", result.outcome().name())
                .put("code", result.code())
                .put("smsId", result.smsId())
                .put("reason", result.reason())
                .put("sentAt", result.sentAt() == null ? null : result.sentAt().toString());
        TextMessage answer = session.createTextMessage(json.toString());
        String requestId = message.jms().getJMSCorrelationID();
        answer.setJMSCorrelationID(requestId != null ? requestId : message.jms().getJMSMessageID());
        OutcomeProperties.set(answer, result);
        producer.send(session.createQueue(queues.results()), answer);
    }

    private void forward(
            Session session, MessageProducer producer, QueueMessage message, SmsSendResult result, String queue)
            throws JMSException {
        Message copy = MessageCopy.of(session, message);
        OutcomeProperties.set(copy, result);
        producer.send(session.createQueue(queue), copy);
    }

    /** The copy names the id under which it is sent, because the id of the queue message is a new one. */
    private void putBack(Session session, MessageProducer producer, QueueMessage message, SmsSendResult result)
            throws JMSException {
        Message copy = MessageCopy.of(session, message);
        if (copy.getJMSCorrelationID() == null) {
            copy.setJMSCorrelationID(message.jms().getJMSMessageID());
        }
        if (result.correlationId() != null) {
            copy.setStringProperty(MessageFields.CORRELATION_ID, result.correlationId());
        }
        long expiration = message.jms().getJMSExpiration();
        long timeToLive = expiration == 0 ? 0 : expiration - clock.millis();
        producer.setDeliveryDelay(redeliveryDelay.toMillis());
        try {
            producer.send(session.createQueue(queues.outbox()), copy, message.jms().getJMSDeliveryMode(),
                    QueueMessages.priority(message.jms()), timeToLive);
        } finally {
            producer.setDeliveryDelay(0);
        }
    }
}
