package io.github.camelsms.cli.doctor;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of an examination.
 *
 * @param baseUrl           base address of the service
 * @param username          user name, which is shown
 * @param number            the only number that receives messages, 10 or 11 digits
 * @param requestsPerSecond the rate that the provider agreed to
 * @param maxWait           how long to wait for a status
 * @param dates             send dates with more than 100 messages, Unix seconds; if empty, today and the days before
 * @param runId             identifier of the examination, part of each correlation id
 * @param statusFile        receives the statuses that polls consume
 */
record DoctorSettings(URI baseUrl, String username, String number, double requestsPerSecond, Duration maxWait,
        List<Long> dates, String runId, Path statusFile) {

    /** Masks the number. */
    @Override
    public String toString() {
        return "DoctorSettings[baseUrl=" + baseUrl + ", number=" + Words.masked(number) + ", runId=" + runId + "]";
    }
}
