package io.github.camelsms.engine.stored;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.engine.LoopAlarm;
import io.github.camelsms.engine.PolicyCalls;
import io.github.camelsms.engine.Requests;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.ownership.LeaseKeeper;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsRequestId;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Claims of messages from the store, each shortly before the slot of its request. The slot does not wait for the store,
 * and messages stay WAITING as long as possible. Confined to the account's loop.
 */
final class Claims {

    /** Interval between two searches for messages that operators have queued. */
    static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    /**
     * Interval between two such searches in a shared store, where each node learns of due messages with its heartbeat,
     * once a second. It covers a node that cannot read them.
     */
    static final Duration POLL_INTERVAL_OF_NODES = Duration.ofSeconds(10);

    /** How long a claimed request may wait for its slot before its messages are put back. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private static final long MIN_LEAD = Duration.ofMillis(1).toNanos();
    private static final long MAX_LEAD = Duration.ofMillis(250).toNanos();
    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();
    /** How long claims store no new messages after one of them has failed because of its new messages. */
    private static final long WITHOUT_FRESH_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MAX_AHEAD = 16;
    private static final int AVERAGED_CALLS = 8;
    /** Maximum duration of the check of a request, with the commit of its verdicts. Later, it is put back. */
    private static final Duration MAX_CHECK = PolicyCalls.TIMEOUT.plusSeconds(10);
    /** Added to a request's deadline in the journal, because its response is recorded after it has arrived. */
    private static final Duration RECORDING = Duration.ofSeconds(5);

    private final EngineContext context;
    private final MessageSending sending;
    private final LeaseKeeper keeper;
    private final Requests requests;
    private final StoredBacklog backlog;
    private final Intake intake;
    private final Outcomes outcomes;
    /** Null if there is no policy. */
    private final @Nullable PolicyChecks checks;
    private final long pollNanos;
    private final Deque<Ready> ready = new ArrayDeque<>();
    /** Requests whose messages must be put back. */
    private final Deque<SmsRequestId> returned = new ArrayDeque<>();
    private boolean isPuttingBack;
    private @Nullable SmsClaim running;
    private long epoch;
    private long nextNumber;
    private boolean mayHaveMore = true;
    private long nextPoll;
    private long retryAt;
    private long freshNotBefore;
    /** Recent duration of calls. The first calls of a process are slow. */
    private long usualNanos = MAX_LEAD / 2;

    /**
     * A journaled request that waits for its slot.
     *
     * @param until from when it may no longer be sent, or null
     */
    record Ready(SmsRequestId id, List<SmsStoredMessage> messages, long since, @Nullable Instant until) {
    }

    Claims(EngineContext context, LeaseKeeper keeper, Requests requests, StoredBacklog backlog, Intake intake,
           Outcomes outcomes, @Nullable PolicyChecks checks) {
        this.checks = checks;
        this.context = context;
        this.sending = context.store().sending();
        this.keeper = keeper;
        this.requests = requests;
        this.backlog = backlog;
        this.intake = intake;
        this.outcomes = outcomes;
        this.pollNanos = (context.store().isShared() ? POLL_INTERVAL_OF_NODES : POLL_INTERVAL).toNanos();
    }

    /** Starts a new epoch, whose requests are numbered from 1. */
    void granted(SmsLease lease) {
        putBackReady();
        epoch = lease.epoch();
        nextNumber = 1;
        mayHaveMore = true;
        retryAt = 0;
    }

    /**
     * Returns the lease under which to claim, or null. After the keeper has acquired a lease of a new epoch, returns
     * null until the engine is notified of it.
     */
    @Nullable
    SmsLease lease() {
        SmsLease held = keeper.lease();
        return held == null || held.epoch() != epoch ? null : held;
    }

    /** Records that messages may be waiting that the last claim did not see. */
    void moreMayWait() {
        mayHaveMore = true;
    }

    /**
     * Claims requests shortly before their slot.
     *
     * @return time of the next claim, or {@link LoopAlarm#NEVER}
     */
    long claim(SmsLease lease, long slot, long now) {
        if (checks != null && checks.next() > now && !isBusy()) {
            return Math.min(checks.next(), expire(now));
        }
        int ahead = ahead(requests.settings().intervalNanos());
        int wanted = Math.min(ahead, requests.free()) - ready.size();
        if (wanted < 1 || outcomes.unrecorded() >= Outcomes.MAX_UNRECORDED) {
            return LoopAlarm.NEVER;
        }
        boolean hasFresh = backlog.hasToStore() && mayStoreFresh(now);
        long at = Math.max(notBefore(now, hasFresh), slot - lead());
        if (at > now) {
            return at;
        }
        int count = requests.circuitBreaker().risksOneMessage() ? 1 : wanted;
        start(lease, count, hasFresh ? intake.take() : Intake.Fresh.NONE, now);
        return LoopAlarm.NEVER;
    }

    /** Returns the number of requests to hold ready, so that a fast account does not wait for each claim. */
    private int ahead(long intervalNanos) {
        return (int) Math.max(1, Math.min(MAX_AHEAD, lead() / Math.max(1, intervalNanos) + 1));
    }

    /**
     * Returns whether the next claim may store new messages. If a transaction of an application blocks one of them, it
     * blocks the calls of all accounts that follow the claim; intake has a writer of its own.
     */
    private boolean mayStoreFresh(long now) {
        return now >= freshNotBefore;
    }

    /**
     * Returns when the next claim may begin, or {@link LoopAlarm#NEVER} while one is running.
     *
     * @param hasFresh whether there are new messages to store with it
     */
    private long notBefore(long now, boolean hasFresh) {
        return isBusy() ? LoopAlarm.NEVER : Math.max(retryAt, mayHaveMore || hasFresh ? now : nextPoll);
    }

    /** Returns the time before a slot at which its claim begins, in nanoseconds. */
    private long lead() {
        return Math.max(MIN_LEAD, Math.min(MAX_LEAD, 2 * usualNanos));
    }

    /**
     * Expires messages while none can be sent.
     *
     * @return time of the next call, or {@link LoopAlarm#NEVER}
     */
    long expire(long now) {
        SmsLease lease = lease();
        long at = nextPoll();
        if (lease == null) {
            return LoopAlarm.NEVER;
        } else if (at > now) {
            return at;
        }
        start(lease, 0, Intake.Fresh.NONE, now);
        return LoopAlarm.NEVER;
    }

    /** Returns when the next claim without requests may begin, or {@link LoopAlarm#NEVER} while one is running. */
    private long nextPoll() {
        return isBusy() ? LoopAlarm.NEVER : Math.max(retryAt, nextPoll);
    }

    private boolean isBusy() {
        return running != null || areAnyReturned();
    }

    /** Returns whether any must be or are being put back. */
    private boolean areAnyReturned() {
        return isPuttingBack || !returned.isEmpty();
    }

    /**
     * Starts a claim.
     *
     * @param lease of the current epoch
     * @param count maximum number of requests; with 0, messages only expire
     * @param fresh messages to store with it
     */
    private void start(SmsLease lease, int count, Intake.Fresh fresh, long now) {
        Duration untilRecorded = MAX_WAIT.plus(checks == null ? Duration.ZERO : MAX_CHECK)
                .plus(context.settings().get().requestTimeout()).plus(RECORDING);
        SmsClaim claim = new SmsClaim(lease, nextNumber, count, requests.batchSize(), untilRecorded, fresh.messages());
        nextNumber += count;
        running = claim;
        mayHaveMore &= count == 0;
        LeaseKeeper.Moment before = keeper.now();
        context.calls().call(
                () -> StoreCalls.start(() -> sending.claim(claim))
                        .thenApply(result -> checked(result, claim)),
                result -> claimed(claim, fresh, result, before),
                failure -> notClaimed(claim, fresh, failure, now), (late, failure) -> putBack(claim));
    }

    private static SmsClaimed checked(SmsClaimed result, SmsClaim claim) {
        StoreCalls.each(result.intakes(), claim.fresh().size());
        StoreCalls.each(result.requests(), Math.min(result.requests().size(), claim.requests()));
        // A request that is listed twice would be sent twice.
        List<SmsRequestId> distinct = result.requests().stream().map(SmsClaimed.Request::id).distinct().toList();
        StoreCalls.each(distinct, result.requests().size());
        StoreCalls.each(result.expired(), result.expired().size());
        return result;
    }

    private void claimed(SmsClaim claim, Intake.Fresh fresh, SmsClaimed result, LeaseKeeper.Moment before) {
        ended(before.nanos());
        long now = context.clock().nanos();
        boolean isAnyStored = intake.stored(fresh, result.intakes());
        result.expired().forEach(outcomes::recorded);
        if (!result.isLeaseHeld()) {
            keeper.lost(claim.lease());
            if (isAnyStored) {
                // The owner learns of messages that this claim has stored.
                context.onQueued().run();
            }
            return;
        }
        List<SmsClaimed.Request> open = new ArrayList<>(result.requests().size());
        for (SmsClaimed.Request request : result.requests()) {
            keeper.renewed(claim.lease(), before);
            if (claim.lease().epoch() != epoch) {
                returned.add(request.id());
            } else if (!request.messages().isEmpty()) {
                open.add(request);
            }
        }
        mayHaveMore |= result.hasMore();
        Duration untilDue = result.untilDue();
        if (untilDue != null) {
            nextPoll = Math.min(nextPoll, now + Nanos.of(untilDue));
        }
        if (checks == null || open.isEmpty()) {
            open.forEach(request -> ready.addLast(new Ready(request.id(), request.messages(), now, null)));
        } else {
            // The claim has ended when its requests may be sent.
            running = claim;
            checks.check(open, checked -> checked(claim, checked, before.nanos()));
        }
    }

    private void checked(SmsClaim claim, List<PolicyChecks.Checked> checked, long began) {
        long now = context.clock().nanos();
        running = null;
        measure(now - began);
        mayHaveMore = true;
        boolean isDelayed = checks == null || checks.trouble() != null;
        if (!isDelayed && checked.stream().anyMatch(PolicyChecks.Checked::isFailed)) {
            backOff(now);
        }
        boolean isLate = claim.lease().epoch() != epoch || now - began > MAX_CHECK.toNanos();
        for (PolicyChecks.Checked request : checked) {
            if (request.isFailed() || isLate) {
                returned.add(request.id());
            } else if (!request.messages().isEmpty()) {
                ready.addLast(new Ready(request.id(), request.messages(), now, request.until()));
            }
        }
    }

    private void notClaimed(SmsClaim claim, Intake.Fresh fresh, SmsStoreException failure, long began) {
        ended(began);
        if (failure.isUncertain()) {
            putBack(claim);
        }
        mayHaveMore = true;
        backOff(context.clock().nanos());
        if (failure.dependsOnMessages()) {
            freshNotBefore = context.clock().nanos() + WITHOUT_FRESH_NANOS;
        }
        intake.notStored(fresh, failure);
    }

    private void ended(long began) {
        long now = context.clock().nanos();
        running = null;
        measure(now - began);
        nextPoll = now + pollNanos;
    }

    private void measure(long took) {
        // A slow call counts immediately and decays slowly, because a late claim costs part of a slot.
        usualNanos = took > usualNanos ? took : usualNanos + (took - usualNanos) / AVERAGED_CALLS;
    }

    /**
     * Puts back the requests that a claim without a usable response may have claimed or may still claim. None were
     * sent.
     */
    private void putBack(SmsClaim claim) {
        for (int i = 0; i < claim.requests(); i++) {
            returned.add(new SmsRequestId(claim.lease().account(), claim.lease().epoch(), claim.firstRequest() + i));
        }
    }

    /** Returns the request whose slot is the next one, or null. Puts back those that may no longer be sent. */
    @Nullable
    Ready peek() {
        Ready first = ready.peekFirst();
        while (first != null && first.until != null && !context.clock().instant().isBefore(first.until)) {
            returned.add(ready.removeFirst().id());
            first = ready.peekFirst();
        }
        return first;
    }

    /** Removes and returns the request whose slot is open. */
    Ready take() {
        return ready.removeFirst();
    }

    /** Puts back requests that have waited too long for their slots, and all others that must be returned. */
    void returnRequests(long now) {
        putBackLate(now);
        if (now >= retryAt) {
            putBackNext();
        }
    }

    /** Puts back all requests if the first one has waited too long for its slot. */
    private void putBackLate(long now) {
        Ready first = ready.peekFirst();
        if (first != null && now - first.since() >= MAX_WAIT.toNanos()) {
            putBackReady();
        }
    }

    /** Puts back all requests that wait for their slots. */
    void putBackReady() {
        ready.forEach(request -> returned.add(request.id()));
        ready.clear();
    }

    /** Calls the store for the next request to put back, unless a call is running. */
    private void putBackNext() {
        SmsRequestId request = returned.peekFirst();
        if (request == null || isPuttingBack) {
            return;
        }
        isPuttingBack = true;
        String trouble = checks == null ? null : checks.trouble();
        String reason = trouble == null ? "its request was not sent" : trouble;
        context.calls().call(() -> sending.putBack(request, reason), count -> {
            isPuttingBack = false;
            returned.remove(request);
            moreMayWait();
        }, failure -> {
            isPuttingBack = false;
            backOff(context.clock().nanos());
        });
    }

    /** Returns the time of the next action, or {@link LoopAlarm#NEVER}. */
    long nextReturn() {
        Ready first = ready.peekFirst();
        long oldest = first == null ? LoopAlarm.NEVER : first.since() + MAX_WAIT.toNanos();
        return returned.isEmpty() || isPuttingBack ? oldest : Math.min(oldest, retryAt);
    }

    /** Delays the next call, because the previous call or request failed. */
    void backOff(long now) {
        retryAt = now + RETRY_NANOS;
    }

    /** Returns the lowest number of a request of this epoch that has not ended, or of the next claim. */
    long firstOpen() {
        SmsClaim claim = running;
        long first = claim == null || claim.lease().epoch() != epoch ? nextNumber : claim.firstRequest();
        Stream<SmsRequestId> unrecorded = Stream.concat(requests.ids(), outcomes.unrecordedRequests());
        return Stream.concat(ids(), unrecorded).filter(request -> request.epoch() == epoch).mapToLong(SmsRequestId::number)
                .reduce(first, Math::min);
    }

    private Stream<SmsRequestId> ids() {
        return Stream.concat(ready.stream().map(Ready::id), returned.stream());
    }

    /** Returns whether nothing is claimed, being claimed or being put back. */
    boolean isAtRest() {
        return running == null && ready.isEmpty() && !areAnyReturned();
    }

    /** Discards all requests, because the engine terminates. The next owner recovers them. */
    void abandon() {
        ready.clear();
        returned.clear();
    }
}
