package io.github.camelsms.benchmarks.peers;

import io.github.camelsms.model.SmsMessage;

/**
 * A way to send single messages of which each is told its own result.
 */
public interface Sender extends AutoCloseable {

    /** Name of its row. */
    String name();

    /**
     * Hands over one message. May hold its caller back.
     *
     * @param confirmation is told the message's own result, once, by any thread, perhaps before this method returns
     */
    void send(SmsMessage message, Confirmation confirmation) throws Exception;

    @Override
    void close() throws Exception;

    /** Takes the result of one message; returns at once. */
    @FunctionalInterface
    interface Confirmation {

        /**
         * The message came to its end.
         *
         * @param accepted whether the response has an item for it that says OK
         */
        void confirmed(boolean accepted);
    }
}
