package io.github.camelsms.observe;

import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;

import org.apache.camel.CamelContext;

/**
 * Metrics of an account in its context's Micrometer registry, if there is one. The meters can be removed and registered
 * again. Thread-safe.
 */
public final class AccountMetrics implements EngineListener {

    private final CamelContext context;
    private final ObservedAccount account;
    private volatile Recorder current = Recorder.NONE;
    private boolean isOpen;

    /** Listener that records metrics until it is closed. */
    interface Recorder extends EngineListener {

        /** Recorder without a registry, which records nothing. */
        Recorder NONE = () -> {
        };

        /** Removes the registered meters. Later events are ignored. */
        void close();
    }

    public AccountMetrics(CamelContext context, ObservedAccount account) {
        this.context = context;
        this.account = account;
    }

    /** Registers the meters, unless they are registered. */
    public synchronized void open() {
        if (!isOpen) {
            current = OptionalLibrary.isPresent("io.micrometer.core.instrument.MeterRegistry")
                    ? MicrometerMetrics.of(context, account) : Recorder.NONE;
            isOpen = true;
        }
    }

    /** Removes the meters, if they are registered. Events are ignored until they are registered again. */
    public synchronized void close() {
        if (isOpen) {
            // Meters are removed by name and tags, which another account may use afterwards.
            isOpen = false;
            current.close();
            current = Recorder.NONE;
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
