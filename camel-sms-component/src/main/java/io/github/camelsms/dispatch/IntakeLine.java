package io.github.camelsms.dispatch;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Lets messages into the queue: single ones at once, as they are in memory anyway, and long inputs piece by piece as
 * there is room, those of a higher priority first. For each priority only what goes before it counts against the bound,
 * so that a full queue of campaigns does not hold back a one-time password. Confined to the account's loop.
 */
final class IntakeLine {

    /** How often what was read of an input that keeps its reader waiting is taken. */
    private static final long FLUSH_NANOS = 10_000_000L;
    private static final Comparator<Submission> IN_LINE
            = Comparator.comparing((Submission input) -> input.refusal == null)
                    .thenComparing(input -> -input.priority).thenComparing(input -> input.order);

    private final PendingQueue queue;
    private final Completions completions;
    private final DispatchClock clock;
    private final SerialExecutor loop;
    private final Executor readers;
    private final Queue<Submission> line = new PriorityQueue<>(IN_LINE);
    private DispatchSettings settings;
    private long lastOrder;
    private int reserved;
    private @Nullable Submission guest;

    IntakeLine(DispatchSettings settings, PendingQueue queue, Completions completions, DispatchClock clock,
               SerialExecutor loop, Executor readers) {
        this.settings = settings;
        this.queue = queue;
        this.completions = completions;
        this.clock = clock;
        this.loop = loop;
        this.readers = readers;
    }

    /** Bounds what is read from now on; what was read before stays, even beyond the new bound. */
    void change(DispatchSettings newSettings) {
        settings = newSettings;
    }

    void add(Entry single) {
        queue.addLast(single);
    }

    void add(Submission input) {
        completions.begin(input);
        getInLine(input);
    }

    /** Whether a single message of this priority finds as many before it as the queue is to hold. */
    boolean isFull(int priority) {
        return room(priority) <= 0;
    }

    /** Reads on in the inputs that run low, as there is room. */
    void admit() {
        for (Submission input = line.peek();
             input != null && (input.refusal != null || room(input.priority) > 0);
             input = line.peek()) {
            line.remove();
            // What came back from a refused request may fill more than the window.
            int window = Math.max(0, settings.window() - input.queued);
            startReading(input, Math.min(room(input.priority), window));
        }
        if (!line.isEmpty()) {
            admitGuest();
        }
    }

    /** Messages of this input left the queue, so it may have run low. */
    void left(Submission input) {
        getInLine(input);
    }

    /** Turns away the rest of all inputs. */
    void refuseAll(Refusal refusal) {
        for (Submission input : completions.open()) {
            // Its place in line depends on what changes here.
            if (input.inLine) {
                line.remove(input);
                input.inLine = false;
            }
            input.refuseRest(refusal);
            getInLine(input);
            completions.endIfComplete(input);
        }
    }

    /** How many inputs wait to be read on. */
    int heldBack() {
        return line.size();
    }

    private int room(int priority) {
        return settings.maxPendingMessages() - queue.sizeFrom(priority) - reserved;
    }

    private void getInLine(Submission input) {
        boolean low = input.queued <= settings.window() / 2;
        if (low && !input.inLine && !input.reading && !input.exhausted) {
            input.inLine = true;
            input.order = ++lastOrder;
            line.add(input);
        }
    }

    /**
     * While others keep the queue full, the input that has waited longest gets a small share of it all the same, one
     * input at a time, so that none waits for ever.
     */
    private void admitGuest() {
        Submission longest = line.stream().min(Comparator.comparing(input -> input.order)).orElseThrow();
        boolean isPassedOver = queue.size() > settings.maxPendingMessages() || !longest.equals(line.peek());
        Submission current = guest;
        boolean isThere = current != null && !current.ended && (current.reading || current.taken > current.completed);
        if (isPassedOver && !isThere) {
            guest = longest;
            line.remove(longest);
            int share = Math.min(settings.batchSize(), settings.maxPendingMessages()) / PendingQueue.LONGEST_WAITING_EVERY;
            startReading(longest, Math.max(1, share));
        }
    }

    private void startReading(Submission input, int admitted) {
        input.inLine = false;
        if (input.exhausted) {
            return;
        }
        int count = input.refusal != null ? settings.window() : admitted;
        int held = input.refusal != null ? 0 : count;
        input.reading = true;
        reserved += held;
        Executors.run(readers, () -> {
            Submission.ReadEnd end = input.read(count);
            loop.execute(() -> {
                reserved -= held;
                // While it still counts as being read, the input cannot end among what is taken here.
                takeRead(input);
                input.readEnded(end);
                getInLine(input);
                completions.endIfComplete(input);
            });
        });
        if (input.mayWait()) {
            scheduleFlush(input);
        }
    }

    /** Takes what was read so far while the reader waits for more, so that it does not wait along. */
    private void scheduleFlush(Submission input) {
        if (input.flushScheduled) {
            return;
        }
        input.flushScheduled = true;
        clock.schedule(FLUSH_NANOS, () -> loop.execute(() -> {
            input.flushScheduled = false;
            if (input.reading) {
                takeRead(input);
                scheduleFlush(input);
            }
        }));
    }

    private void takeRead(Submission input) {
        long now = clock.nanos();
        for (Intake element : input.takeRead()) {
            if (input.ended) {
                return;
            }
            take(input, element, now);
        }
    }

    private void take(Submission input, Intake element, long now) {
        long index = input.taken++;
        if (element instanceof Intake.Refused refused) {
            completions.refuse(input, index, refused.result());
        } else if (element instanceof Intake.Fit fit) {
            Entry entry = new Entry(fit.message(), input, index, now);
            Refusal refusal = input.refusal;
            if (refusal != null) {
                completions.complete(entry, entry.notSent(refusal), now);
            } else {
                queue.addLast(entry);
            }
        }
    }
}
