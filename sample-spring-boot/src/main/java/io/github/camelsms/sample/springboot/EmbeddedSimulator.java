package io.github.camelsms.sample.springboot;

import java.util.Map;

import io.github.camelsms.simulator.SmsSimulator;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import org.apache.camel.util.IOHelper;

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
        SmsSimulator simulator = SmsSimulator.builder().username(username).password(password)
                .rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build().start();
        // If the start fails before the bean is created, nothing else closes it, and its threads keep the process alive.
        context.addApplicationListener(
                GenericApplicationListener.forEventType(ApplicationFailedEvent.class, failed -> simulator.close()));
        environment.getPropertySources().addFirst(new MapPropertySource(
                "embedded simulator", Map.of("camel.component.sms.base-url", simulator.baseUrl(),
                        "camel.component.sms.username", username, "camel.component.sms.password", password)));
        // As a bean it is closed with the application.
        context.registerBean(SmsSimulator.class, () -> simulator);
    }

    /** Returns whether the simulator is configured, and not the service. */
    private static boolean isEnabled(ConfigurableEnvironment environment) {
        boolean isEnabled = environment.getProperty("sms.simulator", boolean.class, false);
        if (isEnabled && isSet("base-url", environment)) {
            throw failure("sms.simulator=true and sms.service.url are both set",
                    "Remove sms.service.url to send to the simulator, or sms.simulator to send to the service.");
        }
        if (!isEnabled) {
            require("base-url", "sms.service.url", environment);
            require("username", "sms.service.username", environment);
            require("password", "sms.service.password", environment);
        }
        return isEnabled;
    }

    private static void require(String option, String property, ConfigurableEnvironment environment) {
        if (!isSet(option, environment)) {
            throw failure(
                    property + " is not set, nor is the environment variable " + IOHelper.normalizeEnvironmentVariable(
                            property),
                    "Set it to that of your account at the SMS service. To try the application with a simulator, start it with"
                                       + " --spring.profiles.active=demo or --sms.simulator=true.");
        }
    }

    private static boolean isSet(String option, ConfigurableEnvironment environment) {
        return !environment.getProperty("camel.component.sms." + option, "").isBlank();
    }

    private static ServiceSettingException failure(String problem, String remedy) {
        return new ServiceSettingException(new IllegalArgumentException(problem), remedy);
    }

    private static String account(ConfigurableEnvironment environment, String property) {
        String value = environment.getProperty(property, "");
        return value.isEmpty() ? DEMO_ACCOUNT : value;
    }
}
