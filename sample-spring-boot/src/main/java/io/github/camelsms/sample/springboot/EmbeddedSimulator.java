package io.github.camelsms.sample.springboot;

import java.util.Map;

import io.github.camelsms.sample.run.SampleSimulator;
import io.github.camelsms.simulator.SmsSimulator;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * The simulator inside the application, started only when no address of a service is configured. It must be up before
 * any property is bound, because its port is known only then.
 */
final class EmbeddedSimulator implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final String BASE_URL = "camel.component.sms.base-url";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!environment.getProperty(BASE_URL, "").isEmpty()) {
            return;
        }
        SmsSimulator simulator = SampleSimulator.start(
                environment.getRequiredProperty("camel.component.sms.username"),
                environment.getRequiredProperty("camel.component.sms.password"));
        environment.getPropertySources()
                .addFirst(new MapPropertySource("embedded simulator", Map.of(BASE_URL, simulator.baseUrl())));
        // As a bean it is closed with the application.
        context.registerBean(SmsSimulator.class, () -> simulator);
    }
}
