package io.github.camelsms.sample.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A disturbance of a node or the database, until the affected accounts send again, or for a shorter time.
 */
final class Disturbance {

    /** Kind of disturbance. */
    enum Cause {
        /** SIGKILL, and a new process afterwards. */
        KILL,
        /** SIGSTOP, and SIGCONT afterwards. */
        FREEZE,
        /** The connections of a node to the database are closed, and new ones are refused. */
        CUT,
        /** The network between a node and the database drops all data without closing connections. */
        STALL,
        /** The database is stopped and started again. */
        DATABASE_STOP,
        /** The database crashes and recovers. */
        DATABASE_CRASH,
        /** SIGTERM, and a new process afterwards. */
        STOP;

        boolean isOfDatabase() {
            return this == DATABASE_STOP || this == DATABASE_CRASH;
        }
    }

    private static final Duration MAX_WAIT = Duration.ofSeconds(90);
    private static final Duration DATABASE_OUTAGE = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final Figures figures;
    private final Cause cause;
    private final Node victim;
    private final List<ServiceAccount> affected;
    private final @Nullable Duration brief;

    /**
     * @param brief its length, or null until the accounts have moved
     */
    Disturbance(Cluster cluster, Figures figures, Cause cause, Node victim, @Nullable Duration brief) {
        this.cluster = cluster;
        this.figures = figures;
        this.cause = cause;
        this.victim = victim;
        this.brief = brief;
        this.affected = cause.isOfDatabase()
                ? cluster.accounts()
                : cluster.accounts().stream().filter(account -> victim.equals(cluster.ownerNode(account))).toList();
    }

    @Override
    public String toString() {
        return cause + (cause.isOfDatabase() ? "" : " of " + victim + ", which owns " + affected.size())
               + (brief == null ? "" : ", for " + brief.toMillis() + " ms");
    }

    void run() throws Exception {
        long began = System.nanoTime();
        begin();
        if (cause.isOfDatabase()) {
            awaitArrivals(System.nanoTime());
        } else if (brief != null) {
            pass(brief);
        } else {
            awaitTakeOver(began);
        }
        end();
    }

    private void begin() throws Exception {
        switch (cause) {
            case KILL -> victim.kill();
            case FREEZE -> victim.freeze();
            case CUT -> victim.database().cut();
            case STALL -> victim.database().stall();
            case STOP -> victim.terminate();
            case DATABASE_STOP, DATABASE_CRASH -> {
                cluster.postgres().stop(cause == Cause.DATABASE_CRASH);
                pass(brief == null ? DATABASE_OUTAGE : brief);
                cluster.postgres().start();
            }
        }
    }

    /** Lets the disturbance last for a time. */
    private static void pass(Duration duration) {
        CompletableFuture.runAsync(() -> {
        }, CompletableFuture.delayedExecutor(duration.toMillis(), TimeUnit.MILLISECONDS)).join();
    }

    private void end() throws IOException, InterruptedException {
        switch (cause) {
            case KILL -> victim.start();
            case FREEZE -> {
                victim.thaw();
                figures.thawed(System.nanoTime());
            }
            case CUT, STALL -> victim.database().pass();
            case STOP -> {
                victim.awaitEnd();
                if (NodesTest.MINUTES == 0) {
                    // The last disturbance in the build.
                    return;
                }
                victim.start();
            }
            default -> {
                return;
            }
        }
        victim.awaitStart();
    }

    /** Waits until another node has sent for each account. */
    private void awaitTakeOver(long began) {
        for (ServiceAccount account : affected) {
            Awaitility.await(account + " has another owner").pollInterval(Duration.ofMillis(20)).atMost(MAX_WAIT).until(() -> {
                Node owner = cluster.ownerNode(account);
                return owner != null && !owner.equals(victim);
            });
        }
        awaitArrivals(System.nanoTime(), began);
    }

    private void awaitArrivals(long began) {
        awaitArrivals(began, began);
    }

    private void awaitArrivals(long after, long began) {
        for (ServiceAccount account : affected) {
            Awaitility.await("request of " + account).pollInterval(Duration.ofMillis(20)).atMost(MAX_WAIT)
                    .until(() -> account.arrivalAfter(after) != null);
            Long arrival = account.arrivalAfter(after);
            if (arrival != null) {
                figures.tookOver(cause, Duration.ofNanos(arrival - began));
            }
        }
    }
}
