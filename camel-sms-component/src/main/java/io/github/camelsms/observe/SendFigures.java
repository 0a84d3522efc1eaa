package io.github.camelsms.observe;

import java.time.Duration;

import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.EngineState;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of an account's sending.
 *
 * @param sending          whether it sends, and if not, why
 * @param trouble          why messages are not being sent, for operators, or null if they are
 * @param pending          messages in the queue, within its capacity; 0 or more
 * @param heldBack         messages beyond that capacity, and inputs that wait to be read further
 * @param bound            capacity of the queue
 * @param requestsInFlight requests without a response
 * @param oldest           age of the oldest message in the queue; zero if the queue is empty
 * @param slotOpensIn      time until a request may depart, zero if it may now; null if it depends on the next response
 * @param interval         interval between requests that the account's limit requires
 * @param usualGap         recent time between two requests while messages wait
 * @param batchSize        maximum number of messages in a request
 */
public record SendFigures(Sending sending, @Nullable String trouble, int pending, int heldBack, int bound,
        int requestsInFlight, Duration oldest, @Nullable Duration slotOpensIn, Duration interval, Duration usualGap,
        int batchSize) {

    /** Time of throttled requests and backoff from which it is not a matter of pace. */
    static final Duration LONG_BACKOFF = Duration.ofSeconds(30);

    /** State of an account without <code>sms:send</code>. */
    public static final String UNUSED = "UNUSED";

    /** State of an account's sending. */
    public enum Sending {
        /** Messages are sent. */
        RUNNING,
        /** Sending was suspended; messages wait. */
        SUSPENDED,
        /** The service has throttled all requests for 30 seconds or longer; messages wait. */
        THROTTLED,
        /** The service rejected the credentials; messages are NOT_SENT. */
        HALTED,
        /** The service cannot be reached or gives no usable responses; messages wait and are retried automatically. */
        TROUBLED
    }

    /**
     * @param now current time of the state's clock, in nanoseconds
     */
    public static SendFigures of(EngineState state, EngineSettings settings, long now) {
        Long oldest = state.oldestTakenAt();
        Long slot = state.slotOpensAt();
        return new SendFigures(
                sending(state), state.trouble(), state.pendingMessages(), state.heldBack(), settings.maxPendingMessages(),
                state.requestsInFlight(), oldest == null ? Duration.ZERO : nanos(now - oldest),
                slot == null ? null : nanos(slot - now), Duration.ofNanos(settings.intervalNanos()),
                Duration.ofNanos(state.usualGapNanos()), settings.batchSize());
    }

    /** Returns the figures of an account that has nothing to send and uses the rate that its limit allows. */
    public static SendFigures idle(EngineSettings settings) {
        Duration interval = Duration.ofNanos(settings.intervalNanos());
        return new SendFigures(
                Sending.RUNNING, null, 0, 0, settings.maxPendingMessages(), 0, Duration.ZERO, Duration.ZERO, interval,
                interval, settings.batchSize());
    }

    /**
     * Returns these figures with the state {@link Sending#THROTTLED} if it applies.
     *
     * @param time for how long all requests have been throttled
     */
    public SendFigures throttled(Duration time) {
        boolean isIdle = waiting() == 0 && requestsInFlight == 0 && Duration.ZERO.equals(slotOpensIn);
        if (sending != Sending.RUNNING || isIdle || time.compareTo(LONG_BACKOFF) < 0) {
            return this;
        }
        return new SendFigures(
                Sending.THROTTLED, "the service has throttled all requests for " + time.toSeconds()
                                   + " s; another sender probably uses this account",
                pending, heldBack, bound, requestsInFlight, oldest, slotOpensIn, interval, usualGap, batchSize);
    }

    /** Returns the state as one word; {@link #UNUSED} for null. */
    public static String sending(@Nullable SendFigures figures) {
        return figures == null ? UNUSED : figures.sending().name();
    }

    /** Returns the number of waiting messages, including those beyond the capacity. */
    public int waiting() {
        return pending + heldBack;
    }

    /** Returns the messages per second that the account's limit allows. */
    double messagesPerSecondAllowed() {
        return batchSize / seconds(interval);
    }

    /** Returns the messages per second at the recent pace, if requests are full. */
    double messagesPerSecondPossible() {
        return batchSize / seconds(usualGap);
    }

    /**
     * Returns the estimated time to drain the queue at the recent pace, if requests are full. An input that waits to be
     * read further counts as one message, because its length is unknown.
     */
    public Duration timeToDrain() {
        return timeToDrain(waiting());
    }

    /**
     * Returns the estimated time to send this number of messages at the recent pace, if requests are full; zero for 0.
     */
    public Duration timeToDrain(long messages) {
        if (messages == 0) {
            return Duration.ZERO;
        }
        long requests = requests(messages);
        Duration first = slotOpensIn == null ? usualGap : slotOpensIn;
        return first.plus(usualGap.multipliedBy(requests - 1));
    }

    /** Returns the number of requests for this number of messages, if they are full. */
    public long requests(long messages) {
        return (messages + batchSize - 1) / batchSize;
    }

    private static Sending sending(EngineState state) {
        if (state.suspended()) {
            return Sending.SUSPENDED;
        }
        if (state.credentialsRejected()) {
            return Sending.HALTED;
        }
        return state.trouble() == null ? Sending.RUNNING : Sending.TROUBLED;
    }

    private static Duration nanos(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
