package io.github.camelsms.sample.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

import org.apache.camel.util.StopWatch;

/**
 * Outcomes and statuses of the messages of a demonstration, read from the files and the queue of results, and its
 * console output: its progress and its summary.
 */
final class DemoReport {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ACCEPTED = "ACCEPTED";
    private static final String REJECTED = "REJECTED";
    private static final String UNKNOWN = "UNKNOWN";

    private final StopWatch time = new StopWatch();
    /** Outcome of each message, by its correlation id. */
    private final Map<String, String> outcomes = new HashMap<>();
    /** Last delivery status of each message, by its correlation id. */
    private final Map<String, String> statuses = new HashMap<>();
    /** Messages whose response was lost, and whose status shows that they were accepted. */
    private final Set<String> lookedUp = new HashSet<>();

    private final Path folder;
    private final JMSConsumer results;
    private final JMSConsumer deliveryStatuses;
    private final boolean crash;
    private final PrintStream out;

    /**
     * @param folder           folder of the files of results
     * @param results          consumer of the queue of results
     * @param deliveryStatuses consumer of the queue of statuses
     * @param crash            whether the application is killed, and a response lost
     */
    DemoReport(Path folder, JMSConsumer results, JMSConsumer deliveryStatuses, boolean crash, PrintStream out) {
        this.folder = folder;
        this.results = results;
        this.deliveryStatuses = deliveryStatuses;
        this.crash = crash;
        this.out = out;
    }

    /** Reads the results and prints a line. Returns a number that grows with each outcome and final status. */
    long update() throws IOException, JMSException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.csv")) {
            for (Path path : files) {
                read(path);
            }
        }
        for (JsonNode result : receive(results)) {
            add(result.path("correlationId").asText(), result.path("outcome").asText(), result.path("smsId").asText(""));
        }
        for (JsonNode status : receive(deliveryStatuses)) {
            statuses.put(status.path("correlationId").asText(), status.path("status").asText());
        }
        long progress = settled() + count(UNKNOWN) + delivered();
        if (progress > 0) {
            out.printf(Locale.ROOT, "%3d s | %,d of %,d messages settled | accepted %,d | rejected %,d | unknown %,d"
                                    + " | final status %,d%n",
                    time.taken() / 1000, settled(), DemoInput.MESSAGES, count(ACCEPTED), count(REJECTED), count(UNKNOWN),
                    delivered());
        }
        return progress;
    }

    /** Receives the JSON messages that are in a queue. */
    static List<JsonNode> receive(JMSConsumer queue) throws IOException, JMSException {
        List<JsonNode> received = new ArrayList<>();
        for (Message next = queue.receiveNoWait(); next != null; next = queue.receiveNoWait()) {
            received.add(JSON.readTree(next.getBody(String.class)));
        }
        return received;
    }

    private void read(Path path) throws IOException {
        try (Stream<String> rows = Files.lines(path, StandardCharsets.ISO_8859_1)) {
            // The first columns need no quotes.
            rows.skip(1).map(row -> row.split(",", -1))
                    .forEach(fields -> add(fields[0], fields[1], fields[3]));
        }
    }

    private void add(String id, String outcome, String smsId) {
        if (outcome.equals(ACCEPTED) && smsId.isEmpty()) {
            lookedUp.add(id);
        }
        // Results are delivered at least once, so an old one may be repeated.
        outcomes.merge(id, outcome, (known, repeated) -> repeated.equals(UNKNOWN) ? known : repeated);
    }

    private long count(String outcome, Predicate<String> isCounted) {
        return outcomes.entrySet().stream().filter(e -> e.getValue().equals(outcome) && isCounted.test(e.getKey())).count();
    }

    private long count(String outcome) {
        return count(outcome, id -> true);
    }

    private long settled() {
        return count(ACCEPTED) + count(REJECTED);
    }

    private int delivered() {
        return statuses.size() - Collections.frequency(statuses.values(), "SENT");
    }

    /** Returns whether each message has its outcome, and without a crash, each accepted one its final status. */
    boolean isComplete() {
        return settled() == DemoInput.MESSAGES && (crash || delivered() >= count(ACCEPTED));
    }

    /**
     * Prints the summary. Returns whether each message has its outcome, none was lost or sent twice, and the response
     * that was to be lost was lost.
     */
    boolean summarize(SmsSimulator simulator) {
        SimulatorStatistics requests = simulator.statistics();
        boolean isSettled = settled() == DemoInput.MESSAGES;
        Set<String> arrived
                = simulator.messages().stream().map(SimulatedMessage::correlationId).collect(Collectors.toSet());
        long lost = count(ACCEPTED, id -> !arrived.contains(id));
        long wrong = count(REJECTED, arrived::contains);
        out.printf("%nOutcomes of the messages from the file and the queue%n");
        List.of(ACCEPTED, REJECTED, UNKNOWN).forEach(outcome -> line(outcome, count(outcome)));
        line("without outcome", DemoInput.MESSAGES - outcomes.size());
        out.printf("%nDelivery statuses of the accepted messages%n");
        new TreeSet<>(statuses.values()).forEach(status -> line(status, Collections.frequency(statuses.values(), status)));
        line("not reported yet", count(ACCEPTED) - statuses.size());
        out.printf("%nRequests%n");
        line("sent", requests.sendRequests());
        line("throttled (429)", requests.tooManyRequests());
        out.println("  requests by number of messages: " + requests.batchSizes());
        out.printf(crash
                ? "%nAfter one SIGKILL and one lost response, counted at the simulator%n" : "%nCounted at the simulator%n");
        line("messages", DemoInput.MESSAGES);
        line("with an outcome", settled());
        if (crash) {
            line("settled after a kill or lost response", lookedUp.size());
        }
        line("lost", lost);
        line("rejected, but sent", wrong);
        line("sent twice", requests.duplicateMessages());
        out.printf(Locale.ROOT, "%n%s %,d messages have their outcomes, after %d s.%n", isSettled ? "All" : "NOT all of the",
                DemoInput.MESSAGES, time.taken() / 1000);
        return isSettled && lost + wrong + requests.duplicateMessages() == 0 && (!crash || requests.faults() == 1);
    }

    private void line(String what, long count) {
        line(out, what, count);
    }

    /** Prints a line of a summary. */
    static void line(PrintStream out, String what, long count) {
        out.printf(Locale.ROOT, "  %-46s %,8d%n", what, count);
    }
}
