package io.github.camelsms.store;

/**
 * Notification about an account from one node to the others, so that they do not wait for their next poll. Hints may be
 * lost, repeated or unfounded.
 */
public enum SmsHint {

    /** Messages are waiting that the owner can send. */
    WAITING,

    /** Messages are waiting that the owner can send, and a caller on this node waits for their outcomes. */
    AWAITED,

    /** Messages have received their outcomes. */
    SETTLED;

    /** Listener for hints. Called on a thread of the store; must return immediately. */
    @FunctionalInterface
    public interface Listener {

        void hinted(String account, SmsHint hint);
    }
}
