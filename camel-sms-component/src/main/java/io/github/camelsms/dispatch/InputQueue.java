package io.github.camelsms.dispatch;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Lets messages into the queue: single ones at once, as they are in memory anyway, and long inputs piece by piece as
 * there is room, those of a higher priority first. For each priority only what goes before it counts against the bound,
 * so that a full queue of campaigns does not hold back a one-time password. Places are kept for what is being read; an
 * input that keeps its reader waiting gives back all but one of them when others need them. Confined to the account's
 * loop.
 */
final class InputQueue {

    /** How long an element waits for those that are read right after it, to share their request. */
    private static final long FLUSH_NANOS = 10_000_000L;
    private static final Comparator<Submission> IN_LINE
            = Comparator.comparing((Submission input) -> input.refusal == null)
                    .thenComparing(input -> -input.priority).thenComparing(input -> input.order);

    private final PendingQueue queue;
    private final Completions completions;
    private final DispatchClock clock;
    private final SerialExecutor loop;
    private final Executor readers;
    private final Runnable takeArrivals;
    private final Queue<Submission> line = new PriorityQueue<>(IN_LINE);
    private DispatchSettings settings;
    private long lastOrder;
    private final Set<Submission> beingRead = new LinkedHashSet<>();
    private final int[] reserved = new int[SmsMessage.HIGHEST_PRIORITY + 1];
    private @Nullable Submission guest;

    /**
     * @param takeArrivals takes the single messages that came before what a reader has read
     */
    InputQueue(DispatchSettings settings, PendingQueue queue, Completions completions, DispatchClock clock,
               SerialExecutor loop, Executor readers, Runnable takeArrivals) {
        this.settings = settings;
        this.queue = queue;
        this.completions = completions;
        this.clock = clock;
        this.loop = loop;
        this.readers = readers;
        this.takeArrivals = takeArrivals;
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
        return freePlaces(priority) <= 0;
    }

    /** Reads on in the inputs that run low, as there is room. */
    void admit() {
        for (Submission input = line.peek(); input != null && mayBeRead(input); input = line.peek()) {
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
            if (!input.reading) {
                stopReading(input);
            }
            getInLine(input);
            completions.endIfComplete(input);
        }
    }

    /** How many inputs wait to be read on. */
    int heldBack() {
        return line.size();
    }

    private boolean mayBeRead(Submission input) {
        if (input.refusal == null && room(input.priority) <= 0 && freePlaces(input.priority) > 0) {
            revokePermits(input.priority);
        }
        return input.refusal != null || room(input.priority) > 0;
    }

    private int freePlaces(int priority) {
        return settings.maxPendingMessages() - queue.sizeFrom(priority);
    }

    private int room(int priority) {
        int kept = 0;
        for (int p = priority; p < reserved.length; p++) {
            kept += reserved[p];
        }
        return freePlaces(priority) - kept;
    }

    /** Readers that may be waiting, of this priority or a higher one, go on with their present element only. */
    private void revokePermits(int priority) {
        for (Submission input : beingRead) {
            if (input.priority >= priority && input.reader.mayWait()) {
                release(input, input.reader.revoke());
            }
        }
    }

    private void stopReading(Submission input) {
        input.reader.revoke();
        release(input, input.reserved);
        beingRead.remove(input);
    }

    private void release(Submission input, int places) {
        int released = Math.min(places, input.reserved);
        input.reserved -= released;
        reserved[input.priority] -= released;
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
     * While others keep the queue full, or its free places, the input that has waited longest gets a small share of it
     * all the same, one input at a time, so that none waits for ever.
     */
    private void admitGuest() {
        Submission longest = line.stream().min(Comparator.comparing(input -> input.order)).orElseThrow();
        boolean isPassedOver = queue.size() > settings.maxPendingMessages() || !longest.equals(line.peek())
                || freePlaces(longest.priority) > 0 && beingRead.stream().anyMatch(input -> input.reader.mayWait());
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
        input.reserved = held;
        reserved[input.priority] += held;
        beingRead.add(input);
        input.reader.permit(count);
        Throwable rejection = Executors.tryExecute(readers, () -> {
            InputReader.ReadEnd end = input.reader.read(count, () -> loop.execute(() -> scheduleFlush(input)));
            loop.execute(() -> readEnded(input, end));
        });
        if (rejection != null) {
            readEnded(input,
                    new InputReader.ReadEnd(true, new ReadFailure("no thread was available to read the input", rejection)));
        }
    }

    private void readEnded(Submission input, InputReader.ReadEnd end) {
        // While it still counts as being read, the input cannot end among what is taken here.
        takeRead(input);
        stopReading(input);
        input.readEnded(end);
        getInLine(input);
        completions.endIfComplete(input);
    }

    /** The reader has read an element, and may keep the next one waiting. */
    private void scheduleFlush(Submission input) {
        if (input.reading && !input.flushScheduled) {
            clock.schedule(FLUSH_NANOS, () -> loop.executeOnPool(() -> flush(input)));
            input.flushScheduled = true;
        }
    }

    /** Takes what was read so far while the reader waits for more, so that it does not wait along. */
    private void flush(Submission input) {
        input.flushScheduled = false;
        if (input.reading) {
            takeRead(input);
            if (!input.reader.waitForReader()) {
                scheduleFlush(input);
            }
        }
    }

    private void takeRead(Submission input) {
        takeArrivals.run();
        long now = clock.nanos();
        List<CheckedMessage> read = input.reader.takeRead();
        release(input, read.size());
        for (CheckedMessage element : read) {
            if (input.ended) {
                break;
            }
            take(input, element, now);
        }
    }

    private void take(Submission input, CheckedMessage element, long now) {
        long index = input.taken++;
        if (element instanceof CheckedMessage.Refused refused) {
            completions.refuse(input, index, refused.result());
        } else if (element instanceof CheckedMessage.Valid fit) {
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
