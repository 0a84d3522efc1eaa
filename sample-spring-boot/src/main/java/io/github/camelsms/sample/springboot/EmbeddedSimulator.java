package io.github.camelsms.sample.springboot;

import java.util.Map;

import io.github.camelsms.sample.run.SampleService;
import io.github.camelsms.simulator.SmsSimulator;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Initializer that starts the embedded simulator if it is configured. It runs before any property is bound, because the
 * properties contain the simulator's port.
 */
final class EmbeddedSimulator implements ApplicationContextInitializer<GenericApplicationContext> {

    /** Default user name and password of the simulator. */
    private static final String DEMO_ACCOUNT = "demo";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!isEnabled(environment)) {
            return;
        }
        String username = account(environment, "sms.service.username");
        String password = account(environment, "sms.service.password");
        SmsSimulator simulator = SampleService.startSimulator(username, password);
        // If the start fails before the bean is created, nothing else closes it, and its threads keep the process alive.
        context.addApplicationListener(
                GenericApplicationListener.forEventType(ApplicationFailedEvent.class, failed -> simulator.close()));
        environment.getPropertySources().addFirst(new MapPropertySource(
                "embedded simulator", Map.of("camel.component.sms.base-url", simulator.baseUrl(),
                        "camel.component.sms.username", username, "camel.component.sms.password", password)));
        // As a bean it is closed with the application.
        context.registerBean(SmsSimulator.class, () -> simulator);
    }

    private static boolean isEnabled(ConfigurableEnvironment environment) {
        try {
            return SampleService.isSimulator(name -> environment.getProperty(name, "").trim(), false,
                    "--spring.profiles.active=demo");
        } catch (IllegalArgumentException e) {
            throw new ServiceSettingException(
                    e, "Set the property on the command line (--name=value), as an environment variable,"
                       + " or in application.properties.");
        }
    }

    private static String account(ConfigurableEnvironment environment, String property) {
        String value = environment.getProperty(property, "");
        return value.isEmpty() ? DEMO_ACCOUNT : value;
    }
}
