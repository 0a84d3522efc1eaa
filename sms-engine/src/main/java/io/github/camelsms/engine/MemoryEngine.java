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
    private long lookedForExpired;

    /**
     * @param sender    sends the requests
     * @param clock     only source of time
     * @param listeners receive the engine's events
     */
    public MemoryEngine(EngineSettings settings, BatchSender sender, EngineClock clock, EngineExecutors executors,
                        EngineListeners listeners) {
        super(settings, sender, clock, executors, listeners);
    }

    @Override
    protected Backlog backlog() {
        return queue;
    }

    @Override
    protected void terminating() {
        refusePending(Refusal.SHUT_DOWN);
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
        long departure = nextDeparture();
        while (departure <= now) {
            expire(now);
            send(now);
            inputQueue.admit();
            now = clock.nanos();
            departure = nextDeparture();
        }
        updateState();
        completions.completeEnded();
        if (closing && isQuiet()) {
            drained();
        }
        // Last, because it throws if the alarms were shut down.
        loopAlarm.at(Math.min(departure, Math.min(nextExpiry(), requests.nextTimeout())), now);
    }

    private long nextDeparture() {
        return suspended || queue.size() == 0 ? LoopAlarm.NEVER : requests.nextDeparture();
    }

    private long nextExpiry() {
        return Math.max(queue.noneExpiresBefore(), lookedForExpired + EXPIRY_TICK);
    }

    private void expire(long now) {
        if (now < queue.noneExpiresBefore()) {
            return;
        }
        for (QueuedMessage entry : queue.takeExpired(now)) {
            completions.complete(entry, entry.expired(), now);
            inputQueue.left(entry.submission);
        }
        lookedForExpired = now;
    }

    private void send(long now) {
        List<QueuedMessage> batch = queue.take(requests.batchSize());
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
        queue.putBack(retried);
    }

    private void refusePending(Refusal refusal) {
        long now = clock.nanos();
        queue.takeAll().forEach(entry -> completions.complete(entry, entry.notSent(refusal), now));
        inputQueue.refuseAll(refusal, input -> true);
    }
}
