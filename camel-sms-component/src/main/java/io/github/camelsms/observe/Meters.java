package io.github.camelsms.observe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;

/**
 * Registered meters of one account, which share its tags and are removed together. Counters and gauges read the account
 * on demand.
 */
final class Meters {

    private static final String PREFIX = "camel.sms.";

    private final MeterRegistry registry;
    private final ObservedAccount account;
    private final Tags tags;
    private final List<Meter> registered = new ArrayList<>();

    Meters(MeterRegistry registry, String camelContext, ObservedAccount account) {
        this.registry = registry;
        this.account = account;
        this.tags = Tags.of("camelContext", camelContext, "component", account.component(), "account", account.label());
    }

    void counter(String name, String description, ToDoubleFunction<ObservedAccount> count, Tag... more) {
        add(FunctionCounter.builder(PREFIX + name, account, count).description(description).tags(with(more))
                .register(registry));
    }

    void gauge(String name, String description, ToDoubleFunction<ObservedAccount> value, Tag... more) {
        add(Gauge.builder(PREFIX + name, account, value).description(description).tags(with(more)).register(registry));
    }

    void seconds(String name, String description, ToDoubleFunction<ObservedAccount> value) {
        add(TimeGauge.builder(PREFIX + name, account, TimeUnit.SECONDS, value).description(description).tags(tags)
                .register(registry));
    }

    Timer timer(String name, String description, Duration[] buckets, Tag... more) {
        return add(Timer.builder(PREFIX + name).description(description).tags(with(more)).serviceLevelObjectives(buckets)
                .register(registry));
    }

    DistributionSummary summary(String name, String description, double[] buckets) {
        return add(DistributionSummary.builder(PREFIX + name).description(description).tags(tags)
                .serviceLevelObjectives(buckets).register(registry));
    }

    void removeAll() {
        for (Meter meter : registered) {
            try {
                registry.remove(meter);
            } catch (RuntimeException | LinkageError e) {
                // A registry of the application must not keep an account from ending.
                continue;
            }
        }
    }

    private Tags with(Tag... more) {
        return tags.and(more);
    }

    private <T extends Meter> T add(T meter) {
        registered.add(meter);
        return meter;
    }
}
