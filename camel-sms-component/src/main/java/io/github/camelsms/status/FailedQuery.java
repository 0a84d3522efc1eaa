package io.github.camelsms.status;

import java.util.List;

import io.github.camelsms.SmsQueryException;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsStatus;

/**
 * Exceptions for status queries that the service did not complete.
 */
final class FailedQuery {

    private FailedQuery() {
    }

    /**
     * Returns the exception for a failed query.
     *
     * @param readSoFar statuses that were read before the failure
     */
    static SmsQueryException exception(String account, StatusResponse.Failed failed, List<SmsStatus> readSoFar) {
        return new SmsQueryException(
                "status query of account " + account + " failed: " + failed.reason()
                                     + (readSoFar.isEmpty()
                                             ? ""
                                             : "; in total, " + Count.of(readSoFar.size(), "status was", "statuses were")
                                               + " read"),
                failed.code(), readSoFar, failed.unrecognizedResponse());
    }
}
