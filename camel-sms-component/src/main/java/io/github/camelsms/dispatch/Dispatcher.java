package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.dispatch.pacing.Pacer;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one account: takes in messages, sends them in paced batches, and gives each its result.
 * <p>
 * Guarantees, whatever the sender, an input or a response does: each message gets exactly one result; each input is
 * completed exactly once, after the results of all that was read of it; no request holds more than
 * {@link DispatchSettings#batchSize()} messages nor two with the same correlation id; messages of one priority leave in
 * the order in which they came, but for one with the same id as an earlier one of the batch, which waits for the next
 * request; none leaves after its time is over; a message that may have reached the service is never sent again.
 * <p>
 * Thread-safe. All state is confined to one serial loop, which never blocks and runs on the thread that brings
 * something new: that of a caller's message or of a response. What an alarm or an operator brings runs on the loop's
 * pool. Inputs are read and completed on threads of their own.
 */
public final class Dispatcher {

    /** Messages whose time is over are looked for no more often than this, and before each request. */
    static final long EXPIRY_TICK = 10_000_000L;

    private final BatchSender sender;
    private final DispatchClock clock;
    private final DispatchListeners listeners;
    private final SerialExecutor loop;
    private final WakeUp wakeUp;
    private final PendingQueue queue = new PendingQueue();
    private final Arrivals arrivals = new Arrivals();
    /** What operators asked for that has not run yet. */
    private final AtomicInteger controls = new AtomicInteger();
    private final Set<InFlight> inFlight = new LinkedHashSet<>();
    private final CircuitBreaker gate = new CircuitBreaker();
    private final Pacer pacer;
    private final Completions completions;
    private final InputQueue intake;
    private final ResponseHandler responses;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile DispatchSettings settings;
    /** Tasks since the last step that found no messages. */
    private int tasksWithoutEffect;
    /** Messages taken from the arrivals that the state does not include yet. */
    private int taken;
    private boolean closing;
    private boolean suspended;
    private long lookedForExpired;
    /** No request's time is over before this; it may be earlier than the earliest one. */
    private long noneTimesOutBefore = WakeUp.NEVER;
    private volatile DispatcherState state;

    /**
     * @param sender    carries the requests
     * @param clock     the only source of time
     * @param listeners hear what happens
     */
    public Dispatcher(DispatchSettings settings, BatchSender sender, DispatchClock clock, DispatchExecutors executors,
                      DispatchListeners listeners) {
        this.listeners = listeners;
        this.settings = settings;
        this.sender = sender;
        this.clock = clock;
        this.loop = new SerialExecutor(executors.loop(), this::step, listeners::failed);
        this.wakeUp = new WakeUp(clock, loop);
        this.state = DispatcherState.idle(settings.intervalNanos());
        this.pacer = new Pacer(settings.intervalNanos(), settings.pacing());
        this.completions = new Completions(
                new CompletionWorkers(executors.completers(), clock, listeners), listeners);
        this.intake = new InputQueue(settings, queue, completions, clock, loop, executors.readers(), this::takeArrivals);
        this.responses = new ResponseHandler(pacer, gate, listeners);
    }

    /**
     * Hands in one message.
     *
     * @param deliveryTimeout how long it may wait for its slot, and for another attempt where one is safe, before it
     *                        comes back NOT_SENT
     */
    public void submit(SmsMessage message, Duration deliveryTimeout, ResultSink sink) {
        Submission single = new Submission(null, Submission.nanos(deliveryTimeout), sink);
        Entry entry = new Entry(message, single, single.taken++, clock.nanos());
        if (controls.get() > 0) {
            // What an operator asked for comes first.
            loop.execute(() -> take(entry));
        } else if (arrivals.add(entry)) {
            loop.execute(this::arrived);
        }
    }

    private void arrived() {
        if (!takeArrivals()) {
            tasksWithoutEffect++;
        }
    }

    /** Takes the single messages that were handed in; returns whether there were any. */
    private boolean takeArrivals() {
        int before = taken;
        for (Entry entry = arrivals.poll(); entry != null; entry = arrivals.poll()) {
            taken++;
            take(entry);
        }
        return taken > before;
    }

    private void take(Entry entry) {
        Refusal refusal = refusalOfOne(entry.priority);
        if (refusal != null) {
            completions.complete(entry, entry.notSent(refusal), clock.nanos());
        } else {
            intake.add(entry);
        }
    }

    /**
     * Hands in an input, which is read on a reader's thread as the queue drains.
     *
     * @param deliveryTimeout how long each message may wait, from when it is read
     */
    public void submit(MessageSource source, Duration deliveryTimeout, ResultSink sink) {
        Submission input = new Submission(source, Submission.nanos(deliveryTimeout), sink);
        boolean isOneMessage = source.isOneMessage();
        loop.execute(() -> {
            takeArrivals();
            Refusal refusal = isOneMessage ? refusalOfOne(input.priority) : refusal();
            if (refusal != null) {
                input.refuseRest(refusal);
            }
            completions.endIfComplete(input);
            if (!input.ended) {
                intake.add(input);
            }
        });
    }

    /**
     * Goes on with other settings: for the next request, for messages that are handed in from now on, and for what is
     * read of inputs from now on. Messages that are in the queue stay there, even if it holds fewer from now on. The
     * new interval counts from the last request under the old settings. What was learned about network and service
     * stays in force, as do a suspension, a pause that the service asked for, a backoff and a halt.
     */
    public void change(DispatchSettings newSettings) {
        control(() -> {
            settings = newSettings;
            pacer.change(newSettings.intervalNanos(), newSettings.pacing());
            intake.change(newSettings);
        });
    }

    /**
     * Sends nothing before this time, for what is known from before the engine's start: a pace or a pause.
     *
     * @param time in the clock's nanoseconds
     */
    public void holdUntil(long time) {
        control(() -> pacer.holdUntil(time));
    }

    /**
     * Sends nothing more until {@link #resume()}. Messages wait, for their <code>deliveryTimeout</code> at most; what
     * is in flight goes on.
     */
    public void suspend() {
        control(() -> suspended = true);
    }

    /** Sends again. */
    public void resume() {
        control(() -> suspended = false);
    }

    /**
     * Takes in nothing more and sends what is there; while suspended, what is there comes back NOT_SENT.
     *
     * @return completed when every message has its result
     */
    public CompletionStage<Void> drain() {
        control(() -> closing = true);
        return drained;
    }

    /**
     * Ends at once: what waits comes back NOT_SENT, what is in flight UNKNOWN.
     *
     * @return completed when every message has its result
     */
    public CompletionStage<Void> terminate() {
        control(() -> {
            closing = true;
            turnAway(Refusal.SHUT_DOWN);
            for (InFlight request : List.copyOf(inFlight)) {
                inFlight.remove(request);
                finish(request, responses.abandoned(request), clock.nanos());
            }
        });
        return drained;
    }

    /**
     * What the account is doing, as of its last step. Callable from any thread.
     */
    public DispatcherState state() {
        int more = arrivals.count();
        return more == 0 ? state : state.withMore(more, settings.maxPendingMessages());
    }

    /** Runs what an operator asks for: after what was handed in before, and before what is handed in from now on. */
    private void control(Runnable task) {
        controls.getAndIncrement();
        loop.executeOnPool(() -> {
            try {
                takeArrivals();
                task.run();
            } finally {
                controls.getAndDecrement();
            }
        });
    }

    /**
     * Does what is due.
     *
     * @param tasks how many have run since the last step
     */
    private void step(int tasks) {
        boolean isNothingNew = tasks == tasksWithoutEffect;
        tasksWithoutEffect = 0;
        if (isNothingNew) {
            return;
        }
        takeArrivals();
        long now = clock.nanos();
        if (now >= nextExpiry()) {
            expire(now);
        }
        if (now >= noneTimesOutBefore) {
            giveUpOnResponses(now);
        }
        if (gate.turnsAway(now)) {
            turnAway(responses.haltedRefusal());
        } else if (closing && suspended) {
            turnAway(Refusal.SHUT_DOWN_SUSPENDED);
        }
        intake.admit();
        SendPolicy.Decision decision = decide(now);
        while (decision instanceof SendPolicy.Decision.Send send) {
            expire(now);
            send(send.messages(), now);
            intake.admit();
            now = clock.nanos();
            decision = decide(now);
        }
        completions.handBack();
        state = currentState();
        arrivals.included(taken);
        taken = 0;
        boolean runsByItself = queue.size() > 0 && !closing && !gate.isHalted() && !settings.refuseWhenFull();
        if (arrivals.promise(runsByItself ? queue.noneExpiresBefore() : Arrivals.RUNS_WHEN_TOLD)) {
            loop.execute(this::arrived);
        }
        if (closing && queue.size() == 0 && inFlight.isEmpty() && !completions.isAnyOpen()) {
            drained.complete(null);
        }
        // Last, because a clock whose alarms were shut down throws.
        wakeUp.at(nextStep(decision), now);
    }

    private DispatcherState currentState() {
        int pending = Math.min(queue.size(), settings.maxPendingMessages());
        long slot = pacer.notBefore();
        return new DispatcherState(
                pending, queue.size() - pending + intake.heldBack(), inFlight.size(), queue.oldestTakenAt(),
                slot == Pacer.NEVER ? null : Long.valueOf(Math.max(slot, gate.notBefore())), pacer.usualGap(), gate.trouble(),
                suspended, gate.isHalted(), completions.isAnyOpen());
    }

    private SendPolicy.Decision decide(long now) {
        return suspended
                ? SendPolicy.IDLE : SendPolicy.decide(settings, pacer, gate, queue.size(), inFlight.size(), now);
    }

    private long nextExpiry() {
        return Math.max(queue.noneExpiresBefore(), lookedForExpired + EXPIRY_TICK);
    }

    private void expire(long now) {
        if (now < queue.noneExpiresBefore()) {
            return;
        }
        for (Entry entry : queue.takeExpired(now)) {
            completions.complete(entry, ResponseHandler.expired(entry), now);
            intake.left(entry.submission);
        }
        lookedForExpired = now;
    }

    private void send(int messages, long now) {
        List<Entry> batch = queue.take(messages);
        if (batch.isEmpty()) {
            return;
        }
        InFlight request = new InFlight(batch, now, clock.instant(), now + settings.responseTimeoutNanos());
        request.entries.forEach(entry -> intake.left(entry.submission));
        inFlight.add(request);
        noneTimesOutBefore = Math.min(noneTimesOutBefore, request.deadline);
        pacer.departed(now);
        try {
            sender.send(request.messages(), request::origins, response -> {
                if (request.respond()) {
                    loop.execute(() -> answered(request, response));
                }
            });
        } catch (Throwable e) {
            senderFailed(request, e);
        }
    }

    /** A sender throws only if nothing was sent; where it has responded before, its response holds. */
    private void senderFailed(InFlight request, Throwable cause) {
        if (request.respond()) {
            inFlight.remove(request);
            finish(request, responses.neverSent(request, cause), clock.nanos());
        } else {
            listeners.failed(cause);
        }
    }

    private void answered(InFlight request, SendResponse response) {
        if (inFlight.remove(request)) {
            long now = clock.nanos();
            List<@Nullable SmsSendResult> results;
            try {
                results = responses.handle(request, response, now);
            } catch (Throwable e) {
                results = responses.failed(request, e, now);
            }
            finish(request, results, now);
        }
    }

    private void giveUpOnResponses(long now) {
        noneTimesOutBefore = WakeUp.NEVER;
        for (InFlight request : List.copyOf(inFlight)) {
            if (request.deadline <= now) {
                inFlight.remove(request);
                finish(request, responses.timedOut(request, now), now);
            } else {
                noneTimesOutBefore = Math.min(noneTimesOutBefore, request.deadline);
            }
        }
    }

    /** Gives results to those who have one and puts the others back before everybody else. */
    private void finish(InFlight request, List<@Nullable SmsSendResult> results, long now) {
        List<Entry> again = new ArrayList<>(0);
        for (int i = 0; i < request.entries.size(); i++) {
            SmsSendResult result = results.get(i);
            if (result == null) {
                again.add(request.entries.get(i));
            } else {
                completions.complete(request.entries.get(i), result, now);
            }
        }
        queue.putBack(again);
    }

    /** The same for one message, which may also find the queue full. */
    private @Nullable Refusal refusalOfOne(int priority) {
        Refusal refusal = refusal();
        boolean full = refusal == null && settings.refuseWhenFull() && intake.isFull(priority);
        return full ? Refusal.full(settings.maxPendingMessages()) : refusal;
    }

    private @Nullable Refusal refusal() {
        if (closing) {
            return Refusal.SHUT_DOWN;
        }
        return gate.turnsAway(clock.nanos()) ? responses.haltedRefusal() : null;
    }

    private void turnAway(Refusal refusal) {
        completions.complete(
                queue.takeAll(), entry -> entry.notSent(refusal), clock.nanos());
        intake.refuseAll(refusal);
    }

    /** When there is something to do: the slot, the first message to expire, or the first request to time out. */
    private long nextStep(SendPolicy.Decision decision) {
        long expiry = queue.noneExpiresBefore() == Long.MAX_VALUE ? WakeUp.NEVER : nextExpiry();
        long timeout = inFlight.isEmpty() ? WakeUp.NEVER : noneTimesOutBefore;
        long slot = decision instanceof SendPolicy.Decision.WaitUntil wait ? wait.time() : WakeUp.NEVER;
        return Math.min(slot, Math.min(expiry, timeout));
    }
}
