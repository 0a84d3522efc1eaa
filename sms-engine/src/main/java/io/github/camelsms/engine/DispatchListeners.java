package io.github.camelsms.engine;

import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SmsSendResult;

/**
 * Listeners of an account. An exception of one listener does not affect the others and is reported to all as an
 * internal error. Thread-safe if the listeners are.
 */
public final class DispatchListeners {

    private final DispatchListener[] listeners;

    private DispatchListeners(List<DispatchListener> listeners) {
        this.listeners = listeners.toArray(DispatchListener[]::new);
    }

    public static DispatchListeners of(DispatchListener... listeners) {
        return new DispatchListeners(List.of(listeners));
    }

    /**
     * Publishes {@link DispatchListener#messageCompleted} without allocation, because it is called for each message.
     */
    public void messageCompleted(SmsSendResult result, long nanos) {
        for (DispatchListener listener : listeners) {
            try {
                listener.messageCompleted(result, nanos);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    void publish(Consumer<DispatchListener> event) {
        for (DispatchListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** Publishes a defect or an exception of a listener. */
    void failed(Throwable error) {
        for (DispatchListener listener : listeners) {
            try {
                listener.internalError(error);
            } catch (Throwable e) {
                if (e != error) {
                    error.addSuppressed(e);
                }
            }
        }
    }
}
