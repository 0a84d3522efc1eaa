package io.github.camelsms.quarkus;

import java.util.Map;

import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/**
 * A simulator beside the application under test, which receives its address.
 */
public class SimulatorResource implements QuarkusTestResourceLifecycleManager {

    private final SmsSimulator simulator
            = SmsSimulator.builder().requestsPerSecond(0).everyStatus(MessageStatus.DELIVERED).build();

    @Override
    public Map<String, String> start() {
        simulator.start();
        return Map.of("camel.component.sms.base-url", simulator.baseUrl());
    }

    @Override
    public void stop() {
        simulator.stop();
    }
}
