package io.github.camelsms.engine;

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
public final class InputReader {

    /** Reader of a single message, which needs no reading. */
    static final InputReader NONE = new InputReader(null);

    private final @Nullable MessageSource source;
    private final boolean isFinite;
    private final Queue<List<CheckedMessage>> handover = new ConcurrentLinkedQueue<>();
    /** Number of elements that may be read in addition to the first one. */
    private final AtomicInteger permits = new AtomicInteger();
    /** Whether the reader notifies the loop of the next element. */
    private final AtomicBoolean notifies = new AtomicBoolean();

    InputReader(@Nullable MessageSource source) {
        this.source = source;
        this.isFinite = source == null || source.isFinite();
    }

    /**
     * End of a read.
     *
     * @param exhausted whether nothing more can be read
     * @param unread    why the rest was not read, or null
     */
    record ReadEnd(boolean exhausted, @Nullable ReadFailure unread) {
    }

    /** Allows the next {@link #read} to read this number of elements, 1 or more. */
    void permit(int count) {
        permits.set(Math.max(0, count - 1));
        notifies.set(true);
    }

    /** Revokes the unused permits and returns their number. */
    int revoke() {
        return permits.getAndSet(0);
    }

    /** Enables the notification for the next element. Returns false if there are elements to take. */
    boolean waitForReader() {
        notifies.set(true);
        return handover.isEmpty();
    }

    /**
     * Reads one element, and more as far as permitted. {@link #takeRead()} may take them while this method is blocked.
     *
     * @param onRead called once for an element that was read before a possible wait, after {@link #waitForReader()}
     */
    ReadEnd read(int count, Runnable onRead) {
        List<CheckedMessage> elements = new ArrayList<>();
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
                    elements.add(element);
                }
            }
            return new ReadEnd(false, null);
        } catch (Throwable e) {
            // The exchange must be completed even if the input throws an error.
            return new ReadEnd(true, new ReadFailure("the input could not be read to its end", e));
        } finally {
            handover.add(elements);
        }
    }

    private boolean mayReadOn() {
        return permits.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    /** Returns whether reading may block, which finite inputs do not. */
    public boolean mayWait() {
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
