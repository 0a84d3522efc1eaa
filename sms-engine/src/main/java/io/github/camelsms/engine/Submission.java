package io.github.camelsms.engine;

import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * State of an input, or of a single message, in the engine. Confined to the account's loop.
 */
public final class Submission {

    final ResultSink sink;
    public final InputReader reader;
    final long deliveryTimeoutNanos;
    public final SubmitOptions options;
    /** Priority among the inputs that wait to be read further. */
    final int priority;
    /** Position in the order in which inputs began to wait. */
    long order;
    /** Number of its messages in the account's queue. */
    public int queued;
    /** Number of elements that were read, and number of results. */
    long taken;
    long completed;
    /** Whether a reader is active. */
    boolean reading;
    /** Places in the queue that are reserved for its reader. */
    int reserved;
    /** Whether a flush of its elements is scheduled. */
    boolean flushScheduled;
    /** Whether it waits to be read further. */
    boolean isWaiting;
    /** Whether nothing more will be read. */
    boolean exhausted;
    boolean ended;
    /** When it ended, for the waiting time of its completion. */
    long endedAt;
    /** Why the rest of this input is not sent, or null. */
    @Nullable
    Refusal refusal;
    @Nullable
    ReadFailure unread;
    /** Runs after the sink was told the end, or null. */
    @Nullable
    public Runnable afterCompletion;

    /**
     * @param source null for a single message, which needs no reading
     */
    public Submission(@Nullable MessageSource source, SubmitOptions options, ResultSink sink) {
        this.reader = source == null ? InputReader.NONE : new InputReader(source);
        this.options = options;
        this.deliveryTimeoutNanos = Nanos.of(options.deliveryTimeout());
        this.sink = sink;
        this.priority = source == null
                ? SmsMessage.DEFAULT_PRIORITY
                : Math.max(SmsMessage.LOWEST_PRIORITY, Math.min(SmsMessage.HIGHEST_PRIORITY, source.priority()));
        this.exhausted = source == null;
    }

    void readEnded(InputReader.ReadEnd end) {
        reading = false;
        if (end.exhausted() && !exhausted) {
            exhausted = true;
            unread = end.unread();
        }
    }

    /**
     * Refuses the rest of this input. The rest of a finite input is still read, to report each message. An infinite
     * input is abandoned, even if its reader never returns.
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

    /** Returns whether it can begin to wait to be read further. */
    boolean mayWait() {
        return !exhausted && !reading && !isWaiting;
    }

    /** Returns whether elements of it are being read or have no result. */
    boolean isActive() {
        return !ended && (reading || taken > completed);
    }

    boolean isComplete() {
        return exhausted && !reading && taken == completed;
    }
}
