package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Calls to a policy, one at a time, on a thread of a pool. Each call ends exactly once, on the account's loop, and
 * after a timeout even if the policy never returns. Confined to the account's loop.
 * <p>
 * The thread of a call that times out is interrupted. After some calls that still have not returned, there is no
 * further one until one of them returns, so that a policy that blocks forever takes few threads.
 */
public final class PolicyCalls {

    /** Time for the verdicts on the messages of a call. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Maximum number of calls that have timed out and have not returned. */
    static final int MAX_HUNG = 4;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));
    private static final String TIMED_OUT
            = "the policies did not return within " + TIMEOUT.toSeconds() + " s";

    private final SendPolicy policy;
    private final EngineClock clock;
    private final SerialExecutor loop;
    private final LoopAlarm loopAlarm;
    private final Executor pool;
    private final EngineListeners listeners;
    private @Nullable Call running;
    private int hung;
    /** Number of calls without a verdict since the last one with a verdict. */
    private int failures;
    private long retryAt;
    private @Nullable String trouble;

    /** Call in progress. */
    private final class Call {

        private final List<SmsMessage> messages;
        private final Instant now;
        private final Consumer<List<SendVerdict>> onVerdicts;
        private LoopAlarm.@Nullable Timer timer;
        private @Nullable Thread thread;
        private boolean isGivenUp;

        Call(List<SmsMessage> messages, Instant now, Consumer<List<SendVerdict>> onVerdicts) {
            this.messages = messages;
            this.now = now;
            this.onVerdicts = onVerdicts;
        }

        /** Runs on a thread of the pool. */
        private void run() {
            List<SendVerdict> verdicts;
            try {
                verdicts = begin() ? checked(policy.check(messages, now)) : failed(TIMED_OUT, null);
            } catch (Throwable e) {
                verdicts = failed("a policy failed (" + e.getClass().getSimpleName() + ")", e);
            } finally {
                end();
            }
            List<SendVerdict> result = verdicts;
            loop.execute(() -> returned(this, result));
        }

        private synchronized boolean begin() {
            thread = isGivenUp ? null : Thread.currentThread();
            return !isGivenUp;
        }

        private synchronized void end() {
            if (thread != null && isGivenUp) {
                // The interrupt was for the policy, not for the next task of this thread.
                Thread.interrupted();
            }
            thread = null;
        }

        synchronized void giveUp() {
            isGivenUp = true;
            if (thread != null) {
                thread.interrupt();
            }
        }

        private List<SendVerdict> checked(@Nullable List<SendVerdict> verdicts) {
            return verdicts == null || verdicts.size() != messages.size() || verdicts.stream().anyMatch(Objects::isNull)
                    ? failed("the policies did not return a verdict for each message", null) : List.copyOf(verdicts);
        }

        private List<SendVerdict> failed(String reason, @Nullable Throwable cause) {
            return Collections.nCopies(messages.size(), new SendVerdict.Failed(reason, cause));
        }
    }

    /**
     * @param pool runs the calls, which may block
     */
    public PolicyCalls(SendPolicy policy, EngineClock clock, SerialExecutor loop, LoopAlarm loopAlarm, Executor pool,
                       EngineListeners listeners) {
        this.policy = policy;
        this.clock = clock;
        this.loop = loop;
        this.loopAlarm = loopAlarm;
        this.pool = pool;
        this.listeners = listeners;
    }

    /** Returns when the next call may start, or {@link LoopAlarm#NEVER} until one returns. */
    public long next() {
        return running != null || hung >= MAX_HUNG ? LoopAlarm.NEVER : retryAt;
    }

    public boolean isRunning() {
        return running != null;
    }

    /** Returns why there was no verdict in the last call, or null. */
    public @Nullable String trouble() {
        return trouble;
    }

    /**
     * Starts a call. {@link #next()} must have passed.
     *
     * @param onVerdicts receives the verdicts, one for each message, also if the call fails
     */
    public void start(List<SmsMessage> messages, Consumer<List<SendVerdict>> onVerdicts) {
        Call call = new Call(List.copyOf(messages), clock.instant(), onVerdicts);
        running = call;
        call.timer = loopAlarm.after(TIMEOUT.toNanos(), () -> giveUp(call, TIMED_OUT));
        Throwable rejection = Pools.tryExecute(pool, call::run);
        if (rejection != null) {
            returned(call, call.failed("no thread was available to ask the policies", rejection));
        }
    }

    /** Ends the call in progress, because the engine terminates. */
    public void terminate() {
        Call call = running;
        if (call != null) {
            giveUp(call, "the component was shut down while the policies were asked");
        }
    }

    private void giveUp(Call call, String reason) {
        if (running == call) {
            hung++;
            call.giveUp();
            ended(call, call.failed(reason, null));
        }
    }

    private void returned(Call call, List<SendVerdict> verdicts) {
        if (running == call) {
            ended(call, verdicts);
        } else {
            hung--;
        }
    }

    private void ended(Call call, List<SendVerdict> verdicts) {
        running = null;
        if (call.timer != null) {
            loopAlarm.cancel(call.timer);
        }
        List<SendVerdict.Failed> failed = verdicts.stream().filter(SendVerdict.Failed.class::isInstance)
                .map(SendVerdict.Failed.class::cast).toList();
        if (!failed.isEmpty()) {
            listeners.publish(listener -> listener.policyFailed(failed.get(0), failed.size()));
        }
        if (failed.size() == verdicts.size()) {
            trouble = failed.get(0).reason();
            retryAt = clock.nanos() + BACKOFF.after(failures++).toNanos();
        } else {
            trouble = null;
            failures = 0;
        }
        call.onVerdicts.accept(verdicts);
    }
}
