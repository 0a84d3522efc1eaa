package io.github.camelsms.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Single messages that were submitted and that the account's loop has not accepted yet. A message at the end of a queue
 * does not change the next action, so it needs no run of the loop.
 * <p>
 * {@link #add} and {@link #count} may be called on any thread; everything else is confined to the loop.
 */
final class Arrivals {

    /** The loop does not run without a request. */
    static final long RUNS_ON_REQUEST = Long.MAX_VALUE;

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    /** Number of messages that were polled since {@link #included()}. */
    private int polled;
    private volatile long runsBefore = RUNS_ON_REQUEST;

    /**
     * Adds a message.
     *
     * @return whether the caller must run the loop, because it may not run in time otherwise
     */
    boolean add(Entry entry) {
        count.getAndIncrement();
        entries.add(entry);
        // Read after the message is visible, because the loop checks for messages after it writes this.
        return entry.deadline < runsBefore;
    }

    /** Returns the number of messages that the loop's state does not include. */
    int count() {
        return count.get();
    }

    /** Returns the next message, or null if there is none. */
    @Nullable
    Entry poll() {
        Entry entry = entries.poll();
        polled += entry == null ? 0 : 1;
        return entry;
    }

    /** Records that the loop's state includes the messages that were polled. */
    void included() {
        count.getAndAdd(-polled);
        polled = 0;
    }

    /**
     * Sets the time of the loop's next run.
     *
     * @param  time messages with an earlier deadline make the loop run
     * @return      whether there is a message that may have relied on an earlier run
     */
    boolean promise(long time) {
        boolean isLater = time > runsBefore;
        runsBefore = time;
        return isLater && !entries.isEmpty();
    }
}
