package io.github.camelsms.observe;

import org.apache.camel.CamelContext;

/**
 * Gives an account its meters. Refers to what touches Micrometer only if Micrometer is there, so that the component
 * runs without it.
 */
public final class Metrics {

    private static final AccountMetrics NONE = () -> {
    };
    private static final boolean HAS_MICROMETER = isThere("io.micrometer.core.instrument.MeterRegistry");

    private Metrics() {
    }

    /**
     * Meters of the account in the context's Micrometer registry; if there is none, something that measures nothing.
     */
    public static AccountMetrics of(CamelContext context, ObservedAccount account) {
        return HAS_MICROMETER ? MicrometerMetrics.of(context, account, NONE) : NONE;
    }

    private static boolean isThere(String className) {
        try {
            Class.forName(className, false, Metrics.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
