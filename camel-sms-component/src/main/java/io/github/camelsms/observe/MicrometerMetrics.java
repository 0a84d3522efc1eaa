package io.github.camelsms.observe;

import java.util.Set;

import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SafeText;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;

/**
 * Lookup of a Camel context's Micrometer registry, as in camel-micrometer: by Camel's name for it, or the only one.
 */
final class MicrometerMetrics {

    private static final SafeLogger LOG = SafeLogger.of(MicrometerMetrics.class);
    /** Name under which Camel's components share their registry. */
    private static final String CAMELS_NAME = "metricsRegistry";

    private MicrometerMetrics() {
    }

    static AccountMetrics.Recorder of(CamelContext context, ObservedAccount account) {
        MeterRegistry registry = find(context, CompositeMeterRegistry.class);
        if (registry == null) {
            registry = find(context, MeterRegistry.class);
        }
        if (registry == null) {
            warnIfThereAreSeveral(context, account);
            return AccountMetrics.Recorder.NONE;
        }
        Meters meters = new Meters(registry, context.getName(), account);
        try {
            return new AccountMeters(meters, account);
        } catch (RuntimeException | LinkageError e) {
            meters.removeAll();
            LOG.warn(
                    "SMS account {}: no metrics are recorded, because the Micrometer registry refused a meter: {}. Messages are not affected. Check whether the application has meters of its own whose names begin with camel.sms",
                    account.label(), SafeText.of(e));
            return AccountMetrics.Recorder.NONE;
        }
    }

    private static <T extends MeterRegistry> @Nullable T find(CamelContext context, Class<T> type) {
        T named = context.getRegistry().lookupByNameAndType(CAMELS_NAME, type);
        if (named != null) {
            return named;
        }
        Set<T> all = context.getRegistry().findByType(type);
        return all.size() == 1 ? all.iterator().next() : null;
    }

    private static void warnIfThereAreSeveral(CamelContext context, ObservedAccount account) {
        int found = context.getRegistry().findByType(MeterRegistry.class).size();
        if (found > 0) {
            LOG.warn(
                    "SMS account {}: no metrics are recorded, because there are {} Micrometer registries to choose from. Bind the one to use as {}",
                    account.label(), found, CAMELS_NAME);
        }
    }
}
