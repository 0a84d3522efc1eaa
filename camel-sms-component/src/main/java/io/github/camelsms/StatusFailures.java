package io.github.camelsms;

import java.util.List;

import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.model.SmsStatus;

/**
 * Conversion of failed status queries to exceptions.
 */
final class StatusFailures {

    private StatusFailures() {
    }

    static SmsQueryException exception(String account, StatusResponse.Failed failed, List<SmsStatus> readSoFar) {
        return new SmsQueryException(
                "status query of account " + account + " failed: " + failed.reason()
                                     + (readSoFar.isEmpty() ? "" : "; " + readSoFar.size() + " statuses were read before that"),
                failed.code(), readSoFar, failed.unrecognizedResponse());
    }
}
