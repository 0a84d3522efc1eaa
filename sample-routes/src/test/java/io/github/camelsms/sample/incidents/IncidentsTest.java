package io.github.camelsms.sample.incidents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.sample.environment.SampleProcess.Line;
import io.github.camelsms.sample.incidents.Incident.Signals;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.test.PrometheusEvaluation;
import io.github.camelsms.test.PrometheusEvaluation.Series;
import io.github.camelsms.test.SampleSize;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The incidents of a night on sample applications with real networks, databases and brokers. For each, an operator sees
 * the log lines, the health checks and the alerts of the table in <code>docs/operating.md</code>, and no other alert
 * about messages. A second counts as a minute for the alert rules. The recorded metrics are in
 * <code>target/incidents</code>, as tests for promtool.
 */
class IncidentsTest {

    /** Of six applications on two processors. */
    private static final int AT_THE_SAME_TIME = 6;
    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(90);
    private static final Duration LIMIT = Duration.ofSeconds(240);
    /** Of what follows from an incident: polls, lookups, removals and lost responses. */
    private static final Pattern END = Pattern
            .compile("(works|succeed|are looked up|from the message store) again|no longer throttles|were replaced:");
    private static final Path TARGET = Path.of("target", "incidents");
    private static final Path GUIDE = Path.of("..", "docs", "operating.md");

    private static final Map<Incident, Future<Seen>> NIGHT = new EnumMap<>(Incident.class);
    private static final ExecutorService WORLDS = Executors.newFixedThreadPool(AT_THE_SAME_TIME);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /**
     * What was seen of an incident.
     *
     * @param before   alerts that fired before it
     * @param warnings of the log, from its beginning on
     * @param ended    warnings of the log, from its end on
     * @param seconds  from its beginning until each first signal
     * @param down     health checks that were down while it lasted
     * @param alerts   that fired, from its beginning on
     * @param length   in seconds
     * @param twice    messages that the service has received more than once
     */
    private record Seen(Set<String> before, List<String> warnings, List<String> ended, Map<String, Long> seconds,
            Set<String> down,
            Set<String> alerts, long length, long twice) {
    }

    /** Returns the incidents that the property names; <code>all</code> for all, as with the large samples. */
    static Stream<Incident> incidents() {
        String chosen = System.getProperty("incidents", SampleSize.isFull() ? "all" : "");
        return Stream.of(Incident.values())
                .filter(incident -> chosen.equals("all") || List.of(chosen.split(",")).contains(incident.name()));
    }

    @BeforeAll
    static void begin() throws IOException {
        Files.createDirectories(TARGET);
        incidents().forEach(incident -> NIGHT.put(incident, WORLDS.submit(observe(incident))));
    }

    @AfterAll
    static void end() {
        WORLDS.shutdownNow();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("incidents")
    void incident_whileItLasts_isSeen(Incident incident) throws Exception {
        Seen seen = NIGHT.get(incident).get(15, TimeUnit.MINUTES);
        Signals signals = incident.signals();
        System.out.println(incident + ", " + seen.length + " s: " + seen.seconds);

        assertThat(seen.before).as("alerts before it").isEmpty();
        assertThat(seen.seconds.keySet()).as("signals").containsAll(signals.alerts());
        assertThat(seen.alerts).isSubsetOf(union(signals.alerts(), signals.later()));
        if (!signals.first().isEmpty()) {
            assertThat(seen.warnings).anyMatch(line -> line.contains(signals.first()));
            assertThat(seen.seconds.get("log")).isLessThanOrEqualTo(NOTICED_WITHIN.toSeconds());
        }
        if (!signals.last().isEmpty()) {
            assertThat(sinceEnd(seen.ended, signals.last())).isNotEmpty()
                    .allSatisfy(line -> assertThat(line).containsPattern(END));
        }
        assertThat(seen.down).isSubsetOf(signals.checks());
        signals.checks().forEach(
                check -> assertThat(seen.seconds).hasEntrySatisfying(
                        check, seconds -> assertThat(seconds).isLessThanOrEqualTo(NOTICED_WITHIN.toSeconds())));
        // When it begins, once a minute, and when it ends.
        assertThat(countByKind(seen.warnings))
                .allSatisfy((kind, count) -> assertThat(count).as(kind).isLessThanOrEqualTo(2 + seen.length / 60));
        assertThat(seen.twice).as("messages sent twice").isZero();
    }

    @Test
    void operatingGuide_tableOfIncidents_isTheOneOfThisTest() throws IOException {
        assertThat(Files.readString(GUIDE)).contains(Incident.table());
    }

    /**
     * Returns the lines from the end of an incident on. Sending and polling recover one after the other: the incident
     * has ended when each that was disturbed has.
     */
    private static List<String> sinceEnd(List<String> lines, String last) {
        int end = Stream.of(last.split("\\|")).mapToInt(part -> firstIndex(lines, part)).max().orElseThrow();
        return end < 0 ? List.of() : lines.subList(end, lines.size());
    }

    /** Returns -1 if no line contains the part. */
    private static int firstIndex(List<String> lines, String part) {
        return IntStream.range(0, lines.size()).filter(index -> lines.get(index).contains(part)).findFirst().orElse(-1);
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }

    /** Lines that differ only in numbers are of one kind. Those about repeated messages name each once. */
    private static Map<String, Long> countByKind(List<String> warnings) {
        return warnings.stream().filter(line -> !line.matches(".*were stored before.*"))
                .collect(
                        Collectors.groupingBy(
                                line -> beginning(line.replaceAll("[^ ]*[0-9][^ ]*", "#")), TreeMap::new,
                                Collectors.counting()));
    }

    private static String beginning(String line) {
        return line.substring(0, Math.min(60, line.length() / 2));
    }

    private static Callable<Seen> observe(Incident incident) {
        return () -> {
            try (World world = calmWorld(incident)) {
                Observer observer = world.observer();
                int calm = observer.lastMinute();
                pass(Duration.ofSeconds(5));
                long begin = System.nanoTime();
                int minute = observer.minute(begin);
                Set<String> before = observer.fired(calm).keySet();
                incident.begin(world);
                await(LIMIT, () -> isSeen(incident.signals(), world, begin));
                pass(Duration.ofSeconds(2));
                int lastMinute = observer.lastMinute();
                Set<String> firing = observer.firing();
                long end = System.nanoTime();
                incident.end(world);
                await(LIMIT, () -> isOver(incident.signals(), world, end));
                pass(Duration.ofSeconds(5));
                Map<String, Long> seconds = new TreeMap<>();
                observer.fired(minute).forEach((alert, first) -> seconds.put(alert, (long) first - minute));
                Set<String> down = new TreeSet<>();
                observer.down(minute).forEach((check, first) -> {
                    seconds.put(shortened(check), (long) first - minute);
                    if (first <= lastMinute) {
                        down.add(shortened(check));
                    }
                });
                warnings(world, begin).stream().filter(line -> line.text().contains(incident.signals().first())).findFirst()
                        .ifPresent(line -> seconds.put("log", TimeUnit.NANOSECONDS.toSeconds(line.nanos() - begin)));
                writeTest(incident, observer.series(), lastMinute, firing);
                Files.write(
                        TARGET.resolve(incident + ".log"),
                        world.output().stream().map(line -> (line.nanos() - begin) / 1_000_000 + " ms " + line.text())
                                .toList());
                return new Seen(
                        before, warnings(world, begin).stream().map(Line::text).toList(),
                        warnings(world, end).stream().map(Line::text).toList(), seconds, down, observer.fired(minute).keySet(),
                        TimeUnit.NANOSECONDS.toSeconds(end - begin), twice(world));
            }
        };
    }

    /** One starts after the other: several that start take each other's processor. */
    private static World calmWorld(Incident incident) throws Exception {
        synchronized (NIGHT) {
            World world = new World(folder.resolve(incident.name()), incident.parts());
            try {
                await(LIMIT, () -> isCalm(world));
                return world;
            } catch (Throwable e) {
                try (World unusable = world) {
                    throw e;
                }
            }
        }
    }

    /** The first requests to an application may take long. */
    private static boolean isCalm(World world) {
        return world.observer().lastMinute() >= 0 && world.observer().downNow().isEmpty() && world.observer().firing().isEmpty()
                && world.simulator.statistics().acceptedMessages() > 20;
    }

    private static boolean isSeen(Signals signals, World world, long begin) {
        int minute = world.observer().minute(begin);
        Set<String> down
                = world.observer().down(minute).keySet().stream().map(IncidentsTest::shortened).collect(Collectors.toSet());
        return world.observer().fired(minute).keySet().containsAll(signals.alerts()) && down.containsAll(signals.checks())
                && (signals.first().isEmpty()
                        || warnings(world, begin).stream().anyMatch(line -> line.text().contains(signals.first())));
    }

    private static boolean isOver(Signals signals, World world, long end) {
        return world.observer().downNow().isEmpty()
                && Collections.disjoint(world.observer().firing(), signals.alerts()) && (signals.last().isEmpty()
                        || warnings(world, end).stream()
                                .anyMatch(line -> Pattern.compile(signals.last()).matcher(line.text()).find()));
    }

    /** <code>producer</code> for an account, or the name of a consumer's route. */
    private static String shortened(String check) {
        return check.replaceFirst("producer:.*", "producer").replaceFirst("consumer:(sms-)?", "");
    }

    private static List<Line> warnings(World world, long since) {
        return world.output().stream().filter(line -> line.nanos() >= since && line.text().matches("(WARN|ERROR) .*")).toList();
    }

    private static long twice(World world) {
        Map<String, Integer> counts = new HashMap<>();
        for (SimulatedMessage message : world.simulator.messages()) {
            counts.merge(message.correlationId(), 1, Integer::sum);
        }
        return counts.values().stream().filter(count -> count > 1).count();
    }

    /** Writes the metrics as a test for promtool: the same alerts fire at the end of the incident. */
    private static void writeTest(Incident incident, List<Series> series, int minute, Set<String> firing) throws IOException {
        List<String> lines = new ArrayList<>(
                List.of(
                        "rule_files:", "  - ../../../monitoring/prometheus/alerts.yml", "evaluation_interval: 1m", "tests:",
                        "  - name: " + incident, "    interval: 1m", "    input_series:"));
        for (Series each : series) {
            Map<String, String> labels = new TreeMap<>(each.labels());
            String name = labels.remove(PrometheusEvaluation.NAME);
            lines.add(
                    "      - series: '" + name + labels.entrySet().stream()
                            .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                            .collect(Collectors.joining(", ", "{", "}"))
                      + "'");
            lines.add(
                    "        values: '" + each.samples().stream().map(value -> value == null ? "_" : value.toString())
                            .collect(Collectors.joining(" "))
                      + "'");
        }
        lines.addAll(
                List.of(
                        "    promql_expr_test:", "      - expr: group by (alertname) (ALERTS{alertstate=\"firing\"})",
                        "        eval_time: " + minute + "m", "        exp_samples:" + (firing.isEmpty() ? " []" : "")));
        firing.forEach(
                alert -> lines.addAll(List.of("          - labels: '{alertname=\"" + alert + "\"}'", "            value: 1")));
        Files.write(TARGET.resolve(incident + ".yml"), lines);
    }

    private static void await(Duration limit, Callable<Boolean> condition) {
        // What was not seen is reported by the test.
        long end = System.nanoTime() + limit.toNanos();
        Awaitility.await().pollInterval(Duration.ofSeconds(1)).atMost(limit.plusSeconds(30))
                .until(() -> condition.call() || System.nanoTime() > end);
    }

    private static void pass(Duration duration) {
        CompletableFuture.runAsync(() -> {
        }, CompletableFuture.delayedExecutor(duration.toMillis(), TimeUnit.MILLISECONDS)).join();
    }
}
