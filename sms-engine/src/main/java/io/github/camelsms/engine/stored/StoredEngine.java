package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.github.camelsms.engine.Backlog;
import io.github.camelsms.engine.BatchSender;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.EngineExecutors;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.MemoryEngine;
import io.github.camelsms.engine.PolicyCalls;
import io.github.camelsms.engine.QueuedMessage;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.Refusal;
import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SendEngine;
import io.github.camelsms.engine.SendPolicy;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.Submission;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.ownership.LeaseKeeper;
import io.github.camelsms.ownership.LeaseListener;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Batching engine of an account whose messages are in a message store.
 * <p>
 * A message is committed before this is reported to its caller, its request is journaled before it is sent, and its
 * outcome is recorded before it is reported. Only the holder of the account's lease sends; all processes accept
 * messages. Inputs, pace, circuit breaker and completions work as in the {@link MemoryEngine}.
 */
public final class StoredEngine extends SendEngine implements LeaseListener {

    /** Minimum delay of the next step: everything that is due has been done, and the rest waits for the store. */
    private static final long MIN_WAIT_NANOS = Duration.ofMillis(1).toNanos();

    /** How long a node with waiting callers receives hints about outcomes. */
    private static final long AWAITED_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long LEASE_CHECK_NANOS = Duration.ofMillis(500).toNanos();
    /** Messages expire during a wait for the slot that is longer than this, and otherwise with the next claim. */
    private static final long LONG_WAIT_NANOS = Duration.ofSeconds(5).toNanos();

    private final String account;
    private final MessageStore store;
    private final LeaseKeeper keeper;
    private final StoreCalls calls;
    private final StoredBacklog backlog;
    private final Intake intake;
    private final Callers callers;
    /** Null if there is no policy. */
    private final @Nullable PolicyChecks checks;
    private final Claims claims;
    private final Outcomes outcomes;
    private final Recovery recovery;
    private final HandOver handOver;
    /** Input of claimed messages without a waiting caller. */
    private final Submission withoutCaller = new Submission(null, new SubmitOptions(Nanos.MAX), new NoSink());
    private boolean terminated;
    /** Whether the next hint tells the owner that messages are waiting. */
    private boolean isOwnerToldNext;
    /** Until when other nodes receive hints that messages have their outcomes. */
    private long awaitedUntil;
    private volatile StoredSettings storedSettings;

    /** Sink of messages without a caller. */
    private static final class NoSink implements ResultSink {

        @Override
        public void result(long index, SmsSendResult result) {
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
        }
    }

    /**
     * Creates an engine without a policy.
     *
     * @param account name of the account in the store
     * @param keeper  holds the account's lease
     * @param batches sends the requests
     * @param clock   only source of time
     */
    public StoredEngine(EngineSettings settings, StoredSettings storedSettings, MessageStore store, String account,
                        LeaseKeeper keeper, BatchSender batches, EngineClock clock, EngineExecutors executors,
                        EngineListeners listeners) {
        this(settings, storedSettings, store, account, keeper, batches, null, clock, executors, listeners);
    }

    /**
     * @param account name of the account in the store
     * @param keeper  holds the account's lease
     * @param batches sends the requests
     * @param policy  decides about each message before it joins a request, or null; runs on a thread of a reader
     * @param clock   only source of time
     */
    public StoredEngine(EngineSettings settings, StoredSettings storedSettings, MessageStore store, String account,
                        LeaseKeeper keeper, BatchSender batches, @Nullable SendPolicy policy, EngineClock clock,
                        EngineExecutors executors, EngineListeners listeners) {
        super(settings, batches, clock, executors, listeners);
        this.account = account;
        this.store = store;
        this.storedSettings = storedSettings;
        this.keeper = keeper;
        this.calls = new StoreCalls(clock, loop, loopAlarm, listeners);
        this.backlog = new StoredBacklog(inputQueue::left);
        EngineContext context = new EngineContext(
                account, store, calls, () -> this.storedSettings, completions, listeners, clock, loop, loopAlarm,
                this::claimMore);
        this.outcomes = new Outcomes(context, backlog);
        this.callers = new Callers(context, backlog, outcomes);
        this.intake = new Intake(context, backlog, outcomes, callers);
        this.checks = policy == null
                ? null
                : new PolicyChecks(
                        context, new PolicyCalls(policy, clock, loop, loopAlarm, executors.readers(), listeners), outcomes);
        this.claims = new Claims(context, keeper, requests, backlog, intake, outcomes, checks);
        this.recovery = new Recovery(context, claims, outcomes);
        this.handOver = new HandOver(store.leases(), calls, requests, clock);
    }

    @Override
    protected Backlog backlog() {
        return backlog;
    }

    @Override
    protected void act() {
        long now = clock.nanos();
        requests.giveUpOnResponses(now);
        Refusal refusal = terminated ? Refusal.SHUT_DOWN : refusalOfCallers(now);
        if (refusal != null) {
            refuse(refusal);
        }
        SmsLease lease = keeper.lease();
        boolean isLeftToOthers = closing && lease == null;
        callers.search(refusal == null && isLeftToOthers ? Refusal.SHUT_DOWN : refusal, lease == null, now);
        inputQueue.admit();
        long next = send(now);
        intake.flush();
        claims.returnRequests(now);
        outcomes.proceed(now);
        // After what is known about these requests.
        recovery.recover(recoveryLease(), now);
        handOver.save(keeper.lease(), now);
        handOver.proceed(() -> mayHandOver(now), now);
        sendHints(now);
        updateState();
        completions.completeEnded();
        if (closing && isAtRest(now)) {
            drained();
        }
        loopAlarm.at(Math.max(next(next), now + MIN_WAIT_NANOS), now);
    }

    /**
     * Sends the requests whose slots are open, and claims those of the next slots.
     *
     * @return time of the next action
     */
    private long send(long begin) {
        long now = begin;
        while (true) {
            if (!maySend()) {
                claims.putBackReady();
                return isSuspended() ? claims.expire(now) : LoopAlarm.NEVER;
            }
            Claims.Ready ready = claims.peek();
            if (requests.circuitBreaker().refusal(now) != null) {
                claims.putBackReady();
                return Math.min(requests.circuitBreaker().notBefore(), claims.expire(now));
            }
            if (ready != null && ready.messages().size() > requests.batchSize()) {
                claims.putBackReady();
                ready = null;
            }
            long slot = requests.nextDeparture();
            if (slot == LoopAlarm.NEVER) {
                return LoopAlarm.NEVER;
            }
            SmsLease lease = claims.lease();
            if (lease == null || !keeper.coversRequest(storedSettings.requestTimeout())) {
                claims.putBackReady();
                return lease == null ? LoopAlarm.NEVER : now + LEASE_CHECK_NANOS;
            }
            if (ready == null || slot > now) {
                long claimAt = Math.min(claims.claim(lease, slot, now),
                        slot - now > LONG_WAIT_NANOS ? claims.expire(now) : LoopAlarm.NEVER);
                return ready == null ? claimAt : Math.min(claimAt, slot);
            }
            send(claims.take(), now);
            now = clock.nanos();
        }
    }

    private boolean maySend() {
        boolean isPaused = suspended || terminated || handOver.isRunning();
        return !isPaused && (!closing || backlog.isAnyWaiting() || backlog.hasToStore());
    }

    private boolean isSuspended() {
        return suspended && !closing && !handOver.isRunning();
    }

    private void send(Claims.Ready ready, long now) {
        List<QueuedMessage> entries = new ArrayList<>(ready.messages().size());
        for (SmsStoredMessage message : ready.messages()) {
            QueuedMessage caller = backlog.waitingFor(message.correlationId());
            // The caller's input, so that tracing links its exchange with the request.
            QueuedMessage entry
                    = new QueuedMessage(message.message(), caller == null ? withoutCaller : caller.submission, 0, now);
            entry.storedId = message.id();
            entries.add(entry);
        }
        requests.send(entries, ready.id(), now);
    }

    /** Records the results of a request. */
    @Override
    protected void finish(InFlight request, List<@Nullable SmsSendResult> results, long now) {
        SmsRequestId id = Objects.requireNonNull(request.id);
        List<SmsMessageOutcome> recorded = new ArrayList<>(results.size());
        for (int i = 0; i < request.entries.size(); i++) {
            QueuedMessage entry = request.entries.get(i);
            SmsSendResult result = results.get(i);
            if (result == null) {
                String trouble = entry.lastTrouble == null ? "its request was not sent" : entry.lastTrouble;
                recorded.add(new SmsMessageOutcome(entry.storedId, entry.notSent(null, trouble), true));
            } else {
                recorded.add(new SmsMessageOutcome(entry.storedId, result, waitsAgain(entry, result)));
            }
        }
        if (request.entries.get(0).sentAt == null) {
            claims.backOff(now);
        }
        outcomes.record(id, recorded, storedSettings.whenUnknown());
    }

    /**
     * Returns whether a message without a waiting caller returns to the queue although its request failed, because the
     * credentials were rejected or the request could not be made.
     */
    private boolean waitsAgain(QueuedMessage entry, SmsSendResult result) {
        boolean hasNoCaller = !backlog.hasCaller(entry.message.correlationId());
        boolean isTransient = entry.sentAt == null || requests.circuitBreaker().isHalted();
        return hasNoCaller && isTransient && result.outcome() == SmsOutcome.NOT_SENT;
    }

    /**
     * Refuses messages that are not stored yet and whose callers wait for their outcomes; after termination, refuses
     * all.
     */
    private void refuse(Refusal refusal) {
        Predicate<Submission> which = input -> terminated || !input.options.isCompleteWhenStored();
        intake.refuse(backlog.takeToStore(entry -> which.test(entry.submission)), refusal);
        inputQueue.refuseAll(refusal, which);
    }

    /**
     * Returns the lease under which to recover; null after termination, which leaves all requests to the next owner.
     */
    private @Nullable SmsLease recoveryLease() {
        return terminated ? null : claims.lease();
    }

    /** Sends hints to the other nodes, which would otherwise notice changes at their next poll. */
    private void sendHints(long now) {
        if (isOwnerToldNext) {
            isOwnerToldNext = false;
            StoreCalls.hint(store, account, backlog.isAnyWaiting() ? SmsHint.AWAITED : SmsHint.WAITING);
        }
        if (outcomes.takeRecorded() && now < awaitedUntil) {
            StoreCalls.hint(store, account, SmsHint.SETTLED);
        }
    }

    private boolean isAtRest(long now) {
        boolean isQuiet = isQuiet() && intake.running() == 0;
        if (isQuiet && terminated) {
            // The next owner of the account recovers what the store has not recorded.
            outcomes.abandon();
            claims.abandon();
        }
        return isQuiet && claims.isAtRest() && outcomes.isAtRest() && handOver.isFinished(keeper.lease(), now);
    }

    private long next(long sendOrClaim) {
        boolean isOwner = recoveryLease() != null;
        long next = Math.min(sendOrClaim, Math.min(requests.nextTimeout(), callers.next()));
        next = Math.min(next, Math.min(claims.nextReturn(), outcomes.next()));
        if (isOwner) {
            next = Math.min(next, Math.min(recovery.next(), handOver.next()));
        }
        return Math.min(next, handOver.handOverEnds());
    }

    private void claimMore() {
        claims.moreMayWait();
        isOwnerToldNext = keeper.lease() == null;
    }

    /**
     * Searches immediately for messages that were stored outside this engine, for example in a caller's transaction.
     */
    public void wake() {
        loop.executeOnPool(this::claimMore);
    }

    /** Acts on a hint of another node, instead of at the next poll. */
    public void hinted(SmsHint hint) {
        loop.executeOnPool(() -> {
            long now = clock.nanos();
            if (hint == SmsHint.SETTLED) {
                callers.messagesSettled(now);
                return;
            }
            claims.moreMayWait();
            if (hint == SmsHint.AWAITED) {
                // Another node has callers that wait for outcomes.
                awaitedUntil = now + AWAITED_NANOS;
            }
        });
    }

    /** Changes the settings for the store, starting with the next request. */
    public void change(StoredSettings newSettings) {
        storedSettings = newSettings;
    }

    @Override
    protected void terminating() {
        terminated = true;
        calls.terminate();
        if (checks != null) {
            checks.terminate();
        }
        callers.terminate();
    }

    @Override
    public void granted(SmsLeaseResult.Granted grant) {
        loop.executeOnPool(() -> {
            long now = clock.nanos();
            handOver.end();
            claims.granted(grant.lease());
            outcomes.repeatFailed();
            handOver.restore(grant, now);
            recovery.begin(now);
            // Outcomes that this node has missed, and messages that the database has lost.
            callers.messagesSettled(now);
        });
    }

    @Override
    public void resumed() {
        loop.executeOnPool(() -> {
            handOver.end();
            handOver.resume();
            claimMore();
        });
    }

    @Override
    public void lost(String reason) {
        loop.executeOnPool(() -> {
            handOver.end();
            claims.putBackReady();
        });
    }

    @Override
    public void storeCalled(@Nullable SmsStoreException failure) {
        if (failure != null) {
            loop.executeOnPool(() -> calls.failed(failure));
        } else if (calls.isFailing()) {
            loop.executeOnPool(calls::succeeded);
        }
    }

    /** Stops claiming, waits for the requests in flight, and saves the pace. */
    @Override
    public CompletionStage<Boolean> handOver() {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        loop.executeOnPool(() -> handOver.begin(ready, requests.settings().responseTimeoutNanos(), clock.nanos()));
        return ready;
    }

    private boolean mayHandOver(long now) {
        return !requests.isAnyInFlight() && claims.isAtRest() && outcomes.unrecorded() == 0
                && handOver.isFinished(keeper.lease(), now);
    }
}
