package io.github.camelsms.simulator;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a simulator since its start or last reset.
 *
 * @param sendRequests              {@code POST /v1/send}, with any response
 * @param statusRequests            {@code GET /v1/status}, with any response
 * @param statusByDateRequests      {@code GET /v1/status/date}, with any response
 * @param otherRequests             requests with any other path or method
 * @param admittedSendRequests      send requests that the rate limit admitted
 * @param acceptedMessages          messages with code 5 in the response
 * @param rejectedMessages          messages with code -5 in the response
 * @param duplicateMessages         accepted messages whose correlation id had been accepted before
 * @param reportedStatuses          items in the responses of the two status operations
 * @param tooManyRequests           requests throttled by the rate limit or by a fault
 * @param unauthorized              requests without valid credentials
 * @param badRequests               send requests rejected as a whole because of their form
 * @param faults                    requests that a fault affected
 * @param batchSizes                number of readable send requests by number of messages
 * @param smallestGapMillis         smallest time between two send requests, admitted or not; NaN below two
 * @param smallestAdmittedGapMillis smallest time between two admitted send requests; NaN below two
 * @param peakConcurrency           largest number of requests in flight, from their arrival to the start of the
 *                                  response
 * @param peakSendConcurrency       largest number of send requests in flight
 */
public record SimulatorStatistics(
        long sendRequests,
        long statusRequests,
        long statusByDateRequests,
        long otherRequests,
        long admittedSendRequests,
        long acceptedMessages,
        long rejectedMessages,
        long duplicateMessages,
        long reportedStatuses,
        long tooManyRequests,
        long unauthorized,
        long badRequests,
        long faults,
        SortedMap<Integer, Long> batchSizes,
        double smallestGapMillis,
        double smallestAdmittedGapMillis,
        int peakConcurrency,
        int peakSendConcurrency) {

    public SimulatorStatistics {
        batchSizes = Collections.unmodifiableSortedMap(new TreeMap<>(batchSizes));
    }

    /** Returns the number of messages in the largest readable send request; zero without one. */
    public int largestBatch() {
        return batchSizes.isEmpty() ? 0 : batchSizes.lastKey();
    }
}
