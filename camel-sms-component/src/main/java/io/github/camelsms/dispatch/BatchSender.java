package io.github.camelsms.dispatch;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;

/**
 * Carries one request to the service. Returns at once; the response is handed over from any thread, once.
 */
@FunctionalInterface
public interface BatchSender {

    /**
     * Starts one request.
     *
     * @param  batch            1 or more messages, no two with the same correlation id
     * @param  answer           takes the request's fate; a second call is ignored, as is one after the engine has
     *                          waited for longer than {@link DispatchSettings#responseTimeoutNanos()}
     * @throws RuntimeException or an error, only if nothing was sent
     */
    void send(List<SmsMessage> batch, Consumer<SendResponse> response);

    /**
     * Starts one request, like {@link #send(List, Consumer)}: what the engine calls, for a sender that wants to know
     * whose messages they are.
     *
     * @param origins gives the sinks of the inputs that the messages come from, each once, in the messages' order;
     *                callable from any thread
     */
    default void send(List<SmsMessage> batch, Supplier<Set<ResultSink>> origins, Consumer<SendResponse> response) {
        send(batch, response);
    }
}
