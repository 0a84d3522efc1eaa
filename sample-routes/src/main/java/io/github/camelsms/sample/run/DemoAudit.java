package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Outcomes and statuses of the messages of a demonstration, read from the files of results and the queue of results.
 *
 * @param file     messages of the file
 * @param queue    messages of the queue
 * @param statuses the last delivery status of each message, by its correlation id
 */
record DemoAudit(Outcomes file, Outcomes queue, Map<String, String> statuses) {

    /** The last outcome of each message of one source. */
    static final class Outcomes {

        private final Map<String, String> last = new HashMap<>();
        private final Set<String> settledLater = new HashSet<>();

        /**
         * Adds an outcome. A message that a status has settled has no id of the service, because its response was lost.
         */
        private void add(String id, String outcome, String smsId) {
            if (outcome.equals("ACCEPTED") && smsId.isEmpty()) {
                settledLater.add(id);
            }
            // Results are delivered at least once, so an old one may be repeated.
            if (!"ACCEPTED".equals(last.get(id))) {
                last.put(id, outcome);
            }
        }

        int messages() {
            return last.size();
        }

        long count(String outcome) {
            return last.values().stream().filter(outcome::equals).count();
        }

        long settled() {
            return count("ACCEPTED") + count("REJECTED");
        }

        /** Returns the number of messages that were UNKNOWN and were settled. */
        int settledUnknowns() {
            return settledLater.size();
        }
    }

    static DemoAudit of(Path results, ActiveMQConnectionFactory broker, String queueOfResults)
            throws IOException, JMSException {
        Outcomes file = new Outcomes();
        Map<String, String> statuses = new HashMap<>();
        for (Path path : files(results)) {
            try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .ofNamedCsvRecord(path)) {
                for (NamedCsvRecord row : rows) {
                    if (path.endsWith("statuses.csv")) {
                        statuses.put(field(row, "correlationId"), field(row, "status"));
                    } else {
                        file.add(field(row, "correlationId"), field(row, "outcome"), field(row, "smsId"));
                    }
                }
            }
        }
        return new DemoAudit(file, browse(broker, queueOfResults), statuses);
    }

    private static Outcomes browse(ActiveMQConnectionFactory broker, String queue) throws JMSException {
        Outcomes outcomes = new Outcomes();
        try (JMSContext jms = broker.createContext()) {
            Enumeration<?> messages = jms.createBrowser(jms.createQueue(queue)).getEnumeration();
            while (messages.hasMoreElements()) {
                Message message = (Message) messages.nextElement();
                outcomes.add(String.valueOf(message.getStringProperty("correlationId")),
                        String.valueOf(message.getStringProperty("outcome")),
                        Objects.requireNonNullElse(message.getStringProperty("smsId"), ""));
            }
        } catch (InvalidDestinationRuntimeException e) {
            // There is no result yet.
            return outcomes;
        }
        return outcomes;
    }

    /** Returns a field; a row that is currently being written may lack fields. */
    private static String field(NamedCsvRecord row, String name) {
        return row.findField(name).orElse("");
    }

    /** Returns the files of a folder; none if it does not exist yet. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    long count(String outcome) {
        return file.count(outcome) + queue.count(outcome);
    }

    /** Returns the number of messages with a final outcome. */
    long settled() {
        return file.settled() + queue.settled();
    }

    /** Returns whether each message of the demonstration has a final outcome. */
    boolean isComplete() {
        return file.settled() == DemoInput.MESSAGES_IN_FILE && queue.settled() == DemoInput.MESSAGES_ON_QUEUE;
    }

    /** Returns the number of messages with a final delivery status. */
    long delivered() {
        return statuses.values().stream().filter(status -> !status.equals("SENT")).count();
    }

    /** Returns the number of messages by their last delivery status. */
    Map<String, Long> countedStatuses() {
        return statuses.values().stream()
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }
}
