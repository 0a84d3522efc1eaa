package io.github.camelsms.docs;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.spi.Registry;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;

/**
 * A Camel context with the component, which a test starts with its routes, and a simulator.
 */
abstract class ExampleTestSupport extends CamelTestSupport {

    @RegisterExtension
    static final SmsSimulatorExtension SMS
            = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    final SmsComponent sms = new SmsComponent();

    @Override
    public void configureTest(TestExecutionConfiguration test) {
        super.configureTest(test);
        test.withJMX(false).withAutoStartContext(false);
    }

    @Override
    protected void bindToRegistry(Registry registry) {
        sms.getConfiguration().setBaseUrl(SMS.baseUrl());
        sms.getConfiguration().setUsername("demo");
        sms.getConfiguration().setPassword("demo");
        sms.getConfiguration().setRequestsPerSecond(1_000);
        registry.bind("sms", sms);
    }

    void start(RoutesBuilder... routes) throws Exception {
        for (RoutesBuilder builder : routes) {
            context.addRoutes(builder);
        }
        context.start();
    }

    MockEndpoint mock(String name) {
        MockEndpoint mock = getMockEndpoint("mock:" + name);
        mock.setResultWaitTime(60_000);
        return mock;
    }
}
