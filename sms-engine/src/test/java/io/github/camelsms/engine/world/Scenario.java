package io.github.camelsms.engine.world;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.pacing.Pacing;

/**
 * Parameters of a world, derived from its seed: settings, network, service, faults and callers. Each world has only
 * some of the faults, so that they do not mask each other.
 */
final class Scenario {

    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;

    final EngineSettings settings;
    final Set<Fault> faults = EnumSet.noneOf(Fault.class);
    /** Per mille of requests with a fault. */
    final int faultRate;
    final long shortestWay;
    final long longestWay;
    final long requestTimeout;
    final boolean respondsImmediately;
    final Limiter limiter;
    final boolean fickle;
    final long latestAlarm;
    final long latestLoop;
    final long latestThread;
    final int callers;
    final long callingTime;
    final boolean patient;
    final boolean listenerThrows;
    /** Messages and inputs have priorities. */
    final boolean priorities;
    /** Messages of one input have different priorities. */
    final boolean ownPriorities;
    /** Some messages share a correlation id. */
    final boolean twins;
    final boolean timesToLive;
    final int suspensions;
    final boolean slowCallers;
    final Ending ending;
    /** Per mille of tasks that a pool rejects, or queues although it throws. */
    final int rejections;
    final boolean sinksThrow;
    /** Some callers block forever in their completion. */
    final boolean blockedCallers;
    /** Sinks, listeners and senders call the engine. */
    final boolean reentrant;
    final int jumps;
    /** Number of changes of the settings. */
    final int changes;
    /** Some 429 responses have a Retry-After of hours. */
    final boolean longPauses;
    /** Number of times that the service does not respond for up to {@link #longestSilence}. */
    final int silences;
    final long longestSilence;
    /** Requests with more messages are rejected by a firewall with {@link #sizeRejection}; 0 without a limit. */
    final int maxSize;
    final int sizeRejection;
    /** A policy decides about each message; it may throw, block and have no verdict. */
    final boolean policies;

    /** How the account is closed. */
    enum Ending {
        OPEN,
        DRAIN,
        TERMINATE,
        DRAIN_AND_TERMINATE,
        POOLS_SHUT
    }

    Scenario(SplittableRandom random) {
        long interval = pick(random, SECOND, SECOND, SECOND, 200 * MILLI, 20 * MILLI, 1);
        int batchSize = random.nextInt(10) == 0 ? 200 : 1 + random.nextInt(8);
        Pacing pacing = random.nextInt(3) == 0 ? Pacing.strict : Pacing.adaptive;
        int maxPending = random.nextInt(4) == 0 ? 10_000 : 1 + random.nextInt(25);
        int maxInFlight = (int) pick(random, 1, 2, 3, 4, 32);
        boolean refuseWhenFull = random.nextInt(4) == 0;
        boolean healthy = random.nextInt(4) == 0;
        if (!healthy) {
            for (Fault fault : Fault.values()) {
                if (random.nextInt(3) == 0) {
                    faults.add(fault);
                }
            }
        }
        faultRate = (int) pick(random, 20, 100, 300, 700);
        shortestWay = pick(random, 0, MILLI, 10 * MILLI, 50 * MILLI, 400 * MILLI);
        longestWay = shortestWay + pick(random, 0, 0, MILLI, 20 * MILLI, 100 * MILLI, 3 * SECOND);
        requestTimeout = pick(random, 30 * SECOND, 10 * SECOND);
        settings = new EngineSettings(
                interval, pacing, batchSize, maxPending, maxInFlight, refuseWhenFull, requestTimeout + 10 * SECOND);
        respondsImmediately = longestWay == 0 && random.nextBoolean();
        int requests = 1 + random.nextInt(3);
        int kind = random.nextInt(healthy ? 6 : 7);
        fickle = kind == 6;
        limiter = switch (kind) {
            case 0 -> Limiter.sliding(requests, requests * interval, false);
            case 1 -> Limiter.sliding(requests, requests * interval, true);
            case 2 -> Limiter.fixed(requests, requests * interval, random.nextLong(interval + 1));
            case 3 -> Limiter.bucket(requests, interval);
            case 4 -> Limiter.minimumInterval(interval);
            case 5 -> Limiter.none();
            default -> Limiter.fickle(interval, random.split());
        };
        latestAlarm = pick(random, 0, 0, MILLI, 50 * MILLI);
        latestLoop = pick(random, 0, 0, MILLI, 500 * MILLI);
        latestThread = pick(random, 0, MILLI, 200 * MILLI);
        callers = 1 + random.nextInt(14);
        callingTime = pick(random, 0, 2 * interval, 10 * interval, 60 * SECOND);
        patient = healthy || random.nextBoolean();
        listenerThrows = random.nextInt(8) == 0;
        priorities = random.nextBoolean();
        ownPriorities = priorities && random.nextInt(3) == 0;
        twins = random.nextBoolean();
        // A world that is not healthy by design may still have no fault; then each message must be sent.
        timesToLive = !healthy && random.nextInt(3) == 0 && !isHealthy();
        suspensions = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 0;
        slowCallers = random.nextInt(6) == 0;
        ending = random.nextInt(3) > 0 ? Ending.OPEN : Ending.values()[random.nextInt(Ending.values().length)];
        rejections = random.nextInt(8) == 0 ? (int) pick(random, 20, 200, 500) : 0;
        sinksThrow = random.nextInt(8) == 0;
        blockedCallers = random.nextInt(8) == 0;
        reentrant = random.nextInt(4) == 0;
        jumps = random.nextInt(8) == 0 ? 1 + random.nextInt(4) : 0;
        changes = random.nextInt(4) == 0 ? 1 + random.nextInt(6) : 0;
        longPauses = random.nextInt(8) == 0;
        silences = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
        maxSize = random.nextInt(4) == 0 ? 1 + random.nextInt(batchSize) : 0;
        sizeRejection = (int) pick(random, 413, 403, 500);
        longestSilence = pick(random, 300 * MILLI, 3 * SECOND, 30 * SECOND, 300 * SECOND);
        policies = random.nextInt(3) == 0;
    }

    boolean isHealthy() {
        return faults.isEmpty() && !fickle && jumps == 0 && silences == 0
                && (maxSize == 0 || sizeRejection != 500);
    }

    /** Returns whether each message is sent in the end unless the account is closed. */
    boolean isAllAccepted() {
        return isHealthy() && patient && rejections == 0 && !policies;
    }

    /** Returns other settings, with an interval that the service allows. */
    EngineSettings change(SplittableRandom draw) {
        return new EngineSettings(
                settings.intervalNanos() * pick(draw, 1, 1, 2, 4), draw.nextInt(3) == 0 ? Pacing.strict : Pacing.adaptive,
                1 + draw.nextInt(8), 1 + draw.nextInt(25), 1 + draw.nextInt(4), draw.nextInt(4) == 0,
                settings.responseTimeoutNanos());
    }

    /** Returns whether all latencies of the network are equal. */
    boolean isSteady() {
        return longestWay == shortestWay;
    }

    /** Returns the maximum delay of a task of the engine's loop. */
    long slack() {
        return latestAlarm + latestLoop;
    }

    @Override
    public String toString() {
        return settings + ", way " + shortestWay / MILLI + ".." + longestWay / MILLI + " ms, "
               + (isHealthy() ? "healthy" : faultRate + " per mille of " + faults + (fickle ? ", fickle limiter" : ""))
               + (maxSize == 0 ? "" : ", " + sizeRejection + " for more than " + maxSize + " messages")
               + (silences == 0 ? "" : ", " + silences + " silences of up to " + longestSilence / MILLI + " ms")
               + ", alarms up to " + latestAlarm / MILLI + ", loop up to " + latestLoop / MILLI + ", threads up to "
               + latestThread / MILLI + " ms late, " + callers + (patient ? " patient" : "") + " callers, " + suspensions
               + " suspensions, " + changes + " changes, " + jumps + " jumps, " + rejections + " per mille rejections"
               + (listenerThrows ? ", listener throws" : "") + (sinksThrow ? ", sinks throw" : "")
               + (blockedCallers ? ", callers block forever" : "") + (reentrant ? ", reentrant" : "")
               + (policies ? ", policies" : "") + ", ending " + ending;
    }

    private static long pick(SplittableRandom random, long... values) {
        return values[random.nextInt(values.length)];
    }
}
