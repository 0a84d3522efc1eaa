package io.github.camelsms.simulator.service;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.SimulatorStatistics;

/** The counters behind {@link SimulatorStatistics}; safe for use by many threads. */
public final class Counters {

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
    private long throttled;
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

    /** Resets all counters, except those of requests in flight. */
    synchronized void reset() {
        requests.clear();
        batchSizes.clear();
        otherRequests = 0;
        admittedSendRequests = 0;
        acceptedMessages = 0;
        rejectedMessages = 0;
        duplicateMessages = 0;
        reportedStatuses = 0;
        throttled = 0;
        unauthorized = 0;
        badRequests = 0;
        faults = 0;
        peakConcurrency = inFlight;
        peakSendConcurrency = sendsInFlight;
        anySend = new Gap();
        admittedSend = new Gap();
    }

    /** Counts a request as in flight. */
    public synchronized void started(Operation operation) {
        peakConcurrency = Math.max(peakConcurrency, ++inFlight);
        if (operation == Operation.SEND) {
            peakSendConcurrency = Math.max(peakSendConcurrency, ++sendsInFlight);
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
        requests.merge(operation, 1L, Long::sum);
        if (operation == Operation.SEND) {
            anySend.record(clock.nanoTime());
        }
    }

    /** Counts a request with another path or method. */
    public synchronized void otherRequest() {
        otherRequests++;
    }

    synchronized void sendAdmitted(long nowNanos) {
        admittedSendRequests++;
        admittedSend.record(nowNanos);
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

    synchronized void throttled() {
        throttled++;
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

    /** Returns the current figures. */
    public synchronized SimulatorStatistics snapshot() {
        return new SimulatorStatistics(
                requests.getOrDefault(Operation.SEND, 0L), requests.getOrDefault(Operation.STATUS, 0L),
                requests.getOrDefault(Operation.STATUS_BY_DATE, 0L), otherRequests, admittedSendRequests,
                acceptedMessages, rejectedMessages, duplicateMessages, reportedStatuses, throttled, unauthorized,
                badRequests, faults, new TreeMap<>(batchSizes), anySend.smallestMillis(), admittedSend.smallestMillis(),
                peakConcurrency, peakSendConcurrency);
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
