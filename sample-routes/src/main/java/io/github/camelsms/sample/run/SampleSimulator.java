package io.github.camelsms.sample.run;

import io.github.camelsms.simulator.SmsSimulator;

/**
 * The simulator that a sample application starts when it is asked for.
 */
public final class SampleSimulator {

    /** Well-formed numbers that the simulator refuses, so that a rejection by the service can be seen. */
    private static final String REFUSED_NUMBERS = "1190000\\d{4}";

    private SampleSimulator() {
    }

    /**
     * Starts it on a free port, at one request a second. It takes the configured credentials for right, so that the
     * rest of the configuration is the real one.
     */
    public static SmsSimulator start(String username, String password) {
        return SmsSimulator.builder().username(username).password(password).rejectedDestinations(REFUSED_NUMBERS).build()
                .start();
    }
}
