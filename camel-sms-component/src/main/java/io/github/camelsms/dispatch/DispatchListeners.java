package io.github.camelsms.dispatch;

import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.model.SmsSendResult;

/**
 * The listeners of an account. Each hears of everything, whatever the others throw; what one throws is told to all as
 * an internal error. Thread-safe if the listeners are.
 */
public final class DispatchListeners {

    private final DispatchListener[] listeners;

    private DispatchListeners(List<DispatchListener> listeners) {
        this.listeners = listeners.toArray(DispatchListener[]::new);
    }

    public static DispatchListeners of(DispatchListener... listeners) {
        return new DispatchListeners(List.of(listeners));
    }

    /** See {@link DispatchListener#messageCompleted}. The only event of each message, so it allocates nothing. */
    public void messageCompleted(SmsSendResult result, long nanos) {
        for (DispatchListener listener : listeners) {
            try {
                listener.messageCompleted(result, nanos);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    void tell(Consumer<DispatchListener> event) {
        for (DispatchListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** Tells of a defect, or of what a listener threw. */
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
