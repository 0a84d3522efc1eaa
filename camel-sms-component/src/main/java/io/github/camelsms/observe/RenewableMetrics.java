package io.github.camelsms.observe;

import java.util.function.Supplier;

import io.github.camelsms.dispatch.DispatchListener;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;

/**
 * Metrics of an account whose meters can be removed and registered again. Thread-safe.
 */
public final class RenewableMetrics implements DispatchListener {

    private final Supplier<AccountMetrics> factory;
    private volatile AccountMetrics current = AccountMetrics.NONE;
    private boolean isOpen;

    /**
     * @param factory registers the meters
     */
    public RenewableMetrics(Supplier<AccountMetrics> factory) {
        this.factory = factory;
    }

    /** Registers the meters, unless they are registered. */
    public synchronized void open() {
        if (!isOpen) {
            current = factory.get();
            isOpen = true;
        }
    }

    /** Removes the meters, if they are registered. Events are ignored until they are registered again. */
    public synchronized void close() {
        if (isOpen) {
            // Meters are removed by name and tags, which another account may use afterwards.
            isOpen = false;
            current.close();
            current = AccountMetrics.NONE;
        }
    }

    @Override
    public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
        current.requestCompleted(messages, response, roundTripNanos);
    }

    @Override
    public void messageCompleted(SmsSendResult result, long nanos) {
        current.messageCompleted(result, nanos);
    }
}
