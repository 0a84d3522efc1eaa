package io.github.camelsms.benchmarks.peers;

import io.github.camelsms.model.SmsMessage;

/**
 * Sender of single messages that reports the result of each.
 */
public interface Sender extends AutoCloseable {

    /** Returns the name of its row. */
    String name();

    /**
     * Submits a message. May block.
     *
     * @param confirmation receives the result of the message once, on any thread, possibly before this method returns
     */
    void send(SmsMessage message, Confirmation confirmation) throws Exception;

    @Override
    void close() throws Exception;

    /** Receiver of the result of a message. */
    @FunctionalInterface
    interface Confirmation {

        /**
         * Called when the message has its result. Does not block.
         *
         * @param accepted whether the response has the result OK for it
         */
        void confirmed(boolean accepted);
    }
}
