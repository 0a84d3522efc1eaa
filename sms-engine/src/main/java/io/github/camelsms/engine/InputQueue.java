package io.github.camelsms.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageSending;
import org.jspecify.annotations.Nullable;

/**
 * Admission of the messages of inputs to the queue. Inputs are read in portions while there is room, higher priorities
 * first. Single messages are queued immediately, because they are in memory anyway.
 * <p>
 * Only messages of the same or a higher priority count against the capacity, so that a campaign does not hold back
 * one-time passwords. Places are reserved for elements that are being read. An input that blocks its reader releases
 * all but one of them when others need them. Confined to the account's loop.
 */
public final class InputQueue {

    /** Delay of an element, so that elements that are read soon after it share its request. */
    private static final long FLUSH_NANOS = Duration.ofMillis(10).toNanos();
    private static final Comparator<Submission> BY_PRIORITY
            = Comparator.comparing((Submission input) -> input.refusal == null)
                    .thenComparing(input -> -input.priority).thenComparing(input -> input.order);

    private final Supplier<EngineSettings> settings;
    private final Supplier<? extends Backlog> queue;
    private final Completions completions;
    private final EngineClock clock;
    private final SerialExecutor loop;
    private final LoopAlarm loopAlarm;
    private final Executor readers;
    private final Queue<Submission> waitingInputs = new PriorityQueue<>(BY_PRIORITY);
    private long lastOrder;
    private final Set<Submission> beingRead = new LinkedHashSet<>();
    private final int[] reserved = new int[SmsMessage.HIGHEST_PRIORITY + 1];
    private @Nullable Submission fairShareInput;

    /**
     * @param settings current settings. Queued messages stay, even beyond a new capacity
     * @param queue    messages that are not sent yet
     */
    InputQueue(Supplier<EngineSettings> settings, Supplier<? extends Backlog> queue, Completions completions, EngineClock clock,
               SerialExecutor loop, LoopAlarm loopAlarm, Executor readers) {
        this.settings = settings;
        this.queue = queue;
        this.completions = completions;
        this.clock = clock;
        this.loop = loop;
        this.loopAlarm = loopAlarm;
        this.readers = readers;
    }

    void add(Submission input) {
        completions.begin(input);
        enqueue(input);
    }

    /** Returns whether the queue is full for a single message of this priority. */
    boolean isFull(int priority) {
        return freePlaces(priority) <= 0;
    }

    /** Returns the refusal of a single message of this priority if the queue is full and must not grow, or null. */
    @Nullable
    Refusal refusal(int priority) {
        EngineSettings current = settings.get();
        return current.refuseWhenFull() && isFull(priority) ? Refusal.full(current.maxPendingMessages()) : null;
    }

    /** Reads further elements of inputs with few queued messages, as far as there is room. */
    public void admit() {
        for (Submission input = waitingInputs.peek(); input != null && mayBeRead(input); input = waitingInputs.peek()) {
            waitingInputs.remove();
            // Messages of a throttled request may exceed the window.
            int window = Math.max(0, settings.get().window() - input.queued);
            startReading(input, Math.min(room(input.priority), window));
        }
        if (!waitingInputs.isEmpty()) {
            admitLongestWaiting();
        }
    }

    /** Called when messages of this input have left the queue. */
    public void left(Submission input) {
        enqueue(input);
    }

    /** Refuses the rest of all inputs that match the predicate. */
    public void refuseAll(Refusal refusal, Predicate<Submission> which) {
        for (Submission input : completions.open()) {
            if (!which.test(input)) {
                continue;
            }
            // Removed first, because its position depends on the refusal.
            if (input.isWaiting) {
                waitingInputs.remove(input);
                input.isWaiting = false;
            }
            input.refuseRest(refusal);
            if (!input.reading) {
                stopReading(input);
            }
            enqueue(input);
            completions.endIfComplete(input);
        }
    }

    /** Returns the number of inputs that wait to be read further. */
    int heldBack() {
        return waitingInputs.size();
    }

    private boolean mayBeRead(Submission input) {
        if (input.refusal == null && room(input.priority) <= 0 && freePlaces(input.priority) > 0) {
            revokePermits(input.priority);
        }
        return input.refusal != null || room(input.priority) > 0;
    }

    private int freePlaces(int priority) {
        return settings.get().maxPendingMessages() - queue.get().sizeFrom(priority);
    }

    private int room(int priority) {
        int kept = 0;
        for (int p = priority; p < reserved.length; p++) {
            kept += reserved[p];
        }
        return freePlaces(priority) - kept;
    }

    /** Limits blocked readers of this or a higher priority to the element that they are reading. */
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

    private void enqueue(Submission input) {
        if (input.mayWait() && input.queued <= settings.get().window() / 2) {
            input.isWaiting = true;
            input.order = ++lastOrder;
            waitingInputs.add(input);
        }
    }

    /**
     * Prevents starvation: the input that has waited longest gets a small share of the queue even if it is full. This
     * applies to one input at a time.
     */
    private void admitLongestWaiting() {
        Submission longest = waitingInputs.stream().min(Comparator.comparing(input -> input.order)).orElseThrow();
        boolean isStarving = queue.get().size() > settings.get().maxPendingMessages() || !longest.equals(waitingInputs.peek())
                || freePlaces(longest.priority) > 0 && beingRead.stream().anyMatch(input -> input.reader.mayWait());
        if (isStarving && (fairShareInput == null || !fairShareInput.isActive())) {
            fairShareInput = longest;
            waitingInputs.remove(longest);
            int share = Math.min(settings.get().batchSize(), settings.get().maxPendingMessages())
                        / MessageSending.LONGEST_WAITING_EVERY;
            startReading(longest, Math.max(1, share));
        }
    }

    private void startReading(Submission input, int admitted) {
        input.isWaiting = false;
        if (input.exhausted) {
            return;
        }
        int count = input.refusal != null ? settings.get().window() : admitted;
        int held = input.refusal != null ? 0 : count;
        input.reading = true;
        input.reserved = held;
        reserved[input.priority] += held;
        beingRead.add(input);
        input.reader.permit(count);
        Throwable rejection = Pools.tryExecute(readers, () -> {
            InputReader.ReadEnd end = input.reader.read(count, () -> loop.execute(() -> scheduleFlush(input)));
            loop.execute(() -> readEnded(input, end));
        });
        if (rejection != null) {
            String reason = input.refusal == null ? "no thread was available to read the input" : input.refusal.reason();
            readEnded(input, new InputReader.ReadEnd(true, new ReadFailure(reason, rejection)));
        }
    }

    private void readEnded(Submission input, InputReader.ReadEnd end) {
        // Before the read is marked as ended, so that the input cannot end here.
        takeRead(input);
        stopReading(input);
        input.readEnded(end);
        enqueue(input);
        completions.endIfComplete(input);
    }

    /** Schedules a flush, because the reader may block on the next element. */
    private void scheduleFlush(Submission input) {
        if (input.reading && !input.flushScheduled) {
            loopAlarm.after(FLUSH_NANOS, () -> flush(input));
            input.flushScheduled = true;
        }
    }

    /** Queues the elements that were read so far, while the reader may be blocked. */
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
        if (element instanceof CheckedMessage.Rejected rejected) {
            completions.rejected(input, index, rejected.result());
        } else if (element instanceof CheckedMessage.Valid valid) {
            QueuedMessage entry = new QueuedMessage(valid.message(), input, index, now);
            Refusal refusal = input.refusal;
            if (refusal != null) {
                completions.complete(entry, entry.notSent(refusal), now);
            } else {
                queue.get().addLast(entry);
            }
        }
    }
}
