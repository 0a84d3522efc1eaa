package io.github.camelsms.simulator;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a simulator has seen since its start or last reset.
 *
 * @param sendRequests              {@code POST /v1/send}, whatever became of them
 * @param statusRequests            {@code GET /v1/status}, whatever became of them
 * @param statusByDateRequests      {@code GET /v1/status/date}, whatever became of them
 * @param otherRequests             requests to any other path or by another method
 * @param admittedSendRequests      send requests that the rate limit let pass
 * @param acceptedMessages          messages answered with code 5
 * @param rejectedMessages          messages answered with code -5
 * @param duplicateMessages         accepted messages whose correlation id had been accepted before
 * @param reportedStatuses          items in the answers of the two status operations
 * @param tooManyRequests           requests refused because they came too soon, and those that a fault refused so
 * @param unauthorized              requests without the right credentials
 * @param badRequests               send requests refused as a whole for their form
 * @param faults                    requests that a fault has struck
 * @param batchSizes                how many readable send requests had how many messages
 * @param smallestGapMillis         smallest time between two send requests of any fate; NaN below two
 * @param smallestAdmittedGapMillis smallest time between two admitted send requests; NaN below two
 * @param peakConcurrency           most requests under way at once, from their arrival to the start of the answer
 * @param peakSendConcurrency       most send requests under way at once
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

    /** Messages in the largest readable send request; zero if there was none. */
    public int largestBatch() {
        return batchSizes.isEmpty() ? 0 : batchSizes.lastKey();
    }
}
