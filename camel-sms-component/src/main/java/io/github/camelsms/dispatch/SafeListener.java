package io.github.camelsms.dispatch;

import java.util.function.Consumer;

import io.github.camelsms.model.SmsSendResult;

/**
 * Tells a listener and survives what it throws.
 */
final class SafeListener {

    private final DispatchListener listener;

    SafeListener(DispatchListener listener) {
        this.listener = listener;
    }

    void tell(Consumer<DispatchListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** The one event of each message, so without a detour. */
    void messageCompleted(SmsSendResult result, long nanos) {
        try {
            listener.messageCompleted(result, nanos);
        } catch (Throwable e) {
            failed(e);
        }
    }

    void failed(Throwable error) {
        try {
            listener.internalError(error);
        } catch (Throwable e) {
            if (e != error) {
                error.addSuppressed(e);
            }
        }
    }
}
