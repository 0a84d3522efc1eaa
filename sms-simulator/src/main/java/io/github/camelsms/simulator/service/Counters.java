package io.github.camelsms.simulator.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.SimulatorStatistics;

/** The counters behind {@link SimulatorStatistics}. Thread-safe. */
public final class Counters {

    private static final long NONE = -1;

    private final SimulatorClock clock;
    private int inFlight;
    private int sendsInFlight;
    private Totals totals = new Totals();

    Counters(SimulatorClock clock) {
        this.clock = clock;
    }

    /** Resets all counters, except those of requests in flight. */
    synchronized void reset() {
        totals = new Totals();
        totals.peakConcurrency = inFlight;
        totals.peakSendConcurrency = sendsInFlight;
    }

    /** Counts a request as in flight. */
    public synchronized void started(Operation operation) {
        totals.peakConcurrency = Math.max(totals.peakConcurrency, ++inFlight);
        if (operation == Operation.SEND) {
            totals.peakSendConcurrency = Math.max(totals.peakSendConcurrency, ++sendsInFlight);
        }
    }

    /** Counts a request as no longer in flight. */
    public synchronized void finished(Operation operation) {
        inFlight--;
        if (operation == Operation.SEND) {
            sendsInFlight--;
        }
    }

    /** Counts a request that has reached the service, with any response. */
    synchronized void arrived(Operation operation) {
        totals.requests.merge(operation, 1L, Long::sum);
        if (operation == Operation.SEND) {
            totals.anySend.record(clock.nanoTime());
        }
    }

    /** Counts a request with another path or method. */
    public synchronized void otherRequest() {
        totals.otherRequests++;
    }

    synchronized void sendAdmitted(long nowNanos) {
        totals.admittedSendRequests++;
        totals.admittedSend.record(nowNanos);
    }

    synchronized void batch(int size, int accepted, int duplicates) {
        totals.batchSizes.merge(size, 1L, Long::sum);
        totals.acceptedMessages += accepted;
        totals.rejectedMessages += size - accepted;
        totals.duplicateMessages += duplicates;
    }

    synchronized void statusesReported(int count) {
        totals.reportedStatuses += count;
    }

    synchronized void throttled() {
        totals.throttled++;
    }

    synchronized void unauthorized() {
        totals.unauthorized++;
    }

    synchronized void badRequest() {
        totals.badRequests++;
    }

    synchronized void fault() {
        totals.faults++;
    }

    /** Returns the current figures. */
    public synchronized SimulatorStatistics snapshot() {
        return totals.snapshot();
    }

    /** The figures since the start or the last reset. */
    private static final class Totals {

        private final Map<Operation, Long> requests = new EnumMap<>(Operation.class);
        private final SortedMap<Integer, Long> batchSizes = new TreeMap<>();
        private final Gap anySend = new Gap();
        private final Gap admittedSend = new Gap();
        private long otherRequests;
        private long admittedSendRequests;
        private long acceptedMessages;
        private long rejectedMessages;
        private long duplicateMessages;
        private long reportedStatuses;
        private long throttled;
        private long unauthorized;
        private long badRequests;
        private long faults;
        private int peakConcurrency;
        private int peakSendConcurrency;

        SimulatorStatistics snapshot() {
            return new SimulatorStatistics(
                    requests.getOrDefault(Operation.SEND, 0L), requests.getOrDefault(Operation.STATUS, 0L),
                    requests.getOrDefault(Operation.STATUS_BY_DATE, 0L), otherRequests, admittedSendRequests,
                    acceptedMessages, rejectedMessages, duplicateMessages, reportedStatuses, throttled, unauthorized,
                    badRequests, faults, batchSizes, anySend.smallestMillis(), admittedSend.smallestMillis(),
                    peakConcurrency, peakSendConcurrency);
        }
    }

    /** The smallest time between two events. */
    private static final class Gap {

        private long last;
        private boolean isRecorded;
        private long smallestNanos = NONE;

        void record(long nowNanos) {
            if (isRecorded) {
                long gap = Math.max(0, nowNanos - last);
                smallestNanos = smallestNanos == NONE ? gap : Math.min(smallestNanos, gap);
            }
            isRecorded = true;
            last = nowNanos;
        }

        double smallestMillis() {
            return smallestNanos == NONE ? Double.NaN : smallestNanos / 1e6;
        }
    }
}
