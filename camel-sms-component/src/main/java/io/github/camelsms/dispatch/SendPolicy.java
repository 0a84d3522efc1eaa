package io.github.camelsms.dispatch;

import io.github.camelsms.dispatch.pacing.Pacer;

/**
 * Decides what an account does now: send, wait for a time, or wait for something to happen. Pure.
 */
final class SendPolicy {

    /** What to do now. */
    sealed interface Decision {

        /** Send a request with this many messages at most. */
        record Send(int messages) implements Decision {
        }

        /** Nothing to do before this time, in the clock's nanoseconds. */
        record WaitUntil(long time) implements Decision {
        }

        /** Nothing to do before a message or a response comes. */
        record Idle() implements Decision {
        }
    }

    static final Decision IDLE = new Decision.Idle();

    private SendPolicy() {
    }

    /**
     * If the slot is open, what is there is sent at once, however little; if not, messages gather until it opens.
     */
    static Decision decide(DispatchSettings settings, Pacer pacer, CircuitBreaker gate, int pending, int inFlight, long now) {
        if (pending == 0 || inFlight >= settings.maxInFlight() || probeIsOut(gate, inFlight)) {
            return IDLE;
        }
        long slot = pacer.notBefore();
        if (slot == Pacer.NEVER) {
            return IDLE;
        }
        long open = Math.max(slot, gate.notBefore());
        return open <= now
                ? new Decision.Send(gate.risksOneMessage() ? 1 : Math.min(pending, settings.batchSize()))
                : new Decision.WaitUntil(open);
    }

    /** While credentials or connection are in doubt, one request at a time finds out. */
    private static boolean probeIsOut(CircuitBreaker gate, int inFlight) {
        return gate.trouble() != null && inFlight > 0;
    }
}
