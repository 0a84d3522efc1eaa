package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * What the files and queues say became of the messages of the demonstration, found out without the application's own
 * counters.
 *
 * @param file     what became of the lines of the file
 * @param queue    what became of the messages of the queue
 * @param statuses messages by the last status that came in for them
 * @param depths   messages on the queues for outcomes
 * @param finished the files in the folder of finished files
 */
record DemoAudit(Outcomes file, Outcomes queue, Map<String, Integer> statuses, Map<String, Integer> depths,
        List<Path> finished) {

    /** Outcomes of the messages of one source, each under an id that is its alone. */
    static final class Outcomes {

        static final String UNREADABLE = "UNREADABLE";

        private final Map<String, Integer> perMessage = new HashMap<>();
        private final Map<String, Integer> perOutcome = new HashMap<>();
        private final int expected;

        private Outcomes(int expected) {
            this.expected = expected;
        }

        int expected() {
            return expected;
        }

        int count(String outcome) {
            return perOutcome.getOrDefault(outcome, 0);
        }

        int without() {
            return expected - perMessage.size();
        }

        long several() {
            return perMessage.values().stream().filter(count -> count > 1).count();
        }

        boolean complete() {
            return without() == 0 && several() == 0;
        }

        private void add(String message, String outcome) {
            perMessage.merge(message, 1, Integer::sum);
            perOutcome.merge(outcome, 1, Integer::sum);
        }
    }

    static DemoAudit of(SampleProperties properties) throws IOException, JMSException {
        Outcomes file = new Outcomes(DemoInput.MESSAGES_IN_FILE);
        List<Path> finished = list(Path.of(properties.text("sms.files.done")));
        for (Path path : finished) {
            String name = path.getFileName().toString();
            if (name.endsWith(".results.csv")) {
                read(path).forEach(row -> file.add(row.getField("line"), row.getField("outcome")));
            } else if (name.endsWith(".errors.csv")) {
                read(path).forEach(row -> file.add(row.getField("line"), Outcomes.UNREADABLE));
            }
        }
        Outcomes queue = new Outcomes(DemoInput.MESSAGES_ON_QUEUE);
        Map<String, Integer> depths = new LinkedHashMap<>();
        try (ActiveMQConnectionFactory connections = properties.broker();
             JMSContext jms = connections.createContext()) {
            for (String property : List.of("sms.jms.results", "sms.jms.rejected", "sms.jms.unknown", "sms.jms.statuses",
                    "sms.jms.outbox")) {
                String name = properties.text(property);
                depths.put(name, browse(jms, name, property.equals("sms.jms.results") ? queue : new Outcomes(0)));
            }
        }
        return new DemoAudit(file, queue, lastStatuses(Path.of(properties.text("sms.status.file"))), depths, finished);
    }

    private static int browse(JMSContext jms, String queue, Outcomes outcomes) throws JMSException {
        int depth = 0;
        Enumeration<?> messages = jms.createBrowser(jms.createQueue(queue)).getEnumeration();
        while (messages.hasMoreElements()) {
            Message message = (Message) messages.nextElement();
            outcomes.add(String.valueOf(message.getJMSCorrelationID()),
                    String.valueOf(message.getStringProperty("outcome")));
            depth++;
        }
        return depth;
    }

    private static Map<String, Integer> lastStatuses(Path path) throws IOException {
        Map<String, String> last = new HashMap<>();
        if (Files.exists(path)) {
            read(path).forEach(row -> last.put(row.getField("correlationId"), row.getField("status")));
        }
        Map<String, Integer> counts = new TreeMap<>();
        last.values().forEach(status -> counts.merge(status, 1, Integer::sum));
        return counts;
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static List<NamedCsvRecord> read(Path path) throws IOException {
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(path, StandardCharsets.UTF_8)) {
            return rows.stream().toList();
        }
    }

    /**
     * Whether each message has exactly one outcome.
     */
    boolean complete() {
        return file.complete() && queue.complete();
    }
}
