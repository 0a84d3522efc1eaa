package io.github.camelsms.dispatch;

import java.time.Duration;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * A single message or an input on its way through the engine: how much of it was read, how much waits, and how much has
 * its result. Confined to the account's loop.
 */
final class Submission {

    private static final Duration LONGEST = Duration.ofDays(3650);

    final ResultSink sink;
    final InputReader reader;
    final long deliveryTimeoutNanos;
    /** Where it stands among the inputs that wait to be read on. */
    final int priority;
    /** When it got in line, as a number that grows. */
    long order;
    /** Messages of this input in the account's queue. */
    int queued;
    /** Elements that were read, and of these, how many have their result. */
    long taken;
    long completed;
    /** A reader is at work. */
    boolean reading;
    /** Places in the queue that are kept for what its reader is to read. */
    int reserved;
    /** What was read is looked at again in a moment. */
    boolean flushScheduled;
    /** In line for being read on. */
    boolean inLine;
    /** Nothing more will be read. */
    boolean exhausted;
    boolean ended;
    /** When it ended, for how long its caller waits to hear of it. */
    long endedAt;
    /** Why no more of this input is sent, or null. */
    @Nullable
    Refusal refusal;
    @Nullable
    ReadFailure unread;

    /**
     * @param source null for a single message, which needs no reading
     */
    Submission(@Nullable MessageSource source, long deliveryTimeoutNanos, ResultSink sink) {
        this.reader = source == null ? InputReader.NONE : new InputReader(source);
        this.deliveryTimeoutNanos = deliveryTimeoutNanos;
        this.sink = sink;
        this.priority = source == null
                ? SmsMessage.DEFAULT_PRIORITY
                : Math.max(SmsMessage.LOWEST_PRIORITY, Math.min(SmsMessage.HIGHEST_PRIORITY, source.priority()));
        this.exhausted = source == null;
    }

    /** A duration in nanoseconds, within what can be added to a time. */
    static long nanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    void readEnded(InputReader.ReadEnd end) {
        reading = false;
        if (end.exhausted() && !exhausted) {
            exhausted = true;
            unread = end.unread();
        }
    }

    /**
     * No more of this input is sent. What is left of a finite one is still read, to report each message; an endless one
     * is left alone, even if its reader never returns.
     */
    void refuseRest(Refusal why) {
        if (refusal == null && !exhausted) {
            refusal = why;
            if (reader.mayWait()) {
                exhausted = true;
                reading = false;
                unread = new ReadFailure(why.reason(), null);
            }
        }
    }

    boolean isComplete() {
        return exhausted && !reading && taken == completed;
    }
}
