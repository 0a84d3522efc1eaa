package io.github.camelsms.sample.jms;

import java.util.ArrayList;
import java.util.List;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.Exchange;
import org.apache.camel.component.jms.JmsMessage;

/**
 * Receives, after the first message of a transaction, what else is on the queue, in the same transacted session and
 * without waiting, up to the size of a request.
 * <p>
 * A transacted consumer works on one exchange at a time, so that one message per exchange would need as many consumers
 * as a request has messages. Gathered, one consumer fills the request: all messages are settled by the one commit, and
 * without it all come again. So after a crash at most the messages of the open transaction are sent twice, under the
 * same correlation ids. A lone message waits for nothing.
 */
class QueueGatherer {

    private static final Logger LOG = LoggerFactory.getLogger(QueueGatherer.class);

    /** The bodies of a batch are in memory together: beyond this a message is the last of its batch. */
    private static final long MAX_BODIES_LENGTH = 1_000_000;

    private final QueueMessages messages;
    private final int most;

    /**
     * @param most messages of one transaction, at least 1
     */
    QueueGatherer(QueueMessages messages, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("sms.jms.batchSize must be at least 1, not " + most);
        }
        this.messages = messages;
        this.most = most;
    }

    QueueBatch gather(Exchange exchange) throws JMSException {
        JmsMessage first = exchange.getIn(JmsMessage.class);
        Session session = first == null ? null : first.getJmsSession();
        Message message = first == null ? null : first.getJmsMessage();
        if (session == null || message == null || !session.getTransacted()) {
            throw new IllegalStateException("The consumer of the outbox must be transacted: set transacted=true");
        }
        // The rest of the route, the answers included, must run on the listener's thread, which owns the session.
        exchange.getExchangeExtension().setTransacted(true);
        List<QueueMessage> gathered = new ArrayList<>();
        gathered.add(messages.read(session, message));
        receiveMore(session, message, gathered);
        reportRedelivered(gathered);
        return new QueueBatch(session, gathered);
    }

    private void receiveMore(Session session, Message first, List<QueueMessage> gathered) throws JMSException {
        if (most == 1) {
            return;
        }
        try (MessageConsumer consumer = session.createConsumer(first.getJMSDestination())) {
            long length = MessageContent.length(first);
            while (gathered.size() < most && length < MAX_BODIES_LENGTH) {
                Message next = consumer.receiveNoWait();
                if (next == null) {
                    return;
                }
                gathered.add(messages.read(session, next));
                length += MessageContent.length(next);
            }
        }
    }

    private static void reportRedelivered(List<QueueMessage> gathered) throws JMSException {
        int redelivered = 0;
        for (QueueMessage message : gathered) {
            redelivered += message.jms().getJMSRedelivered() ? 1 : 0;
        }
        if (redelivered > 0) {
            LOG.warn("{} messages of the queue come again after a failed transaction: those that had been sent before"
                     + " it failed are sent twice",
                    redelivered);
        }
    }
}
