package io.github.camelsms.observe;

import org.apache.camel.CamelContext;

/**
 * Factory of an account's metrics. Classes that use Micrometer are loaded only if it is on the classpath.
 */
public final class Metrics {

    private static final AccountMetrics NONE = () -> {
    };
    private static final boolean HAS_MICROMETER = isPresent("io.micrometer.core.instrument.MeterRegistry");

    private Metrics() {
    }

    /**
     * Returns metrics in the context's Micrometer registry, or metrics that record nothing if there is none.
     */
    public static AccountMetrics of(CamelContext context, ObservedAccount account) {
        return HAS_MICROMETER ? MicrometerMetrics.of(context, account, NONE) : NONE;
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, Metrics.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
