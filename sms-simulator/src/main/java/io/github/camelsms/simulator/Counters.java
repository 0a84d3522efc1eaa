package io.github.camelsms.simulator;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts what happens; safe for use by many threads. */
final class Counters {

    private static final long NONE = -1;

    private final SimulatorClock clock;
    private final Map<Operation, Long> requests = new EnumMap<>(Operation.class);
    private final Map<Integer, Long> batchSizes = new TreeMap<>();
    private long otherRequests;
    private long admittedSendRequests;
    private long acceptedMessages;
    private long rejectedMessages;
    private long duplicateMessages;
    private long reportedStatuses;
    private long tooManyRequests;
    private long unauthorized;
    private long badRequests;
    private long faults;
    private int inFlight;
    private int peakConcurrency;
    private int sendsInFlight;
    private int peakSendConcurrency;
    private Gap anySend = new Gap();
    private Gap admittedSend = new Gap();

    Counters(SimulatorClock clock) {
        this.clock = clock;
    }

    /** Back to zero; requests that are under way stay counted as such. */
    synchronized void reset() {
        requests.clear();
        batchSizes.clear();
        otherRequests = 0;
        admittedSendRequests = 0;
        acceptedMessages = 0;
        rejectedMessages = 0;
        duplicateMessages = 0;
        reportedStatuses = 0;
        tooManyRequests = 0;
        unauthorized = 0;
        badRequests = 0;
        faults = 0;
        peakConcurrency = inFlight;
        peakSendConcurrency = sendsInFlight;
        anySend = new Gap();
        admittedSend = new Gap();
    }

    synchronized void started(Operation operation) {
        peakConcurrency = Math.max(peakConcurrency, ++inFlight);
        if (operation == Operation.SEND) {
            peakSendConcurrency = Math.max(peakSendConcurrency, ++sendsInFlight);
        }
    }

    synchronized void finished(Operation operation) {
        inFlight--;
        if (operation == Operation.SEND) {
            sendsInFlight--;
        }
    }

    /** A request has reached the service, whatever becomes of it. */
    synchronized void arrived(Operation operation) {
        requests.merge(operation, 1L, Long::sum);
        if (operation == Operation.SEND) {
            anySend.mark(clock.nanoTime());
        }
    }

    synchronized void otherRequest() {
        otherRequests++;
    }

    synchronized void sendAdmitted(long nowNanos) {
        admittedSendRequests++;
        admittedSend.mark(nowNanos);
    }

    synchronized void batch(int size, int accepted, int duplicates) {
        batchSizes.merge(size, 1L, Long::sum);
        acceptedMessages += accepted;
        rejectedMessages += size - accepted;
        duplicateMessages += duplicates;
    }

    synchronized void statusesReported(int count) {
        reportedStatuses += count;
    }

    synchronized void tooManyRequests() {
        tooManyRequests++;
    }

    synchronized void unauthorized() {
        unauthorized++;
    }

    synchronized void badRequest() {
        badRequests++;
    }

    synchronized void fault() {
        faults++;
    }

    synchronized SimulatorStatistics snapshot() {
        return new SimulatorStatistics(
                requests.getOrDefault(Operation.SEND, 0L), requests.getOrDefault(Operation.STATUS, 0L),
                requests.getOrDefault(Operation.STATUS_BY_DATE, 0L), otherRequests, admittedSendRequests,
                acceptedMessages, rejectedMessages, duplicateMessages, reportedStatuses, tooManyRequests, unauthorized,
                badRequests, faults, new TreeMap<>(batchSizes), anySend.smallestMillis(), admittedSend.smallestMillis(),
                peakConcurrency, peakSendConcurrency);
    }

    /** The smallest time between two marks. */
    private static final class Gap {

        private long last;
        private boolean marked;
        private long smallestNanos = NONE;

        void mark(long nowNanos) {
            if (marked) {
                long gap = Math.max(0, nowNanos - last);
                smallestNanos = smallestNanos == NONE ? gap : Math.min(smallestNanos, gap);
            }
            marked = true;
            last = nowNanos;
        }

        double smallestMillis() {
            return smallestNanos == NONE ? Double.NaN : smallestNanos / 1e6;
        }
    }
}
