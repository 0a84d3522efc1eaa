package io.github.camelsms.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.github.camelsms.engine.pacing.Pacer;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsRequestId;
import org.jspecify.annotations.Nullable;

/**
 * Requests of an account: the time of the next one, those in flight, and their results. Confined to the account's loop,
 * except for {@link #settings()}.
 */
public final class Requests {

    private final BatchSender sender;
    private final EngineClock clock;
    private final SerialExecutor loop;
    private final EngineListeners listeners;
    private final Results results;
    private final Set<InFlight> inFlight = new LinkedHashSet<>();
    private final CircuitBreaker circuitBreaker = new CircuitBreaker();
    private final BatchLimit batchLimit = new BatchLimit();
    private final Pacer pacer;
    private final ResponseHandler responses;
    private volatile EngineSettings settings;
    /** Lower bound of the deadlines of all requests in flight. */
    private long noneTimesOutBefore = LoopAlarm.NEVER;

    /** Receiver of the results of requests. */
    @FunctionalInterface
    public interface Results {

        /**
         * Called once for each request.
         *
         * @param results result of each message, in order, or null for a message that was certainly not sent and is
         *                retried
         */
        void finished(InFlight request, List<@Nullable SmsSendResult> results, long now);
    }

    /**
     * Request in flight. Compared by identity.
     */
    public static final class InFlight {

        public final List<QueuedMessage> entries;
        /** Number of the request in the message store, or null without a store. */
        public final @Nullable SmsRequestId id;
        /** When it was handed over to the sender. */
        final long startedAt;
        /** When its first byte was sent, as far as the pacer knows: it learns this with the response. */
        long departedAt;
        /** Wall-clock time of the handover. */
        final Instant sentAt;
        /** When the engine stops waiting for a response. */
        final long deadline;
        /** Confined to the loop, as the other fields. */
        BatchSender.Withdrawal withdrawal = BatchSender.Withdrawal.IMPOSSIBLE;
        private final AtomicBoolean responded = new AtomicBoolean();
        private volatile long firstByteAt;

        InFlight(List<QueuedMessage> entries, @Nullable SmsRequestId id, long startedAt, Instant sentAt, long deadline) {
            this.entries = entries;
            this.id = id;
            this.startedAt = startedAt;
            this.departedAt = startedAt;
            this.firstByteAt = startedAt;
            this.sentAt = sentAt;
            this.deadline = deadline;
        }

        /** Records that the first byte is sent now, on any thread. */
        void departs(long now) {
            firstByteAt = now;
        }

        long firstByteAt() {
            return firstByteAt;
        }

        /** Records a response, on any thread. Returns whether it is the first one. */
        boolean respond() {
            return responded.compareAndSet(false, true);
        }

        List<SmsMessage> messages() {
            List<SmsMessage> messages = new ArrayList<>(entries.size());
            for (QueuedMessage entry : entries) {
                messages.add(entry.message);
            }
            return messages;
        }

        /** Sets the departure time of each message. */
        void markSent() {
            entries.forEach(entry -> entry.sentAt = sentAt);
        }

        /** Returns the sinks of the messages, without duplicates. */
        Set<ResultSink> origins() {
            Set<ResultSink> origins = new LinkedHashSet<>();
            entries.forEach(entry -> origins.add(entry.submission.sink));
            return origins;
        }
    }

    public Requests(EngineSettings settings, BatchSender sender, EngineClock clock, SerialExecutor loop,
                    EngineListeners listeners, Results results) {
        this.settings = settings;
        this.sender = sender;
        this.clock = clock;
        this.loop = loop;
        this.listeners = listeners;
        this.results = results;
        this.pacer = new Pacer(settings.intervalNanos(), settings.pacing());
        this.responses = new ResponseHandler(pacer, circuitBreaker, batchLimit, listeners);
    }

    void change(EngineSettings newSettings) {
        settings = newSettings;
        pacer.change(newSettings.intervalNanos(), newSettings.pacing());
    }

    /** Allows no departure before this time. */
    public void holdUntil(long time) {
        pacer.holdUntil(time);
    }

    /** Restores the pace, the backoff and the halt of the account's previous owner. */
    public void restore(SmsAccountState state, long notBefore) {
        String pace = state.pace();
        if (pace != null) {
            pacer.restore(pace);
        }
        pacer.holdUntil(notBefore);
        Integer haltCode = state.haltCode();
        if (haltCode != null && !circuitBreaker.isHalted()) {
            circuitBreaker.restoreHalt(haltCode, String.valueOf(state.haltReason()), notBefore);
        }
    }

    /** Returns the learned pace for {@link #restore}. */
    public String pace() {
        return pacer.save();
    }

    /** Returns the current settings. */
    public EngineSettings settings() {
        return settings;
    }

    /** Returns how many further requests may be in flight. */
    public int free() {
        return settings.maxInFlight() - inFlight.size();
    }

    public boolean isAnyInFlight() {
        return !inFlight.isEmpty();
    }

    /** Returns the numbers of the requests in flight in the message store. */
    public Stream<SmsRequestId> ids() {
        return inFlight.stream().flatMap(request -> Stream.ofNullable(request.id));
    }

    /**
     * Returns when the next request may depart, or {@link LoopAlarm#NEVER} until the next response. From then on,
     * pending messages are sent immediately, however few; before, they accumulate.
     */
    public long nextDeparture() {
        return free() <= 0 || isProbeInFlight() || isExposed() ? LoopAlarm.NEVER : slotOpensAt();
    }

    /**
     * Returns whether the service is silent and as many requests have no response as open the circuit. The service may
     * hang, and the messages of each further request would be UNKNOWN.
     */
    private boolean isExposed() {
        int unanswered = inFlight.size() + circuitBreaker.failedInARow();
        return !inFlight.isEmpty() && unanswered >= CircuitBreaker.MAX_FAILED_IN_A_ROW
                && Math.max(clock.nanos(), slotOpensAt()) > pacer.silentFrom();
    }

    /** While the circuit is open, one request at a time is sent as a probe. */
    private boolean isProbeInFlight() {
        return circuitBreaker.trouble() != null && !inFlight.isEmpty();
    }

    /** Returns the maximum number of messages in the next request. */
    public int batchSize() {
        return circuitBreaker.risksOneMessage() ? 1 : batchLimit.of(settings.batchSize());
    }

    /**
     * Returns the state of the engine.
     *
     * @param waitingInputs number of inputs that wait to be read further
     */
    EngineState state(Backlog backlog, int waitingInputs, boolean isSuspended, boolean readsInput) {
        int pending = Math.min(backlog.size(), settings.maxPendingMessages());
        long slot = slotOpensAt();
        return new EngineState(
                pending, backlog.size() - pending + waitingInputs, inFlight.size(), backlog.oldestTakenAt(),
                slot == LoopAlarm.NEVER ? null : Long.valueOf(slot), pacer.usualGap(), circuitBreaker.trouble(), isSuspended,
                circuitBreaker.isHalted(), readsInput);
    }

    /** Returns when pacing and circuit breaker allow a request, or {@link LoopAlarm#NEVER} until the next response. */
    public long slotOpensAt() {
        return Math.max(pacer.notBefore(), circuitBreaker.notBefore());
    }

    public long usualGap() {
        return pacer.usualGap();
    }

    public CircuitBreaker circuitBreaker() {
        return circuitBreaker;
    }

    /** Returns when the next request times out, or {@link LoopAlarm#NEVER}. */
    public long nextTimeout() {
        return inFlight.isEmpty() ? LoopAlarm.NEVER : noneTimesOutBefore;
    }

    /**
     * Sends a request.
     *
     * @param entries 1 or more messages, with different correlation ids
     * @param id      number of the request in the message store, or null without a store
     */
    public void send(List<QueuedMessage> entries, @Nullable SmsRequestId id, long now) {
        InFlight request = new InFlight(entries, id, now, clock.instant(), now + settings.responseTimeoutNanos());
        inFlight.add(request);
        noneTimesOutBefore = Math.min(noneTimesOutBefore, request.deadline);
        pacer.departed(now);
        try {
            started(request, sender.send(request.messages(), request::origins, receiver(request)));
        } catch (Throwable e) {
            senderFailed(request, e);
        }
    }

    private static void started(InFlight request, BatchSender.Withdrawal withdrawal) {
        request.withdrawal = withdrawal;
    }

    private BatchSender.Receiver receiver(InFlight request) {
        return new BatchSender.Receiver() {
            @Override
            public void departs() {
                request.departs(clock.nanos());
            }

            @Override
            public void accept(SendResponse response) {
                if (request.respond()) {
                    loop.execute(() -> responded(request, response));
                }
            }
        };
    }

    /**
     * A sender throws only if nothing was sent. If it has already responded, its response is used. After an error, such
     * as a thread that could not be created, the request is retried. After an exception it is not, because the
     * component is stopping.
     */
    private void senderFailed(InFlight request, Throwable cause) {
        listeners.failed(cause);
        if (!request.respond()) {
            return;
        }
        String name = cause.getClass().getSimpleName();
        if (cause instanceof Error) {
            responded(request, new SendResponse.NotConnected("the request could not be started (" + name + ")"));
        } else {
            inFlight.remove(request);
            results.finished(
                    request, responses.neverSent(request, "the request could not be made: " + name), clock.nanos());
        }
    }

    private void responded(InFlight request, SendResponse response) {
        if (inFlight.remove(request)) {
            long now = clock.nanos();
            pacer.departedLater(request.departedAt, request.firstByteAt());
            request.departedAt = request.firstByteAt();
            List<@Nullable SmsSendResult> handled;
            try {
                handled = responses.handle(request, response, now);
            } catch (Throwable e) {
                handled = responses.failed(request, e, now);
            }
            results.finished(request, handled, now);
        }
    }

    /** Gives up on requests without a response within the timeout. */
    public void giveUpOnResponses(long now) {
        if (now < noneTimesOutBefore) {
            return;
        }
        noneTimesOutBefore = LoopAlarm.NEVER;
        for (InFlight request : List.copyOf(inFlight)) {
            if (request.deadline <= now) {
                inFlight.remove(request);
                results.finished(
                        request, request.withdrawal.withdraw()
                                ? responses.unstarted(request, now) : responses.timedOut(request, now),
                        now);
            } else {
                noneTimesOutBefore = Math.min(noneTimesOutBefore, request.deadline);
            }
        }
    }

    /** Gives up on all requests, because the engine terminates. */
    public void abandon() {
        for (InFlight request : List.copyOf(inFlight)) {
            inFlight.remove(request);
            results.finished(
                    request, request.withdrawal.withdraw()
                            ? responses.neverSent(request, Refusal.SHUT_DOWN.reason()) : responses.abandoned(request),
                    clock.nanos());
        }
    }
}
