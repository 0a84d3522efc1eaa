package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.engine.Requests.InFlight;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Engine of an account whose messages are in memory.
 * <p>
 * It guarantees, even if the sender, an input or a response is faulty:
 * <ul>
 * <li>Each message gets exactly one result.
 * <li>Each input is completed exactly once, after the results of all its elements that were read.
 * <li>A request has at most {@link EngineSettings#batchSize()} messages, with different correlation ids.
 * <li>Messages of one priority are sent in order of arrival. A message with the id of an earlier one in the batch waits
 * for the next request.
 * <li>An expired message is not sent.
 * <li>A message that may have reached the service is never resent.
 * </ul>
 */
public final class MemoryEngine extends SendEngine {

    /** Minimum interval between two searches for expired messages, in addition to one before each request. */
    static final long EXPIRY_TICK = Duration.ofMillis(10).toNanos();

    private final PendingQueue queue = new PendingQueue();
    /** Null if there is no policy. */
    private final @Nullable PolicyGate gate;
    private long lookedForExpired;

    /**
     * Creates an engine without a policy.
     *
     * @param sender    sends the requests
     * @param clock     only source of time
     * @param listeners receive the engine's events
     */
    public MemoryEngine(EngineSettings settings, BatchSender sender, EngineClock clock, EngineExecutors executors,
                        EngineListeners listeners) {
        this(settings, sender, null, clock, executors, listeners);
    }

    /**
     * @param sender    sends the requests
     * @param policy    decides about each message before it joins a request, or null; runs on a thread of a reader
     * @param clock     only source of time
     * @param listeners receive the engine's events
     */
    public MemoryEngine(EngineSettings settings, BatchSender sender, @Nullable SendPolicy policy, EngineClock clock,
                        EngineExecutors executors, EngineListeners listeners) {
        super(settings, sender, clock, executors, listeners);
        this.gate = policy == null
                ? null
                : new PolicyGate(
                        queue, new PolicyCalls(policy, clock, loop, loopAlarm, executors.readers(), listeners), clock,
                        completions);
    }

    @Override
    protected Backlog backlog() {
        return gate == null ? queue : gate;
    }

    @Override
    protected void terminating() {
        refusePending(Refusal.SHUT_DOWN);
        if (gate != null) {
            gate.terminate();
        }
    }

    @Override
    protected void act() {
        long now = clock.nanos();
        if (now >= nextExpiry()) {
            expire(now);
        }
        requests.giveUpOnResponses(now);
        Refusal refusal = refusalOfCallers(now);
        if (refusal != null) {
            refusePending(refusal);
        }
        inputQueue.admit();
        if (gate != null) {
            gate.recall(now);
        }
        long departure = nextDeparture();
        while (departure <= now) {
            expire(now);
            send(now);
            inputQueue.admit();
            now = clock.nanos();
            departure = nextDeparture();
        }
        long check = gate == null ? LoopAlarm.NEVER : check(gate, now);
        updateState();
        completions.completeEnded();
        if (closing && isQuiet()) {
            drained();
        }
        // Last, because it throws if the alarms were shut down.
        loopAlarm.at(Math.min(Math.min(departure, check), Math.min(nextExpiry(), requests.nextTimeout())), now);
    }

    private long nextDeparture() {
        boolean hasNone = gate == null ? queue.size() == 0 : !gate.hasPassed();
        return suspended || hasNone ? LoopAlarm.NEVER : requests.nextDeparture();
    }

    /**
     * Asks the policy about the messages of the next request, if this is due.
     *
     * @return time of the next call
     */
    private long check(PolicyGate policy, long now) {
        if (nextCheck(policy) <= now) {
            policy.ask(requests.batchSize(), now).forEach(entry -> inputQueue.left(entry.submission));
            inputQueue.admit();
        }
        return Math.min(nextCheck(policy), policy.nextRecall());
    }

    private long nextCheck(PolicyGate policy) {
        return suspended ? LoopAlarm.NEVER : policy.nextCall(requests.nextDeparture(), requests.batchSize());
    }

    private long nextExpiry() {
        return Math.max(noneExpiresBefore(), lookedForExpired + EXPIRY_TICK);
    }

    private long noneExpiresBefore() {
        return gate == null ? queue.noneExpiresBefore() : Math.min(queue.noneExpiresBefore(), gate.noneExpiresBefore());
    }

    private void expire(long now) {
        if (now < noneExpiresBefore()) {
            return;
        }
        expire(queue.takeExpired(now), now);
        if (gate != null) {
            expire(gate.takeExpired(now), now);
        }
        lookedForExpired = now;
    }

    private void expire(List<QueuedMessage> expired, long now) {
        for (QueuedMessage entry : expired) {
            if (gate != null && entry.lastTrouble == null) {
                entry.lastTrouble = gate.trouble();
            }
            completions.complete(entry, entry.expired(), now);
            inputQueue.left(entry.submission);
        }
    }

    private void send(long now) {
        List<QueuedMessage> batch = gate == null ? queue.take(requests.batchSize()) : gate.take(requests.batchSize());
        if (batch.isEmpty()) {
            return;
        }
        batch.forEach(entry -> inputQueue.left(entry.submission));
        requests.send(batch, null, now);
    }

    /** Completes the messages that have results, and puts the others back at the front of the queue. */
    @Override
    protected void finish(InFlight request, List<@Nullable SmsSendResult> results, long now) {
        List<QueuedMessage> retried = new ArrayList<>(0);
        for (int i = 0; i < request.entries.size(); i++) {
            SmsSendResult result = results.get(i);
            if (result == null) {
                retried.add(request.entries.get(i));
            } else {
                completions.complete(request.entries.get(i), result, now);
            }
        }
        if (gate != null && !retried.isEmpty()) {
            gate.recallPassed();
        }
        queue.putBack(retried);
    }

    private void refusePending(Refusal refusal) {
        long now = clock.nanos();
        queue.takeAll().forEach(entry -> completions.complete(entry, entry.notSent(refusal), now));
        if (gate != null) {
            gate.takeAll().forEach(entry -> completions.complete(entry, entry.notSent(refusal), now));
        }
        inputQueue.refuseAll(refusal, input -> true);
    }
}
