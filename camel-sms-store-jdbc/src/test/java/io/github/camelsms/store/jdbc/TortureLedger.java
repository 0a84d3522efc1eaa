package io.github.camelsms.store.jdbc;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Output of killed processes and the guarantees derived from it. Thread-safe.
 */
final class TortureLedger {

    /** Whether to print the log of the processes. */
    private static final boolean LOG = Boolean.getBoolean("kill.log");

    /** All submitted messages, in order. */
    private final Set<String> handed = new LinkedHashSet<>();
    private final Set<String> acknowledged = new HashSet<>();
    /** Correlation id and outcome. */
    private final Set<String> results = new HashSet<>();
    /** Correlation id and status. */
    private final Set<String> statuses = new HashSet<>();
    /** Last outcomes of stored messages, as the process tells them in the end. */
    private final Map<String, String> outcomes = new HashMap<>();
    private final Set<String> failures = new TreeSet<>();
    private final Map<String, Integer> points = new TreeMap<>();
    private final Map<String, Integer> lines = new ConcurrentHashMap<>();
    private String account = "";
    private String counts = "";

    /** Processes a line. The last line of a process may be incomplete. */
    synchronized void hear(String line) {
        String[] words = line.split(" ", 3);
        lines.merge(words[0], 1, Integer::sum);
        switch (words[0]) {
            case "storing" -> handed.addAll(ids(words[1]));
            case "stored" -> acknowledged.addAll(ids(words[1]));
            case "outcome" -> {
                acknowledged.add(words[1]);
                results.add(words[1] + " " + words[2]);
            }
            case "result" -> results.add(words[1] + " " + words[2]);
            case "status" -> statuses.add(words[1] + " " + words[2]);
            case "failed" -> failures.add(line);
            case "final" -> outcomes.put(words[1], words[2]);
            case "count" -> {
                account = words[1];
                counts = words[2];
            }
            default -> {
                if (LOG) {
                    System.out.println(line);
                }
            }
        }
    }

    private static List<String> ids(String ids) {
        return Arrays.asList(ids.split(","));
    }

    synchronized void killedAt(String point) {
        points.merge(point, 1, Integer::sum);
    }

    synchronized Map<String, Integer> points() {
        return Map.copyOf(points);
    }

    /** Returns the messages whose outcome their sender does not know. */
    synchronized List<String> unacknowledged() {
        return handed.stream().filter(id -> !acknowledged.contains(id)).toList();
    }

    synchronized Set<String> handed() {
        return Set.copyOf(handed);
    }

    synchronized Set<String> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    synchronized Set<String> failures() {
        return Set.copyOf(failures);
    }

    /** Returns the name of the account in the store. */
    synchronized String account() {
        return account;
    }

    /** Returns whether all messages are in a final state. */
    synchronized boolean isSettled() {
        return !counts.isEmpty() && Arrays.stream(counts.split(",")).allMatch(count -> {
            SmsMessageState state = SmsMessageState.valueOf(count.substring(0, count.indexOf('=')));
            return count.endsWith("=0") || state != SmsMessageState.WAITING && state != SmsMessageState.SCHEDULED
                    && state != SmsMessageState.SENDING && state != SmsMessageState.UNKNOWN;
        });
    }

    /** Returns the final statuses that the service has and that were not delivered. */
    synchronized Set<String> missingStatuses(Collection<SimulatedMessage> accepted) {
        return accepted.stream().map(message -> message.correlationId() + " " + message.status())
                .filter(status -> !statuses.contains(status)).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the outcomes of stored messages that were not delivered, without those whose caller waited: a later
     * outcome is offered to others after a minute.
     */
    Set<String> missingResults(Collection<SmsStoredMessage> stored) {
        return missingResults(stored.stream().map(SmsStoredMessage::correlationId), stored.stream()
                .collect(Collectors.toMap(SmsStoredMessage::correlationId, message -> String.valueOf(outcome(message))))::get);
    }

    /**
     * Returns the outcomes in the end that were not delivered, as above; those of which the process has told nothing
     * too.
     */
    synchronized Set<String> missingResults() {
        return missingResults(acknowledged.stream(), id -> outcomes.getOrDefault(id, "unknown yet"));
    }

    private synchronized Set<String> missingResults(Stream<String> ids, UnaryOperator<String> outcome) {
        return ids.filter(id -> !id.startsWith(TortureChild.WAITED_FOR)).map(id -> id + " " + outcome.apply(id))
                .filter(result -> !results.contains(result)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static @Nullable String outcome(SmsStoredMessage message) {
        return message.result() == null ? null : message.result().outcome().name();
    }

    /** Returns figures for the log. */
    synchronized String figures() {
        return handed.size() + " messages, " + acknowledged.size() + " acknowledged; " + counts + "; killed at "
               + new TreeMap<>(points) + "; lines " + new TreeMap<>(
                       lines.entrySet().stream().filter(line -> line.getKey().matches("[a-z]+"))
                               .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }
}
