package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes and statuses of the messages of a demonstration, read from the files of results and the queue of results.
 */
final class DemoResults {

    static final int TOTAL = DemoInput.MESSAGES_IN_FILE + DemoInput.MESSAGES_ON_QUEUE;

    /** The last outcome of each message of the file, by its correlation id. */
    final Map<String, String> file = new HashMap<>();
    /** The last outcome of each message of the queue, by its correlation id. */
    final Map<String, String> queue = new HashMap<>();
    /** The last delivery status of each message, by its correlation id. */
    final Map<String, String> statuses = new HashMap<>();
    /** Messages that were UNKNOWN and were settled. */
    final Set<String> settledUnknowns = new HashSet<>();

    private DemoResults() {
    }

    static DemoResults read(Path folder, ActiveMQConnectionFactory broker) throws IOException, JMSException {
        DemoResults results = new DemoResults();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path path : files) {
                results.read(path);
            }
        }
        try (JMSContext jms = broker.createContext()) {
            Enumeration<?> messages = jms.createBrowser(jms.createQueue(DemoInput.RESULTS)).getEnumeration();
            while (messages.hasMoreElements()) {
                Message message = (Message) messages.nextElement();
                results.add(results.queue, message.getStringProperty("correlationId"), message.getStringProperty("outcome"),
                        message.getStringProperty("smsId"));
            }
        }
        return results;
    }

    private void read(Path path) throws IOException {
        boolean isStatuses = path.endsWith("statuses.csv");
        try (Stream<String> rows = Files.lines(path, StandardCharsets.ISO_8859_1)) {
            // The first columns need no quotes. A row that is currently being written may lack fields.
            rows.skip(1).map(row -> row.split(",", -1)).forEach(fields -> {
                if (isStatuses && fields.length > 2) {
                    statuses.put(fields[0], fields[1]);
                } else if (fields.length > 3) {
                    add(file, fields[0], fields[1], fields[3]);
                }
            });
        }
    }

    /** Adds an outcome. A message that a status has settled has no id of the service, because its response was lost. */
    private void add(Map<String, String> outcomes, String id, String outcome, @Nullable String smsId) {
        if (outcome.equals("ACCEPTED") && (smsId == null || smsId.isEmpty())) {
            settledUnknowns.add(id);
        }
        // Results are delivered at least once, so an old one may be repeated.
        if (!"ACCEPTED".equals(outcomes.get(id))) {
            outcomes.put(id, outcome);
        }
    }

    int count(String outcome) {
        return (int) ids(outcome).count();
    }

    /** Returns the correlation ids of the messages with this outcome. */
    Stream<String> ids(String outcome) {
        return Stream.of(file, queue).flatMap(outcomes -> outcomes.entrySet().stream())
                .filter(entry -> entry.getValue().equals(outcome)).map(Map.Entry::getKey);
    }

    /** Returns the number of messages with a final outcome. */
    int settled() {
        return count("ACCEPTED") + count("REJECTED");
    }

    /** Returns the number of messages with a final delivery status. */
    int delivered() {
        return statuses.size() - Collections.frequency(statuses.values(), "SENT");
    }

    /** Returns whether each message of the demonstration has a final outcome. */
    boolean isComplete() {
        return settled() == TOTAL && file.size() == DemoInput.MESSAGES_IN_FILE;
    }
}
