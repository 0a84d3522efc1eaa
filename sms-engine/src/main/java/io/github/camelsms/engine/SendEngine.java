package io.github.camelsms.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Batching engine of an account: accepts messages, sends them in paced requests, and returns a result for each.
 * <p>
 * Thread-safe; no method blocks. All state is confined to one serial loop. The loop runs on the threads of callers and
 * responses, and on its pool for alarms and operator commands. Inputs are read and completed on other threads.
 */
public abstract class SendEngine {

    protected final EngineClock clock;
    protected final SerialExecutor loop;
    protected final LoopAlarm loopAlarm;
    protected final Requests requests;
    protected final Completions completions;
    protected final InputQueue inputQueue;
    protected boolean closing;
    protected boolean suspended;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    /** Whether messages whose callers wait are NOT_SENT while sending is suspended. */
    private boolean refusesWhileSuspended;
    private volatile EngineState state;

    /**
     * @param sender    sends the requests
     * @param clock     only source of time
     * @param listeners receive the engine's events
     */
    protected SendEngine(EngineSettings settings, BatchSender sender, EngineClock clock, EngineExecutors executors,
                         EngineListeners listeners) {
        this.clock = clock;
        this.loop = new SerialExecutor(executors.loop(), this::step, listeners::failed);
        this.loopAlarm = new LoopAlarm(clock, loop);
        this.requests = new Requests(settings, sender, clock, loop, listeners, this::finish);
        this.completions = new Completions(executors.completers(), clock, listeners);
        this.inputQueue = new InputQueue(
                requests::settings, this::backlog, completions, clock, loop, loopAlarm, executors.readers());
        this.state = requests.state(new PendingQueue(), 0, false, false);
    }

    /** Submits a single message. */
    public final void submit(SmsMessage message, SubmitOptions options, ResultSink sink) {
        Submission single = new Submission(null, options, sink);
        QueuedMessage entry = new QueuedMessage(message, single, single.taken++, clock.nanos());
        loop.execute(() -> take(entry));
    }

    /** Accepts a single message, or completes it if it is refused. */
    private void take(QueuedMessage entry) {
        Refusal refusal = refusalOfOne(entry.submission.options, entry.priority);
        if (refusal != null) {
            completions.complete(entry, entry.notSent(refusal), clock.nanos());
        } else {
            backlog().addLast(entry);
        }
    }

    /** Submits an input, which is read on a reader's thread as the queue drains. */
    public final void submit(MessageSource source, SubmitOptions options, ResultSink sink) {
        Submission input = new Submission(source, options, sink);
        boolean isOneMessage = source.isOneMessage();
        loop.execute(() -> {
            Refusal refusal = isOneMessage ? refusalOfOne(options, input.priority) : refusal(options);
            if (refusal != null) {
                input.refuseRest(refusal);
            }
            completions.endIfComplete(input);
            if (!input.ended) {
                inputQueue.add(input);
            }
        });
    }

    /** Returns the refusal of a single message, which may also be due to a full queue, or null. */
    private @Nullable Refusal refusalOfOne(SubmitOptions options, int priority) {
        Refusal refusal = refusal(options);
        return refusal != null || options.isCompleteWhenStored() ? refusal : inputQueue.refusal(priority);
    }

    private @Nullable Refusal refusal(SubmitOptions options) {
        if (closing) {
            return Refusal.SHUT_DOWN;
        }
        // The clock is read only while it matters, because this is called for each message.
        boolean mayBeRefused = requests.circuitBreaker().isHalted() && !options.isCompleteWhenStored();
        return mayBeRefused ? requests.circuitBreaker().refusal(clock.nanos()) : null;
    }

    /** Returns the messages that are not sent yet. */
    protected abstract Backlog backlog();

    private void command(Runnable command) {
        loop.executeOnPool(command);
    }

    private void step() {
        try {
            act();
        } catch (Throwable e) {
            completions.completeEnded();
            loopAlarm.retry();
            throw e;
        }
    }

    /** Performs the actions that are due. Called after each task of the loop, or once after several tasks. */
    protected abstract void act();

    /** Returns why messages whose callers wait are no longer sent, or null. */
    protected final @Nullable Refusal refusalOfCallers(long now) {
        Refusal refusal = requests.circuitBreaker().refusal(now);
        return refusal == null && refusesWhileSuspended && suspended ? Refusal.SHUT_DOWN_SUSPENDED : refusal;
    }

    /** Updates {@link #state()}. */
    protected final void updateState() {
        state = currentState();
    }

    private EngineState currentState() {
        return requests.state(backlog(), inputQueue.heldBack(), suspended, completions.isAnyOpen());
    }

    /** Returns whether every message has its result. */
    protected final boolean isQuiet() {
        return backlog().size() == 0 && !requests.isAnyInFlight() && !completions.isAnyOpen();
    }

    /** Completes {@link #drain()} and {@link #terminate()}. */
    protected final void drained() {
        drained.complete(null);
    }

    /** Receives the results of a request; see {@link Requests.Results}. */
    protected abstract void finish(InFlight request, List<@Nullable SmsSendResult> results, long now);

    /**
     * Changes the settings, starting with the next request and the next message. Queued messages stay, even beyond the
     * new capacity. The new interval counts from the last request. The learned pace, a suspension, a backoff and a halt
     * stay in force.
     */
    public final void change(EngineSettings settings) {
        command(() -> requests.change(settings));
    }

    /**
     * Delays sending until a time, for a pace or a backoff from before the engine's start.
     *
     * @param time time of the clock, in nanoseconds
     */
    public final void holdUntil(long time) {
        command(() -> requests.holdUntil(time));
    }

    /** Ends the wait for the next probe of a halted account, because its credentials have changed. */
    public final void credentialsChanged() {
        command(requests.circuitBreaker()::credentialsChanged);
    }

    /**
     * Suspends sending until {@link #resume()}. Requests in flight continue, and waiting messages expire as usual.
     */
    public final void suspend() {
        command(() -> suspended = true);
    }

    /** Resumes sending. */
    public final void resume() {
        command(() -> suspended = false);
    }

    /**
     * Lets messages whose callers wait be NOT_SENT while sending is suspended, because the application waits for these
     * callers to stop.
     */
    public final void refuseWhileSuspended() {
        command(() -> refusesWhileSuspended = true);
    }

    /**
     * Rejects new messages and sends the backlog. While sending is suspended, messages whose callers wait are NOT_SENT.
     * In a message store, messages without a caller stay there; if another node has the lease, messages whose callers
     * wait are NOT_SENT, too.
     *
     * @return stage that completes when every message has its result
     */
    public final CompletionStage<Void> drain() {
        command(() -> {
            closing = true;
            refusesWhileSuspended = true;
        });
        return drained;
    }

    /**
     * Terminates immediately: queued messages are NOT_SENT, messages in flight UNKNOWN, unless their request was not
     * started.
     *
     * @return stage that completes when every message has its result
     */
    public final CompletionStage<Void> terminate() {
        command(() -> {
            closing = true;
            terminating();
            requests.abandon();
        });
        return drained;
    }

    /** Called on the loop by {@link #terminate()}, before the requests in flight are abandoned. */
    protected abstract void terminating();

    /** Returns the state after the last step. */
    public final EngineState state() {
        return state;
    }
}
