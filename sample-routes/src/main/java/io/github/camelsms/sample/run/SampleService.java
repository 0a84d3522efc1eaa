package io.github.camelsms.sample.run;

import java.util.function.UnaryOperator;

import io.github.camelsms.simulator.SmsSimulator;

/**
 * Choice between the configured service and the simulator. The simulator is only started on request, because it
 * delivers no message.
 */
public final class SampleService {

    private static final String ADDRESS = "camel.component.sms.base-url";
    private static final String USERNAME = "camel.component.sms.username";
    private static final String PASSWORD = "camel.component.sms.password";
    private static final String SIMULATOR = "sms.simulator";
    /** Valid numbers that the simulator rejects, to demonstrate a rejection by the service. */
    private static final String REJECTED_NUMBERS = "1190000\\d{4}";

    private SampleService() {
    }

    /**
     * Starts a simulator on a free port, with one request per second. It accepts the configured credentials, so that
     * the rest of the configuration stays the same.
     */
    public static SmsSimulator startSimulator(String username, String password) {
        return SmsSimulator.builder().username(username).password(password).rejectedDestinations(REJECTED_NUMBERS).build()
                .start();
    }

    /**
     * Returns whether to start the simulator. The demonstration starts it if no address is configured.
     *
     * @param  properties               returns the value of a property, empty if it is not set
     * @param  demo                     whether the demonstration runs
     * @param  demoOption               option that starts the demonstration
     * @throws IllegalArgumentException if neither or both are configured; the message contains the remedy
     */
    public static boolean isSimulator(UnaryOperator<String> properties, boolean demo, String demoOption) {
        boolean hasAddress = !properties.apply(ADDRESS).isEmpty();
        if (isSimulatorWanted(properties.apply(SIMULATOR))) {
            if (hasAddress) {
                throw new IllegalArgumentException(
                        "sms.simulator=true and sms.service.url are both set: remove sms.service.url to send to the"
                                                   + " simulator, or sms.simulator to send to the service");
            }
            return true;
        }
        if (!hasAddress && !demo) {
            throw new IllegalArgumentException(
                    "sms.service.url is not set: set it, or the environment variable SMS_SERVICE_URL, to the address of"
                                               + " the SMS service; to try the application with a simulator, start it"
                                               + " with " + demoOption + " or sms.simulator=true");
        }
        if (!demo) {
            require(properties, USERNAME, "sms.service.username", "SMS_SERVICE_USERNAME");
            require(properties, PASSWORD, "sms.service.password", "SMS_SERVICE_PASSWORD");
        }
        return !hasAddress;
    }

    private static boolean isSimulatorWanted(String value) {
        return switch (value) {
            case "true" -> true;
            case "false", "" -> false;
            default -> throw new IllegalArgumentException(SIMULATOR + "=" + value + " is neither true nor false");
        };
    }

    private static void require(UnaryOperator<String> properties, String option, String property, String variable) {
        if (properties.apply(option).isEmpty()) {
            throw new IllegalArgumentException(
                    property + " is not set: set it, or the environment variable " + variable
                                               + ", to that of the account at the SMS service");
        }
    }
}
