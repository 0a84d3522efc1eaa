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
    protected final WakeUp wakeUp;
    protected final Requests requests;
    protected final Completions completions;
    protected final CompletableFuture<Void> drained = new CompletableFuture<>();
    protected boolean closing;
    protected boolean suspended;
    /** Whether messages whose callers wait are NOT_SENT while sending is suspended. */
    protected boolean refusesWhileSuspended;

    /**
     * @param sender    sends the requests
     * @param clock     only source of time
     * @param listeners receive the engine's events
     */
    protected SendEngine(EngineSettings settings, BatchSender sender, EngineClock clock, EngineExecutors executors,
                         EngineListeners listeners) {
        this.clock = clock;
        this.loop = new SerialExecutor(executors.loop(), this::step, listeners::failed);
        this.wakeUp = new WakeUp(clock, loop);
        this.requests = new Requests(settings, sender, clock, loop, listeners, this::finish);
        this.completions = new Completions(executors.completers(), clock, listeners);
    }

    /** Submits a single message. */
    public abstract void submit(SmsMessage message, SubmitOptions options, ResultSink sink);

    /** Submits an input, which is read on a reader's thread as the queue drains. */
    public abstract void submit(MessageSource source, SubmitOptions options, ResultSink sink);

    /** Runs a command of an operator on the loop. */
    protected abstract void command(Runnable command);

    /** Performs the actions that are due. Called after each task of the loop, or once after several tasks. */
    protected abstract void step();

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
    public abstract CompletionStage<Void> terminate();

    /** Returns the state after the last step. */
    public abstract EngineState state();
}
