package io.github.camelsms.sample.springboot;

import java.util.Map;

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

    /** Well-formed numbers that the simulator refuses, so that a rejection by the service can be seen. */
    private static final String REFUSED_NUMBERS = "1190000\\d{4}";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!environment.getProperty(BASE_URL, "").isEmpty()) {
            return;
        }
        // It takes the configured credentials for right, so that the rest of the configuration is the real one.
        SmsSimulator simulator = SmsSimulator.builder()
                .username(environment.getRequiredProperty("camel.component.sms.username"))
                .password(environment.getRequiredProperty("camel.component.sms.password"))
                .rejectedDestinations(REFUSED_NUMBERS)
                .build()
                .start();
        environment.getPropertySources()
                .addFirst(new MapPropertySource("embedded simulator", Map.of(BASE_URL, simulator.baseUrl())));
        // As a bean it is closed with the application.
        context.registerBean(SmsSimulator.class, () -> simulator);
    }
}
