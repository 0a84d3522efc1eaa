package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

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
    /** Places in the queue that are kept for what its reader is to read. */
    int reserved;
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
    ReadFailure unread;

    private final @Nullable MessageSource source;
    private final boolean finite;
    private final Queue<List<CheckedMessage>> handover = new ConcurrentLinkedQueue<>();
    /** How many elements the reader may begin to read, beyond the one that it always may. */
    private final AtomicInteger permits = new AtomicInteger();
    /** Whether the reader tells the loop of the next element that it has read. */
    private final AtomicBoolean notifies = new AtomicBoolean();

    /**
     * @param source null for a single message, which needs no reading
     */
    Submission(@Nullable MessageSource source, long deliveryTimeoutNanos, ResultSink sink) {
        this.source = source;
        this.deliveryTimeoutNanos = deliveryTimeoutNanos;
        this.sink = sink;
        this.finite = source == null || source.isFinite();
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

    /**
     * How a read ended: at the end of the input, and if not at its proper end, why.
     */
    record ReadEnd(boolean exhausted, @Nullable ReadFailure unread) {
    }

    /** The next {@link #read} may read so many elements, 1 or more. */
    void permit(int count) {
        permits.set(Math.max(0, count - 1));
        notifies.set(true);
    }

    /** Takes back the permits that the reader has not used; returns how many. */
    int revoke() {
        return permits.getAndSet(0);
    }

    /** The reader tells of the next element again; false if it has read one since that nobody has taken. */
    boolean waitForReader() {
        notifies.set(true);
        return handover.isEmpty();
    }

    /**
     * Reads elements, one and as many more as are permitted, for {@link #takeRead()} to take, which may happen while
     * this still waits for the next one.
     *
     * @param onRead told of an element that was read before a wait for the next one, after {@link #waitForReader()}
     */
    ReadEnd read(int count, Runnable onRead) {
        List<CheckedMessage> allThere = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                if (i > 0 && mayWait() && !mayReadOn()) {
                    return new ReadEnd(false, null);
                }
                CheckedMessage element = source == null ? null : source.next();
                if (element == null) {
                    return new ReadEnd(true, null);
                }
                if (mayWait()) {
                    handover.add(List.of(element));
                    if (notifies.get() && notifies.compareAndSet(true, false)) {
                        onRead.run();
                    }
                } else {
                    allThere.add(element);
                }
            }
            return new ReadEnd(false, null);
        } catch (Throwable e) {
            // Whatever the input throws, errors included, its exchange must still be completed.
            return new ReadEnd(true, new ReadFailure("the input could not be read to its end", e));
        } finally {
            handover.add(allThere);
        }
    }

    private boolean mayReadOn() {
        return permits.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    /** Whether reading may keep a reader waiting; what is all there is read in one go. */
    boolean mayWait() {
        return !finite;
    }

    List<CheckedMessage> takeRead() {
        List<CheckedMessage> read = new ArrayList<>();
        for (List<CheckedMessage> piece = handover.poll(); piece != null; piece = handover.poll()) {
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
            if (!finite) {
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
