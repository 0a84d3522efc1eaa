package io.github.camelsms.dispatch;

import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;

/**
 * Several listeners as one. Each hears of everything, whatever the others throw.
 */
public final class DispatchListeners implements DispatchListener {

    private final List<DispatchListener> listeners;

    public DispatchListeners(List<? extends DispatchListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        tell(it -> it.requestCompleted(messages, response, roundTripNanos));
    }

    @Override
    public void messageCompleted(SmsSendResult result, long nanos) {
        tell(it -> it.messageCompleted(result, nanos));
    }

    @Override
    public void throttled(String reason, long pauseNanos) {
        tell(it -> it.throttled(reason, pauseNanos));
    }

    @Override
    public void unreachable(String reason, int attempts, long delayNanos) {
        tell(it -> it.unreachable(reason, attempts, delayNanos));
    }

    @Override
    public void halted(int code, String reason, long probeDelayNanos) {
        tell(it -> it.halted(code, reason, probeDelayNanos));
    }

    @Override
    public void unanswered(String reason, int requests, long delayNanos) {
        tell(it -> it.unanswered(reason, requests, delayNanos));
    }

    @Override
    public void recovered() {
        tell(DispatchListener::recovered);
    }

    @Override
    public void unknown(List<SmsSendResult> results) {
        tell(it -> it.unknown(results));
    }

    @Override
    public void internalError(Throwable error) {
        tell(it -> it.internalError(error));
    }

    private void tell(Consumer<DispatchListener> event) {
        Throwable failure = null;
        for (DispatchListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                failure = e;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
        }
    }
}
