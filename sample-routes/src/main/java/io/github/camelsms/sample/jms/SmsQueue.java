package io.github.camelsms.sample.jms;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.sample.tally.Tally;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.Exchange;

/**
 * What the queue route calls: gather a batch of the outbox in the listener's transaction, and answer each of its
 * messages in the same.
 */
public class SmsQueue {

    private static final Logger LOG = LoggerFactory.getLogger(SmsQueue.class);

    private final QueueGatherer gatherer;
    private final QueueAnswers answers;
    private final Duration redeliveryDelay;
    private final Tally tally;

    /**
     * @param batchSize       messages of one transaction, best the size of a request
     * @param redeliveryDelay how long a message that was not sent rests before the outbox offers it again
     */
    public SmsQueue(QueueNames queues, int batchSize, Duration redeliveryDelay, InstantSource clock, Tally tally) {
        this.gatherer = new QueueGatherer(new QueueMessages(clock), batchSize);
        this.answers = new QueueAnswers(queues, redeliveryDelay, clock);
        this.redeliveryDelay = redeliveryDelay;
        this.tally = tally;
    }

    /**
     * The message of the exchange and what else is on its queue now.
     */
    public QueueBatch gather(Exchange exchange) throws JMSException {
        return gatherer.gather(exchange);
    }

    /**
     * Answers every message of the batch. The transaction's commit makes the answers visible and takes the messages off
     * the queue, both or neither.
     *
     * @param results what became of the batch's {@link QueueBatch#messages()}, in their order
     */
    public void answer(QueueBatch batch, @Nullable List<SmsSendResult> results) throws JMSException {
        Iterator<SmsSendResult> next = checked(batch, results).iterator();
        Session session = batch.session();
        int notSent = 0;
        String notSentReason = null;
        try (MessageProducer producer = session.createProducer(null)) {
            for (QueueMessage message : batch.all()) {
                SmsSendResult settled = message.result();
                SmsSendResult result = settled != null ? settled : next.next();
                boolean isFinal = answers.send(session, producer, message, result);
                tally.add(Tally.Source.QUEUE, result.outcome());
                if (!isFinal) {
                    notSent++;
                    notSentReason = result.reason();
                }
            }
        }
        if (notSent > 0) {
            LOG.warn("{} messages of the queue were not sent ({}); offered again in {} s", notSent, notSentReason,
                    redeliveryDelay.toSeconds());
        }
    }

    private static List<SmsSendResult> checked(QueueBatch batch, @Nullable List<SmsSendResult> results) {
        int expected = batch.messages().size();
        int actual = results == null ? 0 : results.size();
        if (results == null || actual != expected) {
            throw new IllegalStateException(
                    "There are " + actual + " results for " + expected + " messages of the queue: all stay on it");
        }
        return results;
    }
}
