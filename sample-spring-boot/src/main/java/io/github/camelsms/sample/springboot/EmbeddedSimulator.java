package io.github.camelsms.sample.springboot;

import java.util.Map;

import io.github.camelsms.sample.run.SampleService;
import io.github.camelsms.sample.run.SampleSimulator;
import io.github.camelsms.simulator.SmsSimulator;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * The simulator inside the application, started only when it is asked for. It must be up before any property is bound,
 * because its port is known only then.
 */
final class EmbeddedSimulator implements ApplicationContextInitializer<GenericApplicationContext> {

    /** User name and password for the simulator, unless others are configured. */
    private static final String DEMO_ACCOUNT = "demo";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!isWanted(environment)) {
            return;
        }
        String username = account(environment, "sms.service.username");
        String password = account(environment, "sms.service.password");
        SmsSimulator simulator = SampleSimulator.start(username, password);
        environment.getPropertySources().addFirst(new MapPropertySource(
                "embedded simulator", Map.of("camel.component.sms.base-url", simulator.baseUrl(),
                        "camel.component.sms.username", username, "camel.component.sms.password", password)));
        // As a bean it is closed with the application.
        context.registerBean(SmsSimulator.class, () -> simulator);
    }

    private static boolean isWanted(ConfigurableEnvironment environment) {
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
