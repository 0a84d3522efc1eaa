package io.github.camelsms.sample.tally;

import java.util.concurrent.atomic.AtomicLongArray;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;

/**
 * Counts what became of the messages since the application started. Safe for use by several threads.
 */
public class Tally {

    /** Where a message came from. */
    public enum Source {
        FILE,
        QUEUE
    }

    /** How a message ended here: the component's outcomes, and a line of a file that is no message at all. */
    public enum Fate {
        ACCEPTED,
        REJECTED,
        NOT_SENT,
        UNKNOWN,
        UNREADABLE;

        static Fate of(SmsOutcome outcome) {
            return valueOf(outcome.name());
        }
    }

    private final AtomicLongArray fates = new AtomicLongArray(Source.values().length * Fate.values().length);
    private final AtomicLongArray statuses = new AtomicLongArray(SmsDeliveryStatus.values().length);

    public void add(Source source, SmsOutcome outcome) {
        add(source, Fate.of(outcome));
    }

    public void add(Source source, Fate fate) {
        fates.incrementAndGet(index(source, fate));
    }

    public void add(SmsDeliveryStatus status) {
        statuses.incrementAndGet(status.ordinal());
    }

    public long count(Source source, Fate fate) {
        return fates.get(index(source, fate));
    }

    /**
     * Messages of both sources that ended so.
     */
    public long count(Fate fate) {
        return count(Source.FILE, fate) + count(Source.QUEUE, fate);
    }

    /**
     * Messages that have their final outcome; one that was not sent is still on its way.
     */
    public long settled() {
        return count(Fate.ACCEPTED) + count(Fate.REJECTED) + count(Fate.UNKNOWN) + count(Fate.UNREADABLE);
    }

    /**
     * Status items of this value that came in; a message is first SENT and later something else.
     */
    public long count(SmsDeliveryStatus status) {
        return statuses.get(status.ordinal());
    }

    /**
     * Messages whose delivery has come to an end, good or bad.
     */
    public long deliveriesEnded() {
        long ended = 0;
        for (SmsDeliveryStatus status : SmsDeliveryStatus.values()) {
            ended += status == SmsDeliveryStatus.SENT ? 0 : count(status);
        }
        return ended;
    }

    private static int index(Source source, Fate fate) {
        return source.ordinal() * Fate.values().length + fate.ordinal();
    }
}
