package io.github.camelsms.dispatch;

import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Takes the results of one input: each exactly once, then the end exactly once.
 */
public interface ResultSink {

    /**
     * The result of one element. Called by the account's loop, one call at a time; returns at once and does not throw.
     *
     * @param index position of the element in its input, from 0
     */
    void result(long index, SmsSendResult result);

    /**
     * Every element that was read has its result. Called last, on a completer's thread.
     *
     * @param unread why the rest of the input was not read, or null if it was read to its end
     */
    void completed(@Nullable ReadFailure unread);
}
