package io.github.camelsms.sample.nodes;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.camelsms.sample.nodes.Disturbance.Cause;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.test.SampleSize;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with three processes of the sample application that share six accounts. They are killed, frozen, stopped and
 * disconnected from the database, and the database is restarted. No message is lost or sent twice, and no two requests
 * of an account are closer than its interval. <code>-Dnodes.minutes=60</code> runs longer and also checks the times,
 * <code>-Dnodes.seed=7</code> changes the order.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class NodesTest {

    private static final int NODES = 3;
    private static final int ACCOUNTS = 6;
    static final double MINUTES = Double.parseDouble(System.getProperty("nodes.minutes", "0"));
    /** Requests of each account in which the accounts move to a node that has just started. */
    private static final int SPREAD = 10;
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(MINUTES == 0 ? 2 : 10);
    /** Time after which a node that does not respond is given up; its accounts follow after the same time. */
    private static final Duration TAKEN_OVER_WITHIN = Cluster.LEASE.plusSeconds(10);
    private static final Duration HANDED_OVER_WITHIN = Duration.ofSeconds(2);

    private final Random random = new Random(Long.getLong("nodes.seed", 1));
    private final Figures figures = new Figures();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void nodes_killedFrozenOrDisconnected_loseNothingAndSendNothingTwice() throws Exception {
        long began = System.nanoTime();
        try (Cluster cluster = new Cluster(folder, NODES, ACCOUNTS, figures)) {
            awaitOwners(cluster);
            if (MINUTES == 0) {
                disturb(cluster, Cause.KILL, Cause.CUT);
                if (SampleSize.isFull()) {
                    disturb(cluster, Cause.FREEZE);
                    disturb(cluster, Cause.DATABASE_CRASH);
                    disturb(cluster, Cause.STOP);
                }
            } else {
                disturbAtRandom(cluster, began + (long) (MINUTES * Duration.ofMinutes(1).toNanos()));
            }
            cluster.traffic().stopFeeding();
            try {
                settle(cluster);
            } finally {
                report(cluster, Duration.ofNanos(System.nanoTime() - began));
            }
            check(cluster);
        }
    }

    private void disturbAtRandom(Cluster cluster, long end) throws Exception {
        List<Cause> causes = new ArrayList<>();
        while (System.nanoTime() < end) {
            if (causes.isEmpty()) {
                causes.addAll(List.of(Cause.values()));
                Collections.shuffle(causes, random);
            }
            Cause cause = causes.remove(0);
            if (random.nextInt(4) == 0) {
                disturb(cluster, cause, Cause.values()[random.nextInt(Cause.STALL.ordinal() + 1)]);
            } else {
                disturb(cluster, cause);
            }
        }
    }

    /** Applies several disturbances at the same time, each to another node. */
    private void disturb(Cluster cluster, Cause... causes) throws Exception {
        if (MINUTES == 0) {
            calm(cluster, 3);
        } else {
            // Sometimes the disturbance comes before the accounts have moved.
            awaitRequests(cluster, random.nextInt(4) == 0 ? 0 : SPREAD);
            calm(cluster, 5 + random.nextInt(10));
        }
        List<Node> victims = new ArrayList<>(cluster.nodes());
        Collections.shuffle(victims, random);
        victims.sort(Comparator.comparing(cluster::owned).reversed());
        List<Disturbance> all = new ArrayList<>();
        figures.disturbing(causes.length == 1);
        for (Cause cause : causes) {
            all.add(new Disturbance(cluster, figures, cause, victims.remove(0), brief(cause)));
            figures.disturbed(cause);
        }
        System.out.println(LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + " " + all);
        CompletableFuture.allOf(
                all.stream().map(each -> CompletableFuture.runAsync(() -> run(each))).toArray(CompletableFuture[]::new)).join();
        awaitOwners(cluster);
    }

    /** In a long run, some disturbances are too short for a takeover, or just long enough. */
    private @Nullable Duration brief(Cause cause) {
        boolean canBeBrief = MINUTES > 0 && cause != Cause.KILL && cause != Cause.STOP && random.nextInt(3) == 0;
        return canBeBrief ? Duration.ofMillis(random.nextInt(2 * (int) Cluster.LEASE.toMillis())) : null;
    }

    private static void run(Disturbance disturbance) {
        try {
            disturbance.run();
        } catch (Exception e) {
            throw new IllegalStateException(disturbance + " failed", e);
        }
    }

    /** Waits until each account has sent under a live owner. */
    private static void awaitOwners(Cluster cluster) {
        long began = System.nanoTime();
        for (ServiceAccount account : cluster.accounts()) {
            Awaitility.await(account + " is sent for").pollInterval(Duration.ofMillis(100)).atMost(Duration.ofSeconds(90))
                    .until(() -> cluster.ownerNode(account) != null && account.arrivalAfter(began) != null);
        }
    }

    /** Notes a period in which nothing is disturbed, until each account has sent more requests. */
    private void calm(Cluster cluster, int requests) {
        long began = System.nanoTime();
        awaitRequests(cluster, requests);
        figures.calm(began, System.nanoTime());
    }

    private static void awaitRequests(Cluster cluster, int requests) {
        Map<ServiceAccount, Integer> before = cluster.accounts().stream()
                .collect(Collectors.toMap(Function.identity(), account -> account.arrivals().size()));
        Awaitility.await(requests + " more requests of each account").pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(90)).until(() -> before.entrySet().stream()
                        .allMatch(entry -> entry.getKey().arrivals().size() >= entry.getValue() + requests));
    }

    /** Waits until each message has its outcome and the outcome was delivered. */
    private static void settle(Cluster cluster) throws SQLException {
        int handedIn = cluster.accounts().stream().mapToInt(ServiceAccount::handedIn).sum();
        if (MINUTES == 0) {
            cluster.offerAgain();
        }
        Awaitility.await().pollInterval(Duration.ofMillis(200)).atMost(SETTLED_WITHIN).untilAsserted(() -> {
            Map<String, Integer> states = cluster.states();
            assertThat(states).as("states in the database").isNotNull();
            // Without a record at the service, a message stays UNKNOWN for about a minute.
            assertThat(states.keySet()).as("states " + states)
                    .isSubsetOf(MINUTES == 0 ? Set.of("ACCEPTED", "PARKED", "UNKNOWN") : Set.of("ACCEPTED", "PARKED"));
            assertThat(states.get("ACCEPTED")).as("accepted by the service, and in the store")
                    .isEqualTo(accepted(cluster).size());
            assertThat(states.values().stream().mapToInt(Integer::intValue).sum()).as("messages in the store")
                    .isEqualTo(handedIn);
            assertThat(cluster.traffic().settled()).as("messages with an outcome " + cluster.traffic().outcomes())
                    .isEqualTo(handedIn);
            if (MINUTES > 0) {
                assertThat(withoutStatus(cluster)).as("messages without a status").isEmpty();
            }
        });
    }

    private static List<String> accepted(Cluster cluster) {
        return cluster.accounts().stream().flatMap(account -> account.simulator().messages().stream())
                .map(SimulatedMessage::correlationId).toList();
    }

    private static Set<String> withoutStatus(Cluster cluster) {
        Set<String> missing = new HashSet<>(accepted(cluster));
        missing.removeAll(cluster.traffic().withStatus());
        return missing;
    }

    private void report(Cluster cluster, Duration duration) {
        Map<String, Integer> states = cluster.states();
        int handedIn = cluster.accounts().stream().mapToInt(ServiceAccount::handedIn).sum();
        List<String> accepted = accepted(cluster);
        long requests = cluster.accounts().stream().mapToLong(account -> account.arrivals().size()).sum();
        long throttled
                = cluster.accounts().stream().mapToLong(account -> account.simulator().statistics().tooManyRequests()).sum();
        System.out.printf(
                Locale.ROOT, """
                        %d nodes, %d accounts, lease %d s, %d s, seed %d
                        | messages stored                                      | %d |
                        | states in the store                                  | %s |
                        | outcomes delivered                                   | %s |
                        | results delivered again                              | %d |
                        | lost                                                 | %d |
                        | sent twice                                           | %d |
                        | without a status                                     | %d |
                        | requests                                             | %d |
                        | closer than the interval                             | %d |
                        | closer than the interval, after a freeze             | %d |
                        | throttled (429)                                      | %d |
                        | share of the limit while all nodes live              | %.3f |
                        | longest time from a release to the next owner        | %d ms |
                        | the same while another node was disturbed            | %d ms |

                        | cause           | runs | moves | time until the new owner sends, min / median / max |
                        %s""", NODES, ACCOUNTS, Cluster.LEASE.toSeconds(), duration.toSeconds(), Long.getLong("nodes.seed", 1),
                handedIn, states, cluster.traffic().outcomes(), cluster.traffic().results() - cluster.traffic().settled(),
                lost(states, handedIn, accepted), accepted.size() - new HashSet<>(accepted).size(),
                withoutStatus(cluster).size(), requests, figures.tooClose(cluster.accounts(), false),
                figures.tooClose(cluster.accounts(), true), throttled, figures.share(cluster.accounts()),
                figures.longestHandOver(true).toMillis(), figures.longestHandOver(false).toMillis(),
                figures.takeOverTable());
    }

    /** Returns how many messages are missing in the store, or accepted in the store but not at the service. */
    private static int lost(@Nullable Map<String, Integer> states, int handedIn, List<String> accepted) {
        Map<String, Integer> known = states == null ? Map.of() : states;
        int stored = known.values().stream().mapToInt(Integer::intValue).sum();
        return handedIn - stored + Math.max(0, known.getOrDefault("ACCEPTED", 0) - new HashSet<>(accepted).size());
    }

    private void check(Cluster cluster) {
        List<String> accepted = accepted(cluster);
        assertThat(accepted).as("sent twice").doesNotHaveDuplicates();
        assertThat(figures.tooClose(cluster.accounts(), false)).as("requests closer than the interval").isZero();
        if (MINUTES > 0) {
            assertThat(figures.share(cluster.accounts())).as("share of the limit").isGreaterThanOrEqualTo(0.95);
            assertThat(figures.longestHandOver(true)).as("handover").isLessThanOrEqualTo(HANDED_OVER_WITHIN);
            for (Cause cause : Arrays.asList(Cause.KILL, Cause.FREEZE, Cause.CUT, Cause.STALL, Cause.DATABASE_STOP)) {
                assertThat(figures.longest(cause)).as("takeover after " + cause).isLessThanOrEqualTo(TAKEN_OVER_WITHIN);
            }
        }
    }
}
