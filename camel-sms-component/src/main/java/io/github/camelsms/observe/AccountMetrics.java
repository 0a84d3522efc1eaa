package io.github.camelsms.observe;

import io.github.camelsms.dispatch.DispatchListener;

import org.apache.camel.CamelContext;

/**
 * Listener that records the metrics of an account until it is closed.
 */
public interface AccountMetrics extends DispatchListener {

    /** Metrics without a registry, which record nothing. */
    AccountMetrics NONE = () -> {
    };

    /**
     * Returns metrics in the context's Micrometer registry, or {@link #NONE} if there is none.
     */
    static AccountMetrics of(CamelContext context, ObservedAccount account) {
        return OptionalLibrary.isPresent("io.micrometer.core.instrument.MeterRegistry")
                ? MicrometerMetrics.of(context, account) : NONE;
    }

    /** Removes the registered meters. Later events are ignored. */
    void close();
}
