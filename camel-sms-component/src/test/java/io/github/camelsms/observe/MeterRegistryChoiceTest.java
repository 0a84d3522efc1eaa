package io.github.camelsms.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which of the application's registries is used for the meters of an account.
 */
class MeterRegistryChoiceTest {

    private final CamelContext context = new DefaultCamelContext();
    private final MeterRegistry one = new SimpleMeterRegistry();
    private final MeterRegistry other = new SimpleMeterRegistry();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void of_noRegistry_recordsNothing() {
        AccountMetrics metrics = measure();
        assertThat(MicrometerMetrics.of(context, new ObservedAccountFake())).isNotInstanceOf(AccountMeters.class);
        assertThat(io.micrometer.core.instrument.Metrics.globalRegistry.getMeters()).isEmpty();
        metrics.close();
        assertThat(context.getRegistry().findByType(MeterRegistry.class)).isEmpty();
    }

    @Test
    void of_oneRegistry_usesIt() {
        context.getRegistry().bind("any", one);
        measure();
        assertThat(one.getMeters()).isNotEmpty();
    }

    @Test
    void of_severalAndOneHasTheCamelName_usesIt() {
        context.getRegistry().bind("any", one);
        context.getRegistry().bind("metricsRegistry", other);
        measure();
        assertThat(one.getMeters()).isEmpty();
        assertThat(other.getMeters()).isNotEmpty();
    }

    @Test
    void of_severalAndACompositeOfThem_usesTheComposite() {
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(one);
        context.getRegistry().bind("any", one);
        context.getRegistry().bind("other", other);
        context.getRegistry().bind("all", composite);
        measure();
        assertThat(composite.getMeters()).isNotEmpty();
        assertThat(one.getMeters()).isNotEmpty();
        assertThat(other.getMeters()).isEmpty();
    }

    @Test
    void of_registryRefusesAMeter_recordsNothingAndLeavesNoMeter() {
        one.config().onMeterAdded(meter -> {
            if (meter.getId().getName().equals("camel.sms.messages.pending")) {
                throw new IllegalArgumentException("another meter has this name");
            }
        });
        context.getRegistry().bind("any", one);
        measure().close();
        // The registry added this one before it refused it.
        assertThat(one.getMeters()).extracting(meter -> meter.getId().getName()).isSubsetOf("camel.sms.messages.pending");
    }

    @Test
    void close_registryRefusesToRemoveAMeter_removesTheOthers() {
        context.getRegistry().bind("any", one);
        AccountMetrics metrics = measure();
        one.config().onMeterRemoved(meter -> {
            throw new IllegalStateException("a defect of the registry");
        });
        metrics.close();
        assertThat(one.getMeters()).extracting(meter -> meter.getId().getName())
                .doesNotContain("camel.sms.messages", "camel.sms.requests", "camel.sms.messages.pending");
    }

    @Test
    void of_severalWithoutAPrimary_usesNone() {
        context.getRegistry().bind("any", one);
        context.getRegistry().bind("other", other);
        measure();
        assertThat(one.getMeters()).isEmpty();
        assertThat(other.getMeters()).isEmpty();
    }

    private AccountMetrics measure() {
        AccountMetrics metrics = new AccountMetrics(context, new ObservedAccountFake());
        metrics.open();
        return metrics;
    }
}
