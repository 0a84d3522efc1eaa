package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsRequestId;
import org.jspecify.annotations.Nullable;

/**
 * Batching engine of an account whose messages are in a message store.
 * <p>
 * A message is committed before its caller is told so, journaled with its request before the request leaves, and its
 * outcome is recorded before it is reported. Only the holder of the account's lease sends; every process takes in
 * messages. Inputs, pace, circuit breaker and completions work as in the {@link Dispatcher}.
 * <p>
 * Thread-safe. All state is confined to one serial loop, which never blocks.
 */
public final class StoredDispatcher implements SendEngine, LeaseKeeper.Listener {

    /** Minimum delay of the next step: everything that is due has been done, and the rest waits for the store. */
    private static final long MIN_WAIT_NANOS = 1_000_000L;
    private static final long LEASE_CHECK_NANOS = 500_000_000L;
    /** Added to the time that the requests in flight can take, before an account is kept instead of handed over. */
    private static final long HAND_OVER_GRACE = Duration.ofSeconds(10).toNanos();

    private final LeaseKeeper keeper;
    private final DispatchClock clock;
    private final SerialExecutor loop;
    private final WakeUp wakeUp;
    private final Requests requests;
    private final Completions completions;
    private final InputQueue inputQueue;
    private final StoredBacklog backlog;
    private final StoredIntake intake;
    private final StoredCallers callers;
    private final Claims claims;
    private final StoredOutcomes outcomes;
    private final StoredRecovery recovery;
    private final StoredHints hints;
    private final StoredAccountState saved;
    private final Map<InFlight, SmsRequestId> inFlight = new HashMap<>();
    /** Input of claimed messages without a waiting caller. */
    private final Submission withoutCaller = new Submission(null, new SubmitOptions(Duration.ofDays(3650)), new NoSink());
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile DispatchSettings settings;
    private volatile StoredSettings storedSettings;
    private boolean closing;
    private boolean terminated;
    private boolean suspended;
    /** Set from the request to hand the account over until the lease is granted, resumed or lost. */
    private @Nullable CompletableFuture<Boolean> handOver;
    private long handOverUntil;
    private volatile DispatcherState state;

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
     * @param account name of the account in the store
     * @param keeper  holds the account's lease
     * @param sender  sends the requests
     * @param clock   only source of time
     */
    public StoredDispatcher(DispatchSettings settings, StoredSettings storedSettings, MessageStore store, String account,
                            LeaseKeeper keeper, BatchSender sender, DispatchClock clock, DispatchExecutors executors,
                            DispatchListeners listeners) {
        this.settings = settings;
        this.storedSettings = storedSettings;
        this.keeper = keeper;
        this.clock = clock;
        this.loop = new SerialExecutor(executors.loop(), tasks -> step(), listeners::failed);
        this.wakeUp = new WakeUp(clock, loop);
        this.state = DispatcherState.idle(settings.intervalNanos());
        this.completions = new Completions(
                new CompletionWorkers(executors.completers(), clock, listeners), listeners);
        this.requests = new Requests(settings, sender, clock, loop, listeners, this::finish);
        StoreCalls calls = new StoreCalls(clock, loop);
        this.backlog = new StoredBacklog(this::left);
        this.inputQueue = new InputQueue(settings, backlog, completions, clock, loop, executors.readers(), () -> {
        });
        this.outcomes = new StoredOutcomes(store, calls, backlog, completions, listeners, clock, loop, this::claimMore);
        this.callers = new StoredCallers(
                store.operations(), account, calls, backlog, outcomes, clock, loop, this::claimMore);
        this.intake = new StoredIntake(
                store.intake(), account, calls, backlog, completions, clock, outcomes, callers, this::claimMore);
        this.claims = new Claims(store.sending(), calls, keeper, clock, intake, outcomes);
        this.recovery = new StoredRecovery(
                store.sending(), calls, outcomes, listeners, clock, () -> this.storedSettings.whenUnknown());
        this.hints = new StoredHints(store, account);
        this.saved = new StoredAccountState(store.leases(), calls, requests, clock);
    }

    private void left(Submission input) {
        inputQueue.left(input);
    }

    private void claimMore() {
        claims.moreMayWait();
        hints.messagesWait(keeper.lease() != null);
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
                hints.awaitedByOthers(now);
            }
        });
    }

    @Override
    public void submit(SmsMessage message, SubmitOptions options, ResultSink sink) {
        Submission single = new Submission(null, options, sink);
        Entry entry = new Entry(message, single, single.taken++, clock.nanos());
        loop.execute(() -> {
            Refusal refusal = refusal(options, true, entry.priority);
            if (refusal != null) {
                completions.complete(entry, entry.notSent(refusal), clock.nanos());
            } else {
                inputQueue.add(entry);
            }
        });
    }

    @Override
    public void submit(MessageSource source, SubmitOptions options, ResultSink sink) {
        Submission input = new Submission(source, options, sink);
        loop.execute(() -> {
            Refusal refusal = refusal(options, source.isOneMessage(), input.priority);
            if (refusal != null) {
                input.refuseRest(refusal);
            }
            completions.endIfComplete(input);
            if (!input.ended) {
                inputQueue.add(input);
            }
        });
    }

    /**
     * Searches immediately for messages that were stored outside this engine, for example in a caller's transaction.
     */
    public void wake() {
        loop.executeOnPool(this::claimMore);
    }

    /** Changes the settings for the store, starting with the next request. */
    public void change(StoredSettings newSettings) {
        storedSettings = newSettings;
    }

    @Override
    public void change(DispatchSettings newSettings) {
        loop.executeOnPool(() -> {
            settings = newSettings;
            requests.change(newSettings);
            inputQueue.change(newSettings);
        });
    }

    @Override
    public void holdUntil(long time) {
        loop.executeOnPool(() -> requests.holdUntil(time));
    }

    @Override
    public void suspend() {
        loop.executeOnPool(() -> suspended = true);
    }

    @Override
    public void resume() {
        loop.executeOnPool(() -> suspended = false);
    }

    /**
     * Rejects new messages and sends those whose callers wait. Messages without a caller stay in the store. If sending
     * is suspended, or another node has the lease, messages whose callers wait come back NOT_SENT.
     */
    @Override
    public CompletionStage<Void> drain() {
        loop.executeOnPool(() -> closing = true);
        return drained;
    }

    @Override
    public CompletionStage<Void> terminate() {
        loop.executeOnPool(() -> {
            closing = true;
            terminated = true;
            callers.terminate();
            requests.abandon();
        });
        return drained;
    }

    @Override
    public DispatcherState state() {
        return state;
    }

    @Override
    public void granted(SmsLeaseResult.Granted grant) {
        loop.executeOnPool(() -> {
            long now = clock.nanos();
            handOver = null;
            claims.granted(grant.lease());
            saved.restore(grant, settings.intervalNanos(), now);
            recovery.begin(now);
            callers.searchAt(now);
        });
    }

    @Override
    public void resumed() {
        loop.executeOnPool(() -> {
            handOver = null;
            saved.resume();
            claimMore();
        });
    }

    @Override
    public void lost(String reason) {
        loop.executeOnPool(() -> {
            handOver = null;
            claims.putBackReady();
        });
    }

    /** Claims nothing more, waits for the requests in flight, and saves the pace. */
    @Override
    public CompletionStage<Boolean> handOver() {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        loop.executeOnPool(() -> {
            handOver = ready;
            handOverUntil = clock.nanos() + settings.responseTimeoutNanos() + HAND_OVER_GRACE;
        });
        return ready;
    }

    private void proceedHandOver(long now) {
        CompletableFuture<Boolean> ready = handOver;
        if (ready == null || ready.isDone()) {
            return;
        }
        if (now >= handOverUntil) {
            ready.complete(false);
        } else if (!requests.isAnyInFlight() && claims.isAtRest() && outcomes.unrecorded() == 0
                && saved.isFinished(keeper.lease(), now)) {
            ready.complete(true);
        }
    }

    /** Performs the actions that are due. */
    private void step() {
        long now = clock.nanos();
        requests.giveUpOnResponses(now);
        Refusal refusal = refusalOfCallers(now);
        if (refusal != null) {
            refuse(refusal);
        }
        SmsLease lease = keeper.lease();
        recovery.recover(lease, now);
        boolean isLeftToOthers = closing && lease == null;
        callers.search(refusal == null && isLeftToOthers ? Refusal.SHUT_DOWN : refusal, lease == null, now);
        inputQueue.admit();
        long next = send(now);
        intake.flush();
        claims.returnRequests(now);
        outcomes.proceed(now);
        saved.save(keeper.lease(), now);
        proceedHandOver(now);
        hints.send(backlog.isAnyWaiting(), outcomes.takeRecorded(), now);
        completions.handBack();
        state = currentState();
        if (closing && isAtRest(now)) {
            drained.complete(null);
        }
        wakeUp.at(Math.max(next(next), now + MIN_WAIT_NANOS), now);
    }

    /** Returns why messages whose callers wait are not sent any more, or null. */
    private @Nullable Refusal refusalOfCallers(long now) {
        Refusal refusal = terminated ? Refusal.SHUT_DOWN : requests.refusal(now);
        return refusal == null && closing && suspended ? Refusal.SHUT_DOWN_SUSPENDED : refusal;
    }

    /** Refuses what is not stored yet, as far as callers wait for its outcome, and everything after the end. */
    private void refuse(Refusal refusal) {
        Predicate<Submission> which = input -> terminated || !input.options.isCompleteWhenStored();
        intake.refuse(backlog.takeToStore(entry -> which.test(entry.submission)), refusal);
        inputQueue.refuseAll(refusal, which);
    }

    /**
     * Sends the requests whose slots are open, and claims those of the next slots.
     *
     * @return time of the next action
     */
    private long send(long begin) {
        long now = begin;
        while (true) {
            if (suspended || terminated || handOver != null || closing && !backlog.isAnyWaiting() && !backlog.hasToStore()) {
                claims.putBackReady();
                return WakeUp.NEVER;
            }
            Claims.Ready ready = claims.peek();
            if (requests.refusal(now) != null) {
                claims.putBackReady();
                return requests.circuitBreaker().notBefore();
            }
            if (ready != null && ready.messages().size() > 1 && requests.circuitBreaker().risksOneMessage()) {
                claims.putBackReady();
                ready = null;
            }
            SendPolicy.Decision decision = requests.decide(ready == null ? batchSize() : ready.messages().size(), now);
            if (decision instanceof SendPolicy.Decision.Idle) {
                return WakeUp.NEVER;
            }
            SmsLease lease = claims.lease();
            if (lease == null || !keeper.coversRequest(storedSettings.requestTimeout())) {
                claims.putBackReady();
                return lease == null ? WakeUp.NEVER : now + LEASE_CHECK_NANOS;
            }
            long slot = decision instanceof SendPolicy.Decision.WaitUntil wait ? wait.time() : now;
            if (ready == null || slot > now) {
                long claimAt = claim(slot, now);
                return ready == null ? claimAt : Math.min(claimAt, slot);
            }
            send(claims.take(), now);
            now = clock.nanos();
        }
    }

    private void send(Claims.Ready ready, long now) {
        InFlight request = new InFlight(
                Claims.entries(ready, withoutCaller, backlog, now), now, clock.instant(),
                now + settings.responseTimeoutNanos());
        inFlight.put(request, ready.id());
        requests.send(request, now);
    }

    /**
     * Claims requests shortly before their slot.
     *
     * @return time of the next claim, or {@link WakeUp#NEVER}
     */
    private long claim(long slot, long now) {
        int wanted = Math.min(
                claims.ahead(settings.intervalNanos()), settings.maxInFlight() - requests.count()) - claims.readyCount();
        if (wanted < 1 || outcomes.unrecorded() >= StoredOutcomes.MAX_UNRECORDED) {
            return WakeUp.NEVER;
        }
        SmsLease lease = claims.lease();
        long due = claims.notBefore(now, backlog.hasToStore());
        if (lease == null || due == WakeUp.NEVER) {
            return WakeUp.NEVER;
        }
        long at = Math.max(due, slot - claims.lead());
        if (at > now) {
            return at;
        }
        boolean isProbe = requests.circuitBreaker().risksOneMessage();
        List<Entry> fresh = new ArrayList<>();
        List<SmsNewMessage> messages = intake.messages(backlog.takeToStore(), fresh);
        claims.claim(lease, isProbe ? 1 : wanted, batchSize(), storedSettings.requestTimeout(), fresh, messages, now);
        return WakeUp.NEVER;
    }

    private int batchSize() {
        return requests.circuitBreaker().risksOneMessage() ? 1 : settings.batchSize();
    }

    /** Records the results of a request. */
    private void finish(InFlight request, List<@Nullable SmsSendResult> results, long now) {
        SmsRequestId id = inFlight.remove(request);
        if (id == null) {
            return;
        }
        List<SmsMessageOutcome> recorded = new ArrayList<>(results.size());
        for (int i = 0; i < request.entries.size(); i++) {
            Entry entry = request.entries.get(i);
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
     * Returns whether a message without a waiting caller is kept, although its request failed: because the credentials
     * were refused, or because the request could not be made.
     */
    private boolean waitsAgain(Entry entry, SmsSendResult result) {
        boolean hasNoCaller = backlog.waitingFor(entry.storedId) == null;
        boolean isTransient = entry.sentAt == null || requests.circuitBreaker().isHalted();
        return hasNoCaller && isTransient && result.outcome() == SmsOutcome.NOT_SENT;
    }

    private @Nullable Refusal refusal(SubmitOptions options, boolean isOneMessage, int priority) {
        if (closing) {
            return Refusal.SHUT_DOWN;
        } else if (options.isCompleteWhenStored()) {
            return null;
        }
        Refusal refusal = requests.refusal(clock.nanos());
        boolean isFull = refusal == null && isOneMessage && settings.refuseWhenFull() && inputQueue.isFull(priority);
        return isFull ? Refusal.full(settings.maxPendingMessages()) : refusal;
    }

    private boolean isAtRest(long now) {
        boolean isQuiet = backlog.size() == 0 && !requests.isAnyInFlight() && !completions.isAnyOpen() && intake.running() == 0;
        if (isQuiet && terminated) {
            // What the store does not take now, the next owner of the account recovers.
            outcomes.abandon();
            claims.abandon();
        }
        return isQuiet && claims.isAtRest() && outcomes.isAtRest() && saved.isFinished(keeper.lease(), now);
    }

    private DispatcherState currentState() {
        return requests.state(backlog, inputQueue.heldBack(), suspended, completions.isAnyOpen());
    }

    private long next(long sendOrClaim) {
        boolean isOwner = keeper.lease() != null;
        long next = Math.min(sendOrClaim, Math.min(requests.nextTimeout(), callers.next()));
        next = Math.min(next, Math.min(claims.nextReturn(), outcomes.next()));
        if (isOwner) {
            next = Math.min(next, Math.min(recovery.next(), saved.next()));
        }
        return handOver == null || handOver.isDone() ? next : Math.min(next, handOverUntil);
    }
}
