package io.github.camelsms.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Reader of one input. One thread at a time calls {@link #read}; the account's loop calls everything else, also while
 * {@link #read} waits for the next element.
 */
final class InputReader {

    /** For a single message, which needs no reading. */
    static final InputReader NONE = new InputReader(null);

    private final @Nullable MessageSource source;
    private final boolean isFinite;
    private final Queue<List<CheckedMessage>> handover = new ConcurrentLinkedQueue<>();
    /** How many elements the reader may begin to read, beyond the one that it always may. */
    private final AtomicInteger permits = new AtomicInteger();
    /** Whether the reader tells the loop of the next element that it has read. */
    private final AtomicBoolean notifies = new AtomicBoolean();

    InputReader(@Nullable MessageSource source) {
        this.source = source;
        this.isFinite = source == null || source.isFinite();
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
        return !isFinite;
    }

    List<CheckedMessage> takeRead() {
        List<CheckedMessage> read = new ArrayList<>();
        for (List<CheckedMessage> piece = handover.poll(); piece != null; piece = handover.poll()) {
            read.addAll(piece);
        }
        return read;
    }
}
