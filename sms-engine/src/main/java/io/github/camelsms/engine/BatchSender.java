package io.github.camelsms.engine;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;

/**
 * Asynchronous sender of requests to the service.
 */
@FunctionalInterface
public interface BatchSender {

    /** Receiver of the events of a request. */
    @FunctionalInterface
    interface Receiver extends Consumer<SendResponse> {

        /** Called immediately before the first byte is sent, on any thread; at the latest before the response. */
        default void departs() {
        }
    }

    /** Withdrawal of a request before its first byte departs. */
    @FunctionalInterface
    interface Withdrawal {

        /** Withdrawal of a request that may have been sent. */
        Withdrawal IMPOSSIBLE = () -> false;

        /**
         * Withdraws the request, on any thread.
         *
         * @return whether no byte of it was or will be sent; it has no response then
         */
        boolean withdraw();
    }

    /**
     * Starts a request and returns immediately.
     *
     * @param  batch            1 or more messages, with different correlation ids
     * @param  origins          supplies the sinks of the messages' inputs, without duplicates, in the messages' order;
     *                          may be called on any thread
     * @param  receiver         receives the response, on any thread; further calls and calls after
     *                          {@link EngineSettings#responseTimeoutNanos()} are ignored
     * @return                  withdraws the request until its first byte departs
     * @throws RuntimeException only if nothing was sent and retries would fail, because the component is stopping
     * @throws Error            only if nothing was sent; the request is retried
     */
    Withdrawal send(List<SmsMessage> batch, Supplier<Set<ResultSink>> origins, Receiver receiver);
}
