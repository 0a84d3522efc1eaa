package io.github.camelsms.sample.jms;

import java.util.List;
import java.util.Objects;

import io.github.camelsms.model.SmsMessage;
import jakarta.jms.Session;

/**
 * The queue messages of one transaction. It belongs to the thread of the listener whose session it holds: JMS sessions
 * are for one thread.
 */
public class QueueBatch {

    private final Session session;
    private final List<QueueMessage> all;
    private final Thread owner = Thread.currentThread();

    QueueBatch(Session session, List<QueueMessage> all) {
        this.session = session;
        this.all = List.copyOf(all);
    }

    /**
     * The messages that can be sent, in the order of the queue: what <code>sms:send</code> takes as its body.
     */
    public List<SmsMessage> messages() {
        return all.stream().map(QueueMessage::sms).filter(Objects::nonNull).toList();
    }

    List<QueueMessage> all() {
        return all;
    }

    /**
     * The session of the transaction.
     *
     * @throws IllegalStateException if another thread asks
     */
    Session session() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException(
                    "The batch was received by thread " + owner.getName() + " and must be answered by it, not by "
                                            + Thread.currentThread().getName());
        }
        return session;
    }

    @Override
    public String toString() {
        return "QueueBatch[" + all.size() + " messages]";
    }
}
