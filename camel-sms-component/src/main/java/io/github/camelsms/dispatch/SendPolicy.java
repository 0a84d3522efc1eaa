package io.github.camelsms.dispatch;

import io.github.camelsms.dispatch.pacing.Pacer;

/**
 * Decision of the engine's next action: send, wait until a time, or wait for an event. Stateless.
 */
final class SendPolicy {

    /** Next action. */
    sealed interface Decision {

        /** Send a request with at most this number of messages. */
        record Send(int messages) implements Decision {
        }

        /** Wait until this time, in the clock's nanoseconds. */
        record WaitUntil(long time) implements Decision {
        }

        /** Wait for a message or a response. */
        record Idle() implements Decision {
        }
    }

    static final Decision IDLE = new Decision.Idle();

    private SendPolicy() {
    }

    /**
     * Returns the next action. In an open slot, pending messages are sent immediately, however few; otherwise they
     * accumulate until the slot opens.
     */
    static Decision decide(
            DispatchSettings settings, Pacer pacer, CircuitBreaker circuitBreaker, int pending, int inFlight, long now) {
        if (pending == 0 || inFlight >= settings.maxInFlight() || isProbeInFlight(circuitBreaker, inFlight)) {
            return IDLE;
        }
        long slot = pacer.notBefore();
        if (slot == Pacer.NEVER) {
            return IDLE;
        }
        long open = Math.max(slot, circuitBreaker.notBefore());
        return open <= now
                ? new Decision.Send(circuitBreaker.risksOneMessage() ? 1 : Math.min(pending, settings.batchSize()))
                : new Decision.WaitUntil(open);
    }

    /** While the circuit is open, one request at a time is sent as a probe. */
    private static boolean isProbeInFlight(CircuitBreaker circuitBreaker, int inFlight) {
        return circuitBreaker.trouble() != null && inFlight > 0;
    }
}
