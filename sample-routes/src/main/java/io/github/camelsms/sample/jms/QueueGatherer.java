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

    private final int most;

    /**
     * @param most messages of one transaction, at least 1
     */
    QueueGatherer(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("sms.jms.batchSize must be at least 1, not " + most);
        }
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
        gathered.add(QueueMessages.read(message));
        receiveMore(session, message, gathered);
        reportRedelivered(gathered);
        return new QueueBatch(session, gathered);
    }

    private void receiveMore(Session session, Message first, List<QueueMessage> gathered) throws JMSException {
        if (most == 1) {
            return;
        }
        try (MessageConsumer consumer = session.createConsumer(first.getJMSDestination())) {
            while (gathered.size() < most) {
                Message next = consumer.receiveNoWait();
                if (next == null) {
                    return;
                }
                gathered.add(QueueMessages.read(next));
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
