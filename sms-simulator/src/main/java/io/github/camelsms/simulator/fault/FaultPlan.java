package io.github.camelsms.simulator.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import org.jspecify.annotations.Nullable;

/** The queued faults of each operation and the random faults. Thread-safe. */
public final class FaultPlan {

    private record RandomFault(Operation operation, Fault fault, double probability) {
    }

    private final long seed;
    private final Map<Fault, Double> initial;
    private final Map<Operation, Deque<Fault>> queues = new EnumMap<>(Operation.class);
    private final List<RandomFault> randomFaults = new ArrayList<>();
    private Random random;

    /**
     * @param initial random faults of send requests after the start and each reset, in order, with their probabilities
     */
    public FaultPlan(long seed, Map<Fault, Double> initial) {
        this.seed = seed;
        this.initial = initial;
        this.random = new Random(seed);
        reset();
    }

    /** Restores the initial faults and the seed. */
    public synchronized void reset() {
        random = new Random(seed);
        queues.clear();
        randomFaults.clear();
        initial.forEach((fault, probability) -> addRandom(Operation.SEND, fault, probability));
    }

    /** Removes all faults, queued and random. */
    public synchronized void clear() {
        queues.clear();
        randomFaults.clear();
    }

    /** Adds a fault to the queue of the operation. */
    public synchronized void enqueue(Operation operation, Fault fault) {
        requireApplies(operation, fault);
        queues.computeIfAbsent(operation, any -> new ArrayDeque<>()).add(fault);
    }

    /** Adds a fault that affects each request of the operation with the given probability. */
    public synchronized void addRandom(Operation operation, Fault fault, double probability) {
        requireApplies(operation, fault);
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + " is not between 0 and 1");
        }
        randomFaults.add(new RandomFault(operation, fault, probability));
    }

    /** Returns the number of queued faults. */
    public synchronized int queued() {
        return queues.values().stream().mapToInt(Deque::size).sum();
    }

    /** Removes and returns the fault of a request that has just arrived, or null. */
    public @Nullable Fault takeBeforeAccepting(Operation operation) {
        return take(operation, true);
    }

    /** Removes and returns the fault of the response to an accepted request, or null. */
    public @Nullable Fault takeAfterAccepting(Operation operation) {
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
            throw new IllegalArgumentException(
                    "the fault changes the results of a send request and is not possible for " + operation + ": use it for "
                                               + Operation.SEND);
        }
    }
}
