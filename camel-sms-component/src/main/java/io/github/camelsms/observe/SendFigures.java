package io.github.camelsms.observe;

import java.time.Duration;

import io.github.camelsms.dispatch.DispatchSettings;
import io.github.camelsms.dispatch.DispatcherState;
import org.jspecify.annotations.Nullable;

/**
 * What an account's sending looks like at one moment.
 *
 * @param sending          whether it sends, and if not, why
 * @param trouble          the reason of its trouble, for a person, or null when all is well
 * @param pending          messages in the queue, within its bound; 0 or more
 * @param heldBack         single messages beyond that bound, and inputs that wait to be read on
 * @param bound            messages that the queue is to hold
 * @param requestsInFlight requests without a response yet
 * @param oldest           how long the message that has waited longest has been waiting; zero if none waits
 * @param slotOpensIn      how long until a request may leave, zero if one may now; null while a response has to come
 *                         first
 * @param interval         the interval of the account's limit
 * @param usualGap         how far apart requests leave, lately, while messages wait: what was learned of the network
 * @param batchSize        most messages in a request
 */
public record SendFigures(Sending sending, @Nullable String trouble, int pending, int heldBack, int bound,
        int requestsInFlight, Duration oldest, @Nullable Duration slotOpensIn, Duration interval, Duration usualGap,
        int batchSize) {

    /** The word for an account that no <code>sms:send</code> uses. */
    public static final String UNUSED = "UNUSED";

    /** Whether an account sends. */
    public enum Sending {
        /** It sends what comes. */
        RUNNING,
        /** Somebody suspended it; messages wait. */
        SUSPENDED,
        /** The service refused its credentials; messages come back. */
        HALTED,
        /** The service cannot be reached or gives no usable responses; messages wait, and it tries again by itself. */
        TROUBLED
    }

    /**
     * @param now of the clock that the state's times are of, in nanoseconds
     */
    public static SendFigures of(DispatcherState state, DispatchSettings settings, long now) {
        Long oldest = state.oldestTakenAt();
        Long slot = state.slotOpensAt();
        return new SendFigures(
                sending(state), state.trouble(), state.pendingMessages(), state.heldBack(), settings.maxPendingMessages(),
                state.requestsInFlight(), oldest == null ? Duration.ZERO : nanos(now - oldest),
                slot == null ? null : nanos(slot - now), Duration.ofNanos(settings.intervalNanos()),
                Duration.ofNanos(state.usualGapNanos()), settings.batchSize());
    }

    /** Whether an account sends, as one word; {@link #UNUSED} if it has no figures. */
    public static String sending(@Nullable SendFigures figures) {
        return figures == null ? UNUSED : figures.sending().name();
    }

    /** Messages that wait, those beyond the bound included. */
    public int waiting() {
        return pending + heldBack;
    }

    /** Messages a second that the account's limit allows. */
    public double messagesPerSecondAllowed() {
        return batchSize / seconds(interval);
    }

    /** Messages a second at the pace of late, if requests are full. */
    public double messagesPerSecondPossible() {
        return batchSize / seconds(usualGap);
    }

    /**
     * How long until what waits is sent, if requests leave full and at the pace of late. An input that waits to be read
     * on counts as one message, as nobody knows how long it is.
     */
    public Duration timeToDrain() {
        if (waiting() == 0) {
            return Duration.ZERO;
        }
        long requests = ((long) waiting() + batchSize - 1) / batchSize;
        Duration first = slotOpensIn == null ? usualGap : slotOpensIn;
        return first.plus(usualGap.multipliedBy(requests - 1));
    }

    private static Sending sending(DispatcherState state) {
        if (state.suspended()) {
            return Sending.SUSPENDED;
        }
        if (state.credentialsRefused()) {
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
