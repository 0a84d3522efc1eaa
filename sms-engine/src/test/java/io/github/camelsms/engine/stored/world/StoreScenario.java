package io.github.camelsms.engine.stored.world;

import java.time.Duration;
import java.util.SplittableRandom;

import io.github.camelsms.ownership.Nodes;

/**
 * Parameters of a world with a message store. Probabilities are per mille.
 */
final class StoreScenario {

    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(8);
    static final long SECOND = 1_000_000_000L;
    static final long LONGEST_CALL = 70 * SECOND;
    /** Maximum time from a call to its commit, and from there to its response, with low store latency. */
    static final long NEAR = 5_000_000L;

    final int nodes;
    final int messages;
    final int batchSize;
    final int crashes;
    /** Pauses of a process, each up to twice the lease. */
    final int pauses;
    /** Processes that stop gracefully during the failure phase. */
    final int stops;
    /** Periods in which one process cannot reach the store. */
    final int partitions;
    /** Nodes that join or leave one after the other, when everything is healthy again. */
    final int changes;
    /** Length of the failure phase. */
    final long troubledTime;
    final long storeLatency;
    final int storeFailsBefore;
    final int storeFailsAfter;
    final int storeStalls;
    /** Calls that take up to {@link #LONGEST_CALL}, so that some end after they were given up. */
    final int storeSlow;
    final int lostHints;
    final int storeDowns;
    final int lostRequests;
    final int lostResponses;
    final int unreachable;
    final int throttled;
    final int slow;
    final int failedQueries;
    final long lag;
    final Duration reconcileAfter;
    final Duration reconcileFor;
    final boolean isResent;
    final int waitingCallers;
    final boolean isOffered;
    /** A policy decides about each message; it may throw and return late, and allow some only at certain times. */
    final boolean policies;

    StoreScenario(SplittableRandom random) {
        nodes = random.nextInt(3) > 0 ? 2 + random.nextInt(4) : 1;
        pauses = nodes > 1 && random.nextBoolean() ? 1 + random.nextInt(3) : 0;
        stops = nodes > 1 && random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
        partitions = nodes > 1 && random.nextBoolean() ? 1 + random.nextInt(2) : 0;
        changes = nodes > 1 && random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
        messages = 1 + random.nextInt(40);
        batchSize = 1 + random.nextInt(8);
        crashes = random.nextInt(4);
        troubledTime = (10 + random.nextInt(60)) * SECOND;
        storeLatency = random.nextBoolean() ? NEAR : random.nextLong(1, 2 * SECOND);
        storeFailsBefore = rare(random, 80);
        storeFailsAfter = rare(random, 80);
        storeStalls = rare(random, 15);
        storeSlow = rare(random, 15);
        lostHints = random.nextInt(3) * 500;
        storeDowns = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
        lostRequests = rare(random, 150);
        lostResponses = rare(random, 250);
        unreachable = rare(random, 150);
        throttled = rare(random, 200);
        slow = rare(random, 400);
        failedQueries = rare(random, 400);
        reconcileAfter = Duration.ofSeconds(random.nextInt(30));
        reconcileFor = Duration.ofSeconds(60 + random.nextInt(90));
        isResent = random.nextBoolean();
        lag = random.nextBoolean() ? 0 : random.nextLong(30 * SECOND);
        waitingCallers = random.nextInt(4) * 330;
        isOffered = random.nextInt(4) > 0;
        policies = random.nextInt(3) == 0;
    }

    private static int rare(SplittableRandom random, int most) {
        return random.nextBoolean() ? 0 : random.nextInt(most);
    }

    @Override
    public String toString() {
        return nodes + " nodes, " + messages + " messages, batchSize " + batchSize + ", " + crashes + " crashes, " + pauses
               + " pauses, " + stops + " stops, " + partitions + " partitions, " + changes + " changes, trouble for "
               + troubledTime / SECOND + " s, store latency " + storeLatency / 1_000_000 + " ms, fails before/after "
               + storeFailsBefore + "/" + storeFailsAfter + ", stalls/slow " + storeStalls + "/" + storeSlow + ", lost hints "
               + lostHints + ", downs " + storeDowns
               + ", lost requests/responses " + lostRequests + "/" + lostResponses + ", unreachable " + unreachable
               + ", throttled " + throttled + ", lag " + lag / 1_000_000 + " ms, reconcile after/for " + reconcileAfter + "/"
               + reconcileFor + (isResent ? ", resend" : ", park") + ", offered " + isOffered + (policies ? ", policies" : "");
    }
}
