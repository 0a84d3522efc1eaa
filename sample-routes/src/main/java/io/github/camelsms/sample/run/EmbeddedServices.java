package io.github.camelsms.sample.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;
import org.jspecify.annotations.Nullable;

/**
 * Embedded simulator, started if it is configured, and embedded broker, started if no broker address is configured.
 */
final class EmbeddedServices implements AutoCloseable {

    /** Default user name and password of the simulator. */
    private static final String DEMO_ACCOUNT = "demo";

    private final boolean demo;
    private @Nullable SmsSimulator simulator;
    private @Nullable EmbeddedBroker broker;

    /**
     * @param demo whether the demonstration runs
     */
    EmbeddedServices(boolean demo) {
        this.demo = demo;
    }

    /**
     * Starts the required services.
     *
     * @param  overrides        receives the addresses of the started services
     * @throws RuntimeException if one of them does not start, or the service is not configured; the message contains
     *                          the remedy
     */
    void start(SampleProperties properties, Properties overrides) {
        boolean simulated = SampleService.isSimulator(properties::text, demo, "--demo");
        if (simulated || demo) {
            setDemoAccount(properties, overrides);
        }
        if (simulated) {
            startSimulator(properties, overrides);
        }
        if (properties.text("sms.broker.url").isEmpty()) {
            broker = EmbeddedBroker.start(Path.of(properties.text("sms.broker.data")));
            overrides.setProperty("sms.broker.url", EmbeddedBroker.URL);
            overrides.setProperty("sms.broker.username", "");
            overrides.setProperty("sms.broker.password", "");
        }
    }

    /**
     * Returns the simulator's statistics, or null if it was not started.
     */
    @Nullable
    SimulatorStatistics statistics() {
        SmsSimulator running = simulator;
        return running == null ? null : running.statistics();
    }

    @Override
    public void close() throws Exception {
        EmbeddedBroker startedBroker = broker;
        if (startedBroker != null) {
            startedBroker.close();
        }
        SmsSimulator startedSimulator = simulator;
        if (startedSimulator != null) {
            startedSimulator.close();
        }
    }

    private void startSimulator(SampleProperties properties, Properties overrides) {
        SmsSimulator started = SampleSimulator.start(
                properties.text("sms.service.username"), properties.text("sms.service.password"));
        simulator = started;
        overrides.setProperty("sms.service.url", started.baseUrl());
        overrides.setProperty("sms.simulator", "true");
    }

    private static void setDemoAccount(SampleProperties properties, Properties overrides) {
        for (String property : List.of("sms.service.username", "sms.service.password")) {
            if (properties.text(property).isEmpty()) {
                overrides.setProperty(property, DEMO_ACCOUNT);
            }
        }
    }
}
