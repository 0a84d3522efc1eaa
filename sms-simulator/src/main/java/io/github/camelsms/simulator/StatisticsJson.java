package io.github.camelsms.simulator;

import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes statistics as JSON; a gap that does not exist yet is null. */
final class StatisticsJson {

    private StatisticsJson() {
    }

    static ObjectNode of(SimulatorStatistics statistics) {
        ObjectNode json = Json.object()
                .put("sendRequests", statistics.sendRequests())
                .put("statusRequests", statistics.statusRequests())
                .put("statusByDateRequests", statistics.statusByDateRequests())
                .put("otherRequests", statistics.otherRequests())
                .put("admittedSendRequests", statistics.admittedSendRequests())
                .put("acceptedMessages", statistics.acceptedMessages())
                .put("rejectedMessages", statistics.rejectedMessages())
                .put("duplicateMessages", statistics.duplicateMessages())
                .put("reportedStatuses", statistics.reportedStatuses())
                .put("tooManyRequests", statistics.tooManyRequests())
                .put("unauthorized", statistics.unauthorized())
                .put("badRequests", statistics.badRequests())
                .put("faults", statistics.faults());
        ObjectNode sizes = json.putObject("batchSizes");
        statistics.batchSizes().forEach((size, requests) -> sizes.put(size.toString(), requests));
        putGap(json, "smallestGapMillis", statistics.smallestGapMillis());
        putGap(json, "smallestAdmittedGapMillis", statistics.smallestAdmittedGapMillis());
        return json.put("peakConcurrency", statistics.peakConcurrency())
                .put("peakSendConcurrency", statistics.peakSendConcurrency());
    }

    private static void putGap(ObjectNode json, String name, double millis) {
        if (Double.isNaN(millis)) {
            json.putNull(name);
        } else {
            json.put(name, millis);
        }
    }
}
