package io.github.camelsms.engine;

import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of the results of one input: each result exactly once, then the end exactly once.
 */
public interface ResultSink {

    /**
     * Receives the result of one element. Called by the account's loop, one call at a time. Must return immediately.
     *
     * @param index position of the element in its input, from 0
     */
    void result(long index, SmsSendResult result);

    /**
     * Called when an element was committed to the message store, or was found there, before its result. With
     * {@link SubmitOptions#isCompleteWhenStored()} it replaces the result. Called like {@link #result}.
     *
     * @param correlationId its id
     * @param isDuplicate   whether it was stored before
     */
    default void stored(long index, String correlationId, boolean isDuplicate) {
    }

    /**
     * Called last, on a thread of the completion pool, when every element that was read has its result.
     *
     * @param unread why the rest of the input was not read, or null if it was read to its end
     */
    void completed(@Nullable ReadFailure unread);
}
