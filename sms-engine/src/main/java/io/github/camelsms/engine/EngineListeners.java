package io.github.camelsms.engine;

import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SmsSendResult;

/**
 * Listeners of an account. An exception of one listener does not affect the others and is reported to all as an
 * internal error. Thread-safe if the listeners are.
 */
public final class EngineListeners {

    private final EngineListener[] listeners;

    private EngineListeners(List<EngineListener> listeners) {
        this.listeners = listeners.toArray(EngineListener[]::new);
    }

    public static EngineListeners of(EngineListener... listeners) {
        return new EngineListeners(List.of(listeners));
    }

    /**
     * Publishes {@link EngineListener#messageCompleted} without allocation, because it is called for each message.
     */
    public void messageCompleted(SmsSendResult result, long nanos) {
        for (EngineListener listener : listeners) {
            try {
                listener.messageCompleted(result, nanos);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    public void publish(Consumer<EngineListener> event) {
        for (EngineListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** Publishes a defect or an exception of a listener. */
    void failed(Throwable error) {
        for (EngineListener listener : listeners) {
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
