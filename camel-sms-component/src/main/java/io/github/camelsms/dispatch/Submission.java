package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * One input on its way through the engine: how much of it was read, how much waits, and how much has its result.
 * Confined to the account's loop, but for {@link #read(int)}, which one reader at a time calls.
 */
final class Submission {

    private static final Duration LONGEST = Duration.ofDays(3650);

    final ResultSink sink;
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
    /** What was read is looked at again in a moment. */
    boolean flushScheduled;
    /** In line for being read on. */
    boolean inLine;
    /** Nothing more will be read. */
    boolean exhausted;
    boolean ended;
    /** Why no more of this input is sent, or null. */
    @Nullable
    Refusal refusal;
    @Nullable
    Unread unread;

    private final @Nullable MessageSource source;
    private final Queue<List<Intake>> handover = new ConcurrentLinkedQueue<>();

    /**
     * @param source null for a single message, which needs no reading
     */
    Submission(@Nullable MessageSource source, long deliveryTimeoutNanos, ResultSink sink) {
        this.source = source;
        this.deliveryTimeoutNanos = deliveryTimeoutNanos;
        this.sink = sink;
        this.priority = source == null ? SmsMessage.DEFAULT_PRIORITY : source.priority();
        this.exhausted = source == null;
    }

    /** A duration in nanoseconds, within what can be added to a time. */
    static long nanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    /**
     * How a read ended: at the end of the input, and if not at its proper end, why.
     */
    record ReadEnd(boolean exhausted, @Nullable Unread unread) {
    }

    /**
     * Reads elements, at most <code>count</code>, for {@link #takeRead()} to take, which may happen while this still
     * waits for the next one.
     */
    ReadEnd read(int count) {
        List<Intake> allThere = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                Intake element = source == null ? null : source.next();
                if (element == null) {
                    return new ReadEnd(true, null);
                }
                if (mayWait()) {
                    handover.add(List.of(element));
                } else {
                    allThere.add(element);
                }
            }
            return new ReadEnd(false, null);
        } catch (Throwable e) {
            // Whatever the input throws, errors included, its exchange must still be completed.
            return new ReadEnd(true, new Unread("the input could not be read to its end", e));
        } finally {
            handover.add(allThere);
        }
    }

    /** Whether reading may keep a reader waiting; what is all there is read in one go. */
    boolean mayWait() {
        return source != null && !source.isFinite();
    }

    List<Intake> takeRead() {
        List<Intake> read = new ArrayList<>();
        for (List<Intake> piece = handover.poll(); piece != null; piece = handover.poll()) {
            read.addAll(piece);
        }
        return read;
    }

    void readEnded(ReadEnd end) {
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
            if (source != null && !source.isFinite()) {
                exhausted = true;
                reading = false;
                unread = new Unread(why.reason(), null);
            }
        }
    }

    boolean isComplete() {
        return exhausted && !reading && taken == completed;
    }
}
