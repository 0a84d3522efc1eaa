package io.github.camelsms.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.jspecify.annotations.Nullable;

/** The faults to come: a queue for each operation, and those that strike at random; safe for use by many threads. */
final class FaultPlan {

    private record RandomFault(Operation operation, Fault fault, double probability) {
    }

    private final long seed;
    private final Map<Fault, Double> standing;
    private final Map<Operation, Deque<Fault>> queues = new EnumMap<>(Operation.class);
    private final List<RandomFault> randomFaults = new ArrayList<>();
    private Random random;

    /** @param standing faults that strike send requests at random from the start, with their probabilities */
    FaultPlan(long seed, Map<Fault, Double> standing) {
        this.seed = seed;
        this.standing = Map.copyOf(standing);
        this.random = new Random(seed);
        reset();
    }

    /** Back to what was set at the start. */
    synchronized void reset() {
        random = new Random(seed);
        queues.clear();
        randomFaults.clear();
        standing.forEach((fault, probability) -> addRandom(Operation.SEND, fault, probability));
    }

    /** Drops queued and random faults alike. */
    synchronized void clear() {
        queues.clear();
        randomFaults.clear();
    }

    synchronized void enqueue(Operation operation, Fault fault) {
        requireApplies(operation, fault);
        queues.computeIfAbsent(operation, any -> new ArrayDeque<>()).add(fault);
    }

    synchronized void addRandom(Operation operation, Fault fault, double probability) {
        requireApplies(operation, fault);
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + " is not between 0 and 1");
        }
        randomFaults.add(new RandomFault(operation, fault, probability));
    }

    /** How many faults still wait for a request. */
    synchronized int queued() {
        return queues.values().stream().mapToInt(Deque::size).sum();
    }

    /** The fault that strikes a request that has just come, or null. */
    @Nullable
    Fault takeBeforeAccepting(Operation operation) {
        return take(operation, true);
    }

    /** The fault that strikes the answer to a request that was taken, or null. */
    @Nullable
    Fault takeAfterAccepting(Operation operation) {
        return take(operation, false);
    }

    private synchronized @Nullable Fault take(Operation operation, boolean beforeAccepting) {
        Deque<Fault> queue = queues.get(operation);
        Fault head = queue == null ? null : queue.peek();
        if (queue != null && head != null) {
            return head.isBeforeAccepting() == beforeAccepting ? queue.remove() : null;
        }
        for (RandomFault candidate : randomFaults) {
            if (candidate.operation == operation && candidate.fault.isBeforeAccepting() == beforeAccepting
                    && random.nextDouble() < candidate.probability) {
                return candidate.fault;
            }
        }
        return null;
    }

    private static void requireApplies(Operation operation, Fault fault) {
        if (!fault.appliesTo(operation)) {
            throw new IllegalArgumentException(fault + " cannot happen to " + operation + ": it is for " + Operation.SEND);
        }
    }
}
