package io.github.camelsms.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Queue of single messages and operator commands between their callers and the account's loop. A message at the end of
 * a queue does not change the next action, so it needs no run of the loop.
 * <p>
 * {@link #submit}, {@link #execute} and {@link #count} may be called on any thread; everything else is confined to the
 * loop.
 */
final class Arrivals {

    /** The loop does not run without a request. */
    static final long RUNS_ON_REQUEST = Long.MAX_VALUE;

    private final SerialExecutor loop;
    private final Consumer<Entry> receiver;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    /** Number of commands that have not run yet. */
    private final AtomicInteger commands = new AtomicInteger();
    private volatile long runsBefore = RUNS_ON_REQUEST;
    /** Number of messages that were taken since {@link #included()}. */
    private int taken;
    /** Number of tasks since the last step that found no messages. */
    private int tasksWithoutEffect;

    /**
     * @param receiver accepts the messages, on the loop
     */
    Arrivals(SerialExecutor loop, Consumer<Entry> receiver) {
        this.loop = loop;
        this.receiver = receiver;
    }

    /** Submits a message. Runs the loop if it may not run in time otherwise. */
    void submit(Entry entry) {
        if (commands.get() > 0) {
            // Runs after the commands that were issued before it.
            loop.execute(() -> receiver.accept(entry));
            return;
        }
        count.getAndIncrement();
        entries.add(entry);
        // Read after the message is visible, because the loop checks for messages after it writes this.
        if (entry.deadline < runsBefore) {
            loop.execute(this::arrived);
        }
    }

    /** Runs a command, in order with the messages that were submitted before and after it. */
    void execute(Runnable command) {
        commands.getAndIncrement();
        loop.executeOnPool(() -> {
            try {
                take();
                command.run();
            } finally {
                commands.getAndDecrement();
            }
        });
    }

    /** Returns the number of messages that the loop's state does not include. */
    int count() {
        return count.get();
    }

    private void arrived() {
        if (!take()) {
            tasksWithoutEffect++;
        }
    }

    /** Passes on the messages that have arrived. Returns whether there were any. */
    boolean take() {
        int before = taken;
        for (Entry entry = entries.poll(); entry != null; entry = entries.poll()) {
            taken++;
            receiver.accept(entry);
        }
        return taken > before;
    }

    /** Returns whether tasks since the last call had an effect, so that the loop must take a step. */
    boolean needsStep(int tasks) {
        boolean hadEffect = tasks != tasksWithoutEffect;
        tasksWithoutEffect = 0;
        return hadEffect;
    }

    /** Records that the loop's state includes the messages that were taken. */
    void included() {
        count.getAndAdd(-taken);
        taken = 0;
    }

    /**
     * Sets the time of the loop's next run.
     *
     * @param time messages with an earlier deadline make the loop run
     */
    void announceRun(long time) {
        if (setNextRun(time)) {
            loop.execute(this::arrived);
        }
    }

    /** Sets this time, and returns whether there is a message that may have relied on an earlier one. */
    private boolean setNextRun(long time) {
        boolean isLater = time > runsBefore;
        runsBefore = time;
        return isLater && !entries.isEmpty();
    }
}
