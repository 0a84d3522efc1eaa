package io.github.camelsms.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Lets messages into the queue as there is room: single ones at once, long inputs piece by piece as they drain. Whoever
 * finds no room is held back, in order. Confined to the account's loop.
 */
final class IntakeLine {

    /** How often what was read of an input that keeps its reader waiting is taken. */
    private static final long FLUSH_NANOS = 10_000_000L;

    private final DispatchSettings settings;
    private final PendingQueue queue;
    private final Completions completions;
    private final DispatchClock clock;
    private final SerialExecutor loop;
    private final Executor readers;
    private final Runnable step;
    private final Deque<Entry> heldBack = new ArrayDeque<>();
    private final Deque<Submission> line = new ArrayDeque<>();
    private int reserved;

    /**
     * @param step makes the loop look at what it can do now
     */
    IntakeLine(DispatchSettings settings, PendingQueue queue, Completions completions, DispatchClock clock,
               SerialExecutor loop, Executor readers, Runnable step) {
        this.settings = settings;
        this.queue = queue;
        this.completions = completions;
        this.clock = clock;
        this.loop = loop;
        this.readers = readers;
        this.step = step;
    }

    void add(Entry single) {
        heldBack.addLast(single);
    }

    void add(Submission input) {
        completions.begin(input);
        getInLine(input);
    }

    /** Lets in those who were held back, then reads on in the inputs that run low. */
    void admit() {
        while (room() > 0 && !heldBack.isEmpty()) {
            queue.addLast(heldBack.removeFirst());
        }
        while (!line.isEmpty() && (room() > 0 || line.getFirst().refusal != null)) {
            Submission input = line.removeFirst();
            input.inLine = false;
            startReading(input);
        }
    }

    /** Messages of these inputs left the queue, so the inputs may have run low. */
    void left(List<Entry> entries) {
        entries.forEach(entry -> getInLine(entry.submission));
    }

    /** Turns away all that is waiting to be let in, and the rest of all inputs. */
    void refuseAll(Refusal refusal) {
        for (Submission input : completions.open()) {
            input.refuseRest(refusal);
            getInLine(input);
            completions.endIfComplete(input);
        }
        while (!heldBack.isEmpty()) {
            Entry entry = heldBack.removeFirst();
            completions.complete(entry, entry.notSent(refusal.code(), refusal.reason()));
        }
    }

    /** How many single messages and inputs wait for room. */
    int heldBack() {
        return heldBack.size() + line.size();
    }

    boolean isEmpty() {
        return heldBack.isEmpty() && completions.open().isEmpty();
    }

    private int room() {
        return settings.maxPendingMessages() - queue.size() - reserved;
    }

    private void getInLine(Submission input) {
        boolean low = input.queued <= settings.window() / 2;
        if (low && !input.inLine && !input.reading && !input.exhausted) {
            input.inLine = true;
            line.addLast(input);
        }
    }

    private void startReading(Submission input) {
        if (input.exhausted) {
            return;
        }
        int count = input.refusal != null
                ? settings.window() : Math.min(room(), settings.window() - input.queued);
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
                step.run();
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
                step.run();
            }
        }));
    }

    private void takeRead(Submission input) {
        long deadline = clock.nanos() + input.deliveryTimeoutNanos;
        for (Intake element : input.takeRead()) {
            if (input.ended) {
                return;
            }
            take(input, element, deadline);
        }
    }

    private void take(Submission input, Intake element, long deadline) {
        long index = input.taken++;
        if (element instanceof Intake.Refused refused) {
            completions.complete(input, index, refused.result());
        } else if (element instanceof Intake.Fit fit) {
            Entry entry = new Entry(fit.message(), input, index, deadline);
            Refusal refusal = input.refusal;
            if (refusal != null) {
                completions.complete(entry, entry.notSent(refusal.code(), refusal.reason()));
            } else {
                queue.addLast(entry);
            }
        }
    }
}
