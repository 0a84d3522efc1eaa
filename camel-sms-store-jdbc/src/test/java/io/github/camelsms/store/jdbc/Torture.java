package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.test.SampleSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.with;

/**
 * Processes that store, send and deliver on one store, and are killed at each point. Nothing acknowledged is lost,
 * nothing is sent twice, and all messages are settled in the end.
 */
final class Torture {

    /** Number of kills on all stores. */
    static final int KILLS = SampleSize.of("kills", 8, 40);

    private static final int MESSAGES = 15;
    private static final int MAX_HIT = 4;
    private static final int MAX_LINES = 60;
    private static final long MAX_LIFE_MS = 10_000;

    private static final List<String> COMMITS = List.of(
            "leases.acquire", "intake.store", "sending.claim", "sending.withdraw", "sending.record", "sending.recover",
            "results.claim", "results.acknowledge", "statuses.announce", "statuses.receive", "statuses.read",
            "statuses.claim", "statuses.acknowledge");
    /** Points that a process reaches once, soon after its start. */
    private static final List<String> ONCE = List.of("leases.acquire", "sending.recover");
    private static final String AT_RANDOM = "random";
    private static final String LATE = "late";

    private final Random random = new Random(Long.getLong("kill.seed", 1));
    private final TortureLedger ledger = new TortureLedger();
    private final SmsSimulator simulator = SmsSimulator.builder()
            .requestsPerSecond(TortureChild.REQUESTS_PER_SECOND).rejectedDestinations(TortureChild.REJECTED)
            .requestLatency(Duration.ofMillis(1), Duration.ofMillis(8))
            .responseLatency(Duration.ofMillis(1), Duration.ofMillis(8))
            .deliveryDelay(Duration.ofMillis(100), Duration.ofMillis(600)).build();

    private final Path folder;

    /**
     * @param folder for the files of the processes
     */
    Torture(Path folder) {
        this.folder = folder;
    }

    /** A point that is not a method of the store would never be reached. */
    private static void checkThatCommitsExist() throws NoSuchMethodException {
        for (String commit : COMMITS) {
            String[] names = commit.split("\\.");
            assertThat(MessageStore.class.getMethod(names[0]).getReturnType().getMethods())
                    .extracting(Method::getName).contains(names[1]);
        }
    }

    private static List<String> points() {
        Stream<String> commits = COMMITS.stream().flatMap(commit -> Stream.of(commit + ".before", commit + ".after"));
        Stream<String> network = Stream.of("send", "poll").flatMap(
                operation -> Stream.of(TortureNetwork.REQUEST, TortureNetwork.RESPONSE, TortureNetwork.RESPONDED)
                        .map(point -> operation + "." + point));
        List<String> points = new ArrayList<>(Stream.concat(commits, network).toList());
        points.addAll(Collections.nCopies(points.size() / 4, AT_RANDOM));
        return points;
    }

    /**
     * Kills this number of processes, one after the other, and checks the guarantees.
     *
     * @param kind  of the store: file or url
     *
     * @param place its file or JDBC URL
     */
    void kill(String kind, String place, int kills) throws Exception {
        checkThatCommitsExist();
        try (JdbcMessageStore store = CrashChild.store(kind, place)) {
            store.start();
            MessageStore.await(store.optOuts().add(List.of(TortureChild.OPTED_OUT), null));
        }
        simulator.start();
        simulator.failRandomly(0.03, Fault.dropAfterAccepting());
        simulator.failRandomly(Operation.STATUS, 0.02, Fault.dropAfterAccepting());
        try (TortureNetwork network = new TortureNetwork(simulator.port())) {
            List<String> points = new ArrayList<>();
            ChildJvm jvm = prepareJvm(network);
            Life next = new Life(jvm, kind, place, network);
            for (int kill = 1; kill <= kills; kill++) {
                Life life = next;
                next = new Life(jvm, kind, place, network);
                if (points.isEmpty()) {
                    points.addAll(points());
                    Collections.shuffle(points, random);
                }
                life.live("run" + kill, points.remove(0));
            }
            simulator.clearFaults();
            next.settle(kills);
            check(kind, place, kills);
            System.out.println("Killed " + kills + " processes on a " + kind + ", lost 0, sent twice 0: " + ledger.figures());
        } finally {
            simulator.stop();
        }
    }

    /** Runs a first process on its own store to archive the classes for the later ones. */
    private ChildJvm prepareJvm(TortureNetwork network) throws IOException, InterruptedException {
        ChildJvm jvm = new ChildJvm(Files.createDirectory(folder.resolve("jvm")));
        TortureProcess process = new TortureProcess(
                jvm.writingArchive(
                        TortureChild.class, "file", folder.resolve("unused.db").toString(), String.valueOf(network.port())),
                line -> {
                });
        process.say("go unused none 1 0");
        process.stop();
        return jvm;
    }

    /** A process from its start to its end. */
    private final class Life {

        private final TortureNetwork network;
        private final TortureProcess process;
        private String point = "none";
        private int left;
        private boolean isKilled;
        private final CountDownLatch started = new CountDownLatch(1);

        Life(ChildJvm jvm, String kind, String place, TortureNetwork network) throws IOException {
            this.network = network;
            this.process = new TortureProcess(
                    jvm.command(TortureChild.class, kind, place, String.valueOf(network.port())), this::hear);
        }

        /** Kills the process at a point, or at a random time if it does not reach it. */
        void live(String run, String name) throws IOException, InterruptedException {
            point = name;
            left = 1 + random
                    .nextInt(name.equals(AT_RANDOM) ? MAX_LINES : ONCE.stream().anyMatch(name::startsWith) ? 1 : MAX_HIT);
            network.listen(this::reach);
            process.say(
                    "go " + run + " " + name + " " + left + " " + MESSAGES + " " + String.join(" ", ledger.unacknowledged()));
            assertThat(started.await(1, TimeUnit.MINUTES)).as("the process has started").isTrue();
            if (!process.awaitEnd(MAX_LIFE_MS)) {
                kill(LATE);
                assertThat(process.awaitEnd(60_000)).as("the process is dead").isTrue();
            }
            assertThat(isKilled).as("the process was killed and did not exit").isTrue();
        }

        private synchronized void kill(String where) {
            if (!isKilled) {
                isKilled = true;
                ledger.killedAt(where);
                process.kill();
                started.countDown();
            }
        }

        private void hear(String line) {
            ledger.hear(line);
            if (line.equals("started")) {
                started.countDown();
            }
            if (line.equals("point " + point)) {
                kill(point);
            } else if (point.equals(AT_RANDOM) && --left == 0) {
                kill(AT_RANDOM);
            }
        }

        /** Returns whether to forward the bytes. Output of a killed process may arrive or not. */
        private synchronized boolean reach(String reached) {
            if (reached.equals(point) && !isKilled && --left == 0) {
                kill(point);
                return random.nextBoolean();
            }
            return true;
        }

        /**
         * Waits until everything is settled. Each kill can leave messages of unknown outcome, which are looked up with
         * one request each.
         */
        void settle(int kills) throws Exception {
            Duration limit = Duration.ofMinutes(2).plusMillis(500L * kills);
            network.listen(reached -> true);
            process.say("go end none 1 0 " + String.join(" ", ledger.unacknowledged()));
            with().pollInterval(Duration.ofMillis(200)).await().atMost(limit).untilAsserted(() -> {
                process.say("count");
                assertThat(ledger.unacknowledged()).as("not acknowledged: " + ledger.figures()).isEmpty();
                assertThat(ledger.isSettled()).as("settled: " + ledger.figures()).isTrue();
                assertThat(ledger.missingStatuses(simulator.messages())).as("statuses that were not delivered").isEmpty();
            });
            // The last ones may still be on their way.
            process.say("count " + String.join(" ", ledger.handed()));
            with().pollInterval(Duration.ofMillis(200)).await().atMost(limit)
                    .untilAsserted(() -> assertThat(ledger.missingResults()).as("outcomes on their way").isEmpty());
            process.stop();
        }
    }

    private void check(String kind, String place, int kills) {
        List<SimulatedMessage> accepted = simulator.messages();
        assertThat(ledger.failures()).as("failed exchanges").isEmpty();
        assertThat(accepted).as("sent messages").isNotEmpty();
        assertThat(twice(accepted)).as("sent twice").isEmpty();
        assertThat(accepted).extracting(SimulatedMessage::destination).as("opted out").doesNotContain(TortureChild.OPTED_OUT);
        assertThat(accepted).filteredOn(message -> message.destination().equals(TortureChild.LIMITED)).as("limited")
                .hasSizeLessThanOrEqualTo(TortureChild.LIMIT);
        try (JdbcMessageStore store = CrashChild.store(kind, place)) {
            store.start();
            List<SmsStoredMessage> stored = MessageStore.await(store.operations().find(ledger.account(), ledger.handed()));
            Map<String, SmsMessageState> states = stored.stream()
                    .collect(Collectors.toMap(SmsStoredMessage::correlationId, SmsStoredMessage::state));
            assertThat(states.keySet()).as("acknowledged messages").containsAll(ledger.acknowledged());
            assertThat(new TreeSet<>(accepted.stream().map(SimulatedMessage::correlationId).toList()))
                    .as("accepted by the service, and in the store")
                    .isEqualTo(new TreeSet<>(
                            stored.stream().filter(message -> message.state() == SmsMessageState.ACCEPTED)
                                    .map(SmsStoredMessage::correlationId).toList()));
            Map<String, Long> messagesTo = ledger.handed().stream()
                    .collect(Collectors.groupingBy(Torture::destination, Collectors.counting()));
            assertThat(stored).filteredOn(message -> message.state() == SmsMessageState.REJECTED)
                    .extracting(message -> destination(message.correlationId())).as("rejected without a cause")
                    .allMatch(number -> number.equals(TortureChild.REJECTED) || number.equals(TortureChild.OPTED_OUT)
                            || messagesTo.get(number) > TortureChild.LIMIT);
            assertThat(ledger.missingResults(stored)).as("outcomes that were not delivered").isEmpty();
        }
        Set<String> points = new HashSet<>(ledger.points().keySet());
        points.removeAll(Set.of(AT_RANDOM, LATE));
        assertThat(points).as("points at which processes were killed").hasSizeGreaterThanOrEqualTo(Math.min(kills / 2, 12));
    }

    private static String destination(String id) {
        return String.valueOf(TortureChild.message(id).destination());
    }

    private static Set<String> twice(List<SimulatedMessage> accepted) {
        Set<String> once = new HashSet<>();
        return accepted.stream().map(SimulatedMessage::correlationId).filter(id -> !once.add(id))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
