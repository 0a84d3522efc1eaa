package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
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
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsRecovered;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
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

    /**
     * Interval between two searches for messages whose callers have waited for too long, or that another node sends.
     */
    private static final long SWEEP_NANOS = 1_000_000_000L;
    /** Minimum delay of the next step: everything that is due has been done, and the rest waits for the store. */
    private static final long MIN_WAIT_NANOS = 1_000_000L;
    /** How long a node that has told of waiting callers is told of outcomes. */
    private static final long AWAITED_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long LEASE_CHECK_NANOS = 500_000_000L;
    /** How long a caller waits after its deadline if the store does not respond. */
    private static final long STORE_GRACE = Duration.ofSeconds(10).toNanos();
    private static final String NOT_SETTLED
            = "the message store does not respond; the message is stored, and may have been sent or be sent later. Look it up with its correlation id";

    private final MessageStore store;
    private final String account;
    private final LeaseKeeper keeper;
    private final DispatchClock clock;
    private final DispatchListeners listeners;
    private final SerialExecutor loop;
    private final WakeUp wakeUp;
    private final Requests requests;
    private final Completions completions;
    private final InputQueue inputQueue;
    private final StoredBacklog backlog;
    private final StoreCalls calls;
    private final StoredIntake intake;
    private final Claims claims;
    private final StoredOutcomes outcomes;
    private final StoredAccountState saved;
    private final Map<InFlight, SmsRequestId> inFlight = new HashMap<>();
    /**
     * Messages that are being queued again. They are not given up meanwhile, because the calls can overtake each other.
     */
    private final Set<Long> retried = new HashSet<>();
    /** Input of claimed messages that no caller waits for. */
    private final Submission nobody = new Submission(null, new SubmitOptions(Duration.ofDays(3650)), new NoSink());
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile DispatchSettings settings;
    private volatile StoredSettings storedSettings;
    private boolean closing;
    private boolean terminated;
    private boolean suspended;
    private boolean isSweeping;
    /** Set from the request to hand the account over until the lease is granted, resumed or lost. */
    private @Nullable CompletableFuture<Boolean> handOver;
    private long handOverUntil;
    /** Whether the owner is told that messages wait. */
    private boolean isHintDue;
    /** Until when other nodes are told that messages have come to their outcomes. */
    private long awaitedUntil;
    private long nextSweep;
    private long nextRecovery = WakeUp.NEVER;
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

    /** Sink of a single message, whose outcome is acknowledged after its caller has processed it. */
    private final class Acknowledging implements ResultSink {

        private final ResultSink sink;
        private @Nullable Submission submission;

        Acknowledging(ResultSink sink) {
            this.sink = sink;
        }

        @Override
        public void result(long index, SmsSendResult result) {
            sink.result(index, result);
        }

        @Override
        public void stored(long index, String correlationId, boolean isDuplicate) {
            sink.stored(index, correlationId, isDuplicate);
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
            try {
                sink.completed(unread);
            } finally {
                SmsMessageRevision outcome = submission == null ? null : submission.delivered;
                if (outcome != null) {
                    loop.execute(() -> outcomes.acknowledged(outcome));
                }
            }
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
        this.store = store;
        this.account = account;
        this.keeper = keeper;
        this.clock = clock;
        this.listeners = listeners;
        this.loop = new SerialExecutor(executors.loop(), tasks -> step(), listeners::failed);
        this.wakeUp = new WakeUp(clock, loop);
        this.state = DispatcherState.idle(settings.intervalNanos());
        this.completions = new Completions(
                new CompletionWorkers(executors.completers(), clock, listeners), listeners);
        this.requests = new Requests(settings, sender, clock, loop, listeners, this::finish);
        this.calls = new StoreCalls(clock, loop);
        this.backlog = new StoredBacklog(this::left);
        this.inputQueue = new InputQueue(settings, backlog, completions, clock, loop, executors.readers(), () -> {
        });
        this.outcomes = new StoredOutcomes(store, calls, backlog, completions, listeners, clock, this::claimMore);
        this.intake = new StoredIntake(
                store.intake(), account, calls, backlog, completions, clock, new StoredIntake.Receiver() {
                    @Override
                    public void moreMayWait() {
                        StoredDispatcher.this.claimMore();
                    }

                    @Override
                    public void reported(SmsStoredMessage message) {
                        outcomes.report(message);
                    }

                    @Override
                    public void lookAgain(SmsStoredMessage message) {
                        StoredDispatcher.this.lookAgain(message);
                    }

                    @Override
                    public void retry(SmsStoredMessage message) {
                        StoredDispatcher.this.retry(message);
                    }
                });
        this.claims = new Claims(store.sending(), calls, keeper, clock, new Claims.Receiver() {
            @Override
            public void stored(List<Entry> fresh, List<SmsIntake> intakes) {
                intake.stored(fresh, intakes);
            }

            @Override
            public void notStored(List<Entry> fresh, SmsStoreException failure) {
                intake.notStored(fresh, failure);
            }

            @Override
            public void expired(List<SmsStoredMessage> messages) {
                messages.forEach(outcomes::report);
            }
        });
        this.saved = new StoredAccountState(store.leases(), calls, requests, clock);
    }

    private void left(Submission input) {
        inputQueue.left(input);
    }

    private void claimMore() {
        claims.moreMayWait();
        isHintDue = keeper.lease() == null;
    }

    /** Does at once what another node has told, instead of at the next poll. */
    public void hinted(SmsHint hint) {
        loop.executeOnPool(() -> {
            long now = clock.nanos();
            if (hint == SmsHint.SETTLED) {
                nextSweep = now;
            } else {
                claims.moreMayWait();
                awaitedUntil = hint == SmsHint.AWAITED ? now + AWAITED_NANOS : awaitedUntil;
            }
        });
    }

    private void tellOthers(long now) {
        if (isHintDue) {
            isHintDue = false;
            tell(backlog.isAnyWaiting() ? SmsHint.AWAITED : SmsHint.WAITING);
        }
        if (outcomes.takeRecorded() && now < awaitedUntil) {
            tell(SmsHint.SETTLED);
        }
    }

    private void tell(SmsHint hint) {
        try {
            store.hint(account, hint);
        } catch (RuntimeException e) {
            // Others find out at their next poll.
            return;
        }
    }

    @Override
    public void submit(SmsMessage message, SubmitOptions options, ResultSink sink) {
        Acknowledging acknowledging = new Acknowledging(sink);
        Submission single = new Submission(null, options, acknowledging);
        acknowledging.submission = single;
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
            nextSweep = 0;
            inputQueue.refuseAll(Refusal.SHUT_DOWN, input -> true);
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
            nextRecovery = now;
            nextSweep = now;
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
            handOverUntil = clock.nanos() + settings.responseTimeoutNanos() + STORE_GRACE;
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
        refuse(now);
        recover(now);
        sweep(now);
        inputQueue.admit();
        long next = send(now);
        intake.flush();
        claims.returnRequests(now);
        outcomes.proceed(now);
        saved.save(keeper.lease(), now);
        proceedHandOver(now);
        tellOthers(now);
        completions.handBack();
        state = currentState();
        if (closing && isAtRest(now)) {
            drained.complete(null);
        }
        wakeUp.at(Math.max(next(next), now + MIN_WAIT_NANOS), now);
    }

    private void refuse(long now) {
        Refusal refusal = terminated ? Refusal.SHUT_DOWN : requests.refusal(now);
        if (refusal == null && closing && suspended) {
            refusal = Refusal.SHUT_DOWN_SUSPENDED;
        }
        if (refusal != null) {
            Predicate<Submission> waits = terminated ? input -> true : input -> !input.options.isCompleteWhenStored();
            intake.refuse(backlog.takeToStore(entry -> waits.test(entry.submission)), refusal);
            if (!terminated) {
                inputQueue.refuseAll(refusal, waits);
            }
        }
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
                Claims.entries(ready, nobody, backlog, now), now, clock.instant(), now + settings.responseTimeoutNanos());
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
     * Returns whether a message that nobody waits for is kept, although its request failed: because the credentials
     * were refused, or because the request could not be made.
     */
    private boolean waitsAgain(Entry entry, SmsSendResult result) {
        boolean isOfNobody = backlog.waitingFor(entry.storedId) == null;
        boolean isTransient = entry.sentAt == null || requests.circuitBreaker().isHalted();
        return isOfNobody && isTransient && result.outcome() == SmsOutcome.NOT_SENT;
    }

    /** Gives up on requests of earlier owners whose deadline has passed. */
    private void recover(long now) {
        SmsLease lease = keeper.lease();
        if (now < nextRecovery || lease == null) {
            return;
        }
        nextRecovery = WakeUp.NEVER;
        calls.call(() -> store.sending().recover(lease, storedSettings.whenUnknown()), this::recovered);
    }

    private void recovered(@Nullable SmsRecovered recovered, @Nullable SmsStoreException failure) {
        long now = clock.nanos();
        if (recovered == null) {
            nextRecovery = now + SWEEP_NANOS;
            return;
        }
        List<SmsSendResult> unknown = new ArrayList<>();
        for (SmsStoredMessage message : recovered.messages()) {
            SmsSendResult result = message.result();
            if (result != null && result.outcome() == SmsOutcome.UNKNOWN) {
                unknown.add(result);
            }
            outcomes.report(message);
        }
        if (!unknown.isEmpty()) {
            listeners.publish(it -> it.unknown(unknown));
        }
        Duration untilNext = recovered.untilNext();
        nextRecovery = untilNext == null || !recovered.isLeaseHeld() ? WakeUp.NEVER : now + Submission.nanos(untilNext) + 1;
    }

    /**
     * Settles messages whose callers have waited long enough, and finds the outcomes of those that other nodes send.
     */
    private void sweep(long now) {
        if (now < nextSweep || isSweeping || !backlog.isAnyWaiting()) {
            return;
        }
        nextSweep = now + SWEEP_NANOS;
        Refusal refusal = terminated ? Refusal.SHUT_DOWN : requests.refusal(now);
        if (refusal == null && closing && (suspended || keeper.lease() == null)) {
            refusal = suspended ? Refusal.SHUT_DOWN_SUSPENDED : Refusal.SHUT_DOWN;
        }
        Collection<Entry> waiting = backlog.waiting();
        Refusal whole = refusal;
        List<Entry> ended = waiting.stream().filter(entry -> !retried.contains(entry.storedId))
                .filter(entry -> whole != null || entry.deadline + SWEEP_NANOS <= now).toList();
        if (!ended.isEmpty()) {
            isSweeping = true;
            String reason
                    = whole == null ? "its deliveryTimeout ended before it could be sent; it was not sent" : whole.reason();
            List<String> ids = ids(ended);
            calls.call(() -> store.operations().giveUp(account, ids, reason), (operated, failure) -> find(ended, failure));
        } else if (keeper.lease() == null) {
            isSweeping = true;
            find(List.copyOf(waiting), null);
        }
    }

    private void find(List<Entry> entries, @Nullable SmsStoreException failure) {
        if (failure != null) {
            found(entries, null);
            return;
        }
        calls.call(() -> store.operations().find(account, ids(entries)), (messages, lost) -> found(entries, messages));
    }

    private void found(List<Entry> entries, @Nullable List<SmsStoredMessage> messages) {
        isSweeping = false;
        if (messages != null) {
            messages.forEach(outcomes::report);
            return;
        }
        long now = clock.nanos();
        for (Entry entry : entries) {
            if (terminated || entry.deadline + STORE_GRACE <= now) {
                for (Entry caller : backlog.takeWaiting(entry.storedId, Long.MAX_VALUE)) {
                    outcomes.complete(caller, caller.unknown(null, NOT_SETTLED), null);
                }
            }
        }
    }

    private static List<String> ids(Collection<Entry> entries) {
        return entries.stream().map(entry -> String.valueOf(entry.message.correlationId())).distinct().toList();
    }

    /** Reports the outcome of a message if it has one by now. */
    private void lookAgain(SmsStoredMessage message) {
        calls.call(() -> store.operations().find(account, List.of(message.correlationId())), (messages, failure) -> {
            if (messages != null) {
                messages.forEach(outcomes::report);
            }
        });
    }

    /** Lets a message that was not sent wait again, for a caller that submits it again. */
    private void retry(SmsStoredMessage message) {
        List<String> id = List.of(message.correlationId());
        retried.add(message.id());
        calls.call(() -> store.operations().resend(account, id), (operated, failure) -> {
            claims.moreMayWait();
            Entry caller = backlog.waitingFor(message.id());
            if (failure != null && caller != null && clock.nanos() < caller.deadline && !terminated) {
                // It may have been queued, so that its present outcome is not known here.
                clock.schedule(SWEEP_NANOS, () -> loop.executeOnPool(() -> retry(message)));
                return;
            }
            retried.remove(message.id());
            if (operated != null && operated.stream().noneMatch(SmsOperated::isChanged)) {
                calls.call(() -> store.operations().find(account, id), (messages, lost) -> {
                    if (messages != null && messages.stream().allMatch(found -> found.result() != null)) {
                        backlog.acceptAnyOutcome(message.id());
                        messages.forEach(outcomes::report);
                    }
                });
            }
        });
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
        int pending = Math.min(backlog.size(), settings.maxPendingMessages());
        CircuitBreaker circuitBreaker = requests.circuitBreaker();
        return new DispatcherState(
                pending, backlog.size() - pending + inputQueue.heldBack(), requests.count(), backlog.oldestTakenAt(),
                requests.slotOpensAt(), requests.usualGap(), circuitBreaker.trouble(), suspended, circuitBreaker.isHalted(),
                completions.isAnyOpen());
    }

    private long next(long sendOrClaim) {
        long sweep = backlog.isAnyWaiting() && !isSweeping ? nextSweep : WakeUp.NEVER;
        long recovery = keeper.lease() == null ? WakeUp.NEVER : nextRecovery;
        long save = keeper.lease() == null ? WakeUp.NEVER : saved.next();
        long store = Math.min(Math.min(claims.nextReturn(), outcomes.next()), save);
        long handOverEnd = handOver == null || handOver.isDone() ? WakeUp.NEVER : handOverUntil;
        return Math.min(
                Math.min(sendOrClaim, requests.nextTimeout()),
                Math.min(Math.min(sweep, recovery), Math.min(store, handOverEnd)));
    }
}
