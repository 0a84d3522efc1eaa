package io.github.camelsms.send;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsSendResult;

/**
 * Completion of an exchange whose producer has not started: nothing is sent.
 */
final class UnstartedSend {

    private UnstartedSend() {
    }

    /** Completes a sink. An input that is not in memory is not read, so that it can be sent later. */
    static void refuse(MessageSource messages, String reason, ResultSink sink) {
        if (!messages.isFinite()) {
            sink.completed(new ReadFailure(reason, null));
            return;
        }
        ReadFailure unread = null;
        try {
            long index = 0;
            for (CheckedMessage next = messages.next(); next != null; next = messages.next()) {
                sink.result(index++, result(next, reason));
            }
        } catch (RuntimeException e) {
            unread = new ReadFailure(reason, e);
        }
        sink.completed(unread);
    }

    private static SmsSendResult result(CheckedMessage message, String reason) {
        return message instanceof CheckedMessage.Valid valid
                ? SmsSendResult.notSent(null, reason, valid.message().correlationId())
                : ((CheckedMessage.Rejected) message).result();
    }
}
