package io.github.camelsms.dispatch;

import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SendAnswer;
import io.github.camelsms.model.SmsMessage;

/**
 * Carries one request to the service. Returns at once; the answer is handed over from any thread, once.
 */
@FunctionalInterface
public interface BatchSender {

    /**
     * Starts one request.
     *
     * @param  batch            1 or more messages, no two with the same correlation id
     * @param  answer           takes the request's fate; a second call is ignored
     * @throws RuntimeException only if nothing was sent
     */
    void send(List<SmsMessage> batch, Consumer<SendAnswer> answer);
}
