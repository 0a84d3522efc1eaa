package io.github.camelsms.sample.run;

import io.github.camelsms.simulator.SmsSimulator;

/**
 * Simulator of a sample application.
 */
public final class SampleSimulator {

    /** Valid numbers that the simulator rejects, to demonstrate a rejection by the service. */
    private static final String REJECTED_NUMBERS = "1190000\\d{4}";

    private SampleSimulator() {
    }

    /**
     * Starts a simulator on a free port, with one request per second. It accepts the configured credentials, so that
     * the rest of the configuration stays the same.
     */
    public static SmsSimulator start(String username, String password) {
        return SmsSimulator.builder().username(username).password(password).rejectedDestinations(REJECTED_NUMBERS).build()
                .start();
    }
}
