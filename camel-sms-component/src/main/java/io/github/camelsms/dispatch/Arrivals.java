package io.github.camelsms.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Single messages that were handed in and that the account's loop has not taken yet. A message that queues up behind
 * others changes nothing about what is due, so the loop takes it when it runs anyway. That saves it a run of its own.
 * <p>
 * {@link #add} and {@link #count} may be called on any thread; everything else is confined to the loop.
 */
final class Arrivals {

    /** The loop runs only when it is told to. */
    static final long RUNS_WHEN_TOLD = Long.MAX_VALUE;

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile long runsBefore = RUNS_WHEN_TOLD;

    /**
     * Adds a message.
     *
     * @return whether the loop must be told to run, because it may not run by itself in time
     */
    boolean add(Entry entry) {
        count.getAndIncrement();
        entries.add(entry);
        // Read after the message can be seen, as the loop looks for messages after it writes this.
        return entry.deadline < runsBefore;
    }

    /** Number of messages that the loop's state does not include. */
    int count() {
        return count.get();
    }

    /** Returns the next message, or null if there is none. */
    @Nullable
    Entry poll() {
        return entries.poll();
    }

    /** The loop's state includes so many more of them. */
    void included(int messages) {
        count.getAndAdd(-messages);
    }

    /**
     * Promises when the loop runs by itself at the latest.
     *
     * @param  time messages that are due before it make the loop run
     * @return      whether a message is there that may have relied on an earlier run
     */
    boolean promise(long time) {
        boolean isLater = time > runsBefore;
        runsBefore = time;
        return isLater && !entries.isEmpty();
    }
}
