package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SendAnswer;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one account: takes in messages, sends them in paced batches, and gives each its result.
 * <p>
 * Guarantees, whatever the sender, an input or an answer does: each message gets exactly one result; each input is
 * completed exactly once, after the results of all that was read of it; no request holds more than
 * {@link DispatchSettings#batchSize()} messages nor two with the same correlation id; messages leave in the order in
 * which they came, but for one with the same id as an earlier one of the batch, which waits for the next request; a
 * message that may have reached the service is never sent again.
 * <p>
 * Thread-safe: callers only hand in work. All state is confined to one serial loop, which never blocks; inputs are read
 * and completed on threads of their own.
 */
public final class Dispatcher {

    private static final Duration LONGEST = Duration.ofDays(3650);

    private final DispatchSettings settings;
    private final BatchSender sender;
    private final DispatchClock clock;
    private final SerialExecutor loop;
    private final PendingQueue queue = new PendingQueue();
    private final Set<InFlight> inFlight = new LinkedHashSet<>();
    private final Gate gate = new Gate();
    private final Pacer pacer;
    private final Completions completions;
    private final IntakeLine intake;
    private final AnswerHandler answers;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private boolean closing;
    private DispatchClock.@Nullable Alarm alarm;
    private long alarmAt;
    private volatile DispatcherState state = DispatcherState.IDLE;

    /**
     * @param sender   carries the requests
     * @param clock    the only source of time
     * @param listener hears what happens
     */
    public Dispatcher(DispatchSettings settings, BatchSender sender, DispatchClock clock, DispatchExecutors executors,
                      DispatchListener listener) {
        SafeListener safeListener = new SafeListener(listener);
        this.settings = settings;
        this.sender = sender;
        this.clock = clock;
        this.loop = new SerialExecutor(executors.loop(), safeListener::failed);
        this.pacer = new Pacer(settings.intervalNanos(), settings.pacing());
        this.completions = new Completions(executors.completers(), safeListener);
        this.intake = new IntakeLine(settings, queue, completions, clock, loop, executors.readers(), this::step);
        this.answers = new AnswerHandler(pacer, gate, safeListener);
    }

    /**
     * Hands in one message.
     *
     * @param deliveryTimeout how long it may wait for its slot, and for another attempt where one is safe, before it
     *                        comes back NOT_SENT
     */
    public void submit(SmsMessage message, Duration deliveryTimeout, ResultSink sink) {
        long timeout = nanos(deliveryTimeout);
        long deadline = clock.nanos() + timeout;
        loop.execute(() -> {
            Submission single = new Submission(null, timeout, sink);
            Entry entry = new Entry(message, single, single.taken++, deadline);
            Refusal refusal = refusal();
            if (refusal != null) {
                completions.complete(entry, entry.notSent(refusal.code(), refusal.reason()));
            } else {
                intake.add(entry);
            }
            step();
        });
    }

    /**
     * Hands in an input, which is read on a reader's thread as the queue drains.
     *
     * @param deliveryTimeout how long each message may wait, from when it is read
     */
    public void submit(MessageSource source, Duration deliveryTimeout, ResultSink sink) {
        Submission input = new Submission(source, nanos(deliveryTimeout), sink);
        loop.execute(() -> {
            Refusal refusal = refusal();
            if (refusal != null) {
                input.refuseRest(refusal);
            }
            completions.endIfComplete(input);
            if (!input.ended) {
                intake.add(input);
            }
            step();
        });
    }

    /**
     * Takes in nothing more and sends what is there.
     *
     * @return completed when every message has its result
     */
    public CompletionStage<Void> drain() {
        loop.execute(() -> {
            closing = true;
            step();
        });
        return drained;
    }

    /**
     * Ends at once: what waits comes back NOT_SENT, what is in flight UNKNOWN.
     *
     * @return completed when every message has its result
     */
    public CompletionStage<Void> terminate() {
        loop.execute(() -> {
            closing = true;
            turnAway(Refusal.SHUT_DOWN);
            for (InFlight request : List.copyOf(inFlight)) {
                inFlight.remove(request);
                finish(request, answers.abandoned(request));
            }
            step();
        });
        return drained;
    }

    /**
     * What the account is doing, as of its last step. Callable from any thread.
     */
    public DispatcherState state() {
        return state;
    }

    private void step() {
        long now = clock.nanos();
        completions.complete(queue.takeExpired(now), AnswerHandler::expired);
        if (gate.turnsAway(now)) {
            turnAway(answers.haltedRefusal());
        }
        intake.admit();
        SendPolicy.Decision decision = decide(now);
        while (decision instanceof SendPolicy.Decision.Send send) {
            send(send.messages(), now);
            intake.admit();
            now = clock.nanos();
            decision = decide(now);
        }
        setAlarm(decision, now);
        state = new DispatcherState(queue.size(), intake.heldBack(), inFlight.size(), gate.trouble(), gate.isHalted());
        if (closing && queue.size() == 0 && inFlight.isEmpty() && intake.isEmpty()) {
            drained.complete(null);
        }
    }

    private SendPolicy.Decision decide(long now) {
        return SendPolicy.decide(settings, pacer, gate, queue.size(), inFlight.size(), now);
    }

    private void send(int messages, long now) {
        InFlight request = new InFlight(queue.take(messages), now);
        intake.left(request.entries);
        inFlight.add(request);
        pacer.departed(now);
        try {
            sender.send(request.messages(), answer -> loop.execute(() -> answered(request, answer)));
        } catch (RuntimeException e) {
            inFlight.remove(request);
            finish(request, answers.neverSent(request, e));
        }
    }

    private void answered(InFlight request, SendAnswer answer) {
        if (inFlight.remove(request)) {
            finish(request, answers.handle(request, answer, clock.nanos()));
            step();
        }
    }

    /** Gives results to those who have one and puts the others back before everybody else. */
    private void finish(InFlight request, List<@Nullable SmsSendResult> results) {
        List<Entry> again = new ArrayList<>(0);
        for (int i = 0; i < request.entries.size(); i++) {
            SmsSendResult result = results.get(i);
            if (result == null) {
                again.add(request.entries.get(i));
            } else {
                completions.complete(request.entries.get(i), result);
            }
        }
        queue.putBack(again);
    }

    private @Nullable Refusal refusal() {
        if (closing) {
            return Refusal.SHUT_DOWN;
        }
        return gate.turnsAway(clock.nanos()) ? answers.haltedRefusal() : null;
    }

    private void turnAway(Refusal refusal) {
        completions.complete(queue.takeAll(), entry -> entry.notSent(refusal.code(), refusal.reason()));
        intake.refuseAll(refusal);
    }

    /** One pending alarm: for the slot or for the first message to expire, whichever is earlier. */
    private void setAlarm(SendPolicy.Decision decision, long now) {
        long wake = queue.noneExpiresBefore();
        if (decision instanceof SendPolicy.Decision.WaitUntil wait) {
            wake = Math.min(wake, wait.time());
        }
        if (alarm != null && alarmAt == wake) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        if (wake != Long.MAX_VALUE) {
            alarmAt = wake;
            alarm = clock.schedule(Math.max(0, wake - now), () -> loop.execute(() -> {
                if (alarmAt <= clock.nanos()) {
                    alarm = null;
                }
                step();
            }));
        }
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }
}
