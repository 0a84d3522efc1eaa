package io.github.camelsms.store;

/**
 * What a node tells the other nodes about an account, so that they need not wait for their next poll. A hint may be
 * missing or repeated, and may come without a reason.
 */
public enum SmsHint {

    /** Messages wait that the owner can send. */
    WAITING,

    /** Messages wait that the owner can send, and a caller on this node waits for their outcomes. */
    AWAITED,

    /** Messages have come to their outcomes. */
    SETTLED;

    /** Receiver of hints. Called on a thread of the store; must return immediately. */
    @FunctionalInterface
    public interface Listener {

        void hinted(String account, SmsHint hint);
    }
}
