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
        // Micrometer is optional: without it, the classes that use it must not be loaded.
        return hasMicrometer() ? MicrometerMetrics.of(context, account) : NONE;
    }

    private static boolean hasMicrometer() {
        try {
            Class.forName("io.micrometer.core.instrument.MeterRegistry", false, AccountMetrics.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Removes the registered meters. Later events are ignored. */
    void close();
}
