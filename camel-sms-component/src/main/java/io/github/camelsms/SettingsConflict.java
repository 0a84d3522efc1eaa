package io.github.camelsms;

import java.util.Objects;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.DispatchSettings;

/**
 * Refuses two endpoints of one account that disagree on what the account shares, and names both.
 */
final class SettingsConflict {

    private SettingsConflict() {
    }

    static void check(SmsEndpoint first, SmsServiceSettings theirs, SmsEndpoint second, SmsServiceSettings ours) {
        if (!theirs.password().equals(ours.password())) {
            throw conflict("password", "(hidden)", first, "(hidden)", second);
        }
        compare("requestTimeout", theirs.requestTimeout().toMillis(), first, ours.requestTimeout().toMillis(), second);
        if (!Objects.equals(theirs.sslContextParameters(), ours.sslContextParameters())) {
            throw conflict("sslContextParameters", "one", first, "another", second);
        }
    }

    static void check(SmsEndpoint first, DispatchSettings theirs, SmsEndpoint second, DispatchSettings ours) {
        compare("requestsPerSecond", first.getConfiguration().getRequestsPerSecond(), first,
                second.getConfiguration().getRequestsPerSecond(), second);
        compare("pacing", theirs.pacing(), first, ours.pacing(), second);
        compare("batchSize", theirs.batchSize(), first, ours.batchSize(), second);
        compare("maxPendingMessages", theirs.maxPendingMessages(), first, ours.maxPendingMessages(), second);
        compare("maxRequestsInFlight", theirs.maxInFlight(), first, ours.maxInFlight(), second);
        compare("whenQueueFull", first.getConfiguration().getWhenQueueFull(), first,
                second.getConfiguration().getWhenQueueFull(), second);
    }

    private static void compare(String option, Object theirs, SmsEndpoint first, Object ours, SmsEndpoint second) {
        if (!theirs.equals(ours)) {
            throw conflict(option, theirs, first, ours, second);
        }
    }

    private static IllegalArgumentException conflict(
            String option, Object theirs, SmsEndpoint first, Object ours, SmsEndpoint second) {
        return new IllegalArgumentException(
                "Option " + option + " is shared by all endpoints of an account, but " + first + " has " + theirs + " and "
                                            + second + " has " + ours + ": set it once, on the component");
    }
}
