package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Messages of the demonstration: a bundled file, and messages on the queue, as text with properties and as JSON. Some
 * of them are malformed or will be rejected.
 */
final class DemoInput {

    static final int MESSAGES_IN_FILE = 1000;
    static final int MESSAGES_ON_QUEUE = 400;

    /** Prefix of the JMS correlation ids of the queue messages; a number from 0 follows. */
    static final String QUEUE_ID = "demo-queue-";

    private static final String RESOURCE = "/demo/messages.csv";
    private static final String FILE = "messages.csv";

    private DemoInput() {
    }

    /**
     * Puts the file into the inbox atomically.
     */
    static void dropFile(Path inbox) throws IOException {
        Path unfinished = inbox.resolve(FILE + ".part");
        try (InputStream in = DemoInput.class.getResourceAsStream(RESOURCE)) {
            Files.copy(Objects.requireNonNull(in, "the jar lacks " + RESOURCE), unfinished,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(unfinished, inbox.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Puts the messages on the queue in one transaction.
     */
    static void fillQueue(ActiveMQConnectionFactory broker, String name) throws JMSException {
        try (JMSContext jms = broker.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = jms.createQueue(name);
            JMSProducer producer = jms.createProducer();
            for (int i = 0; i < MESSAGES_ON_QUEUE; i++) {
                TextMessage message = message(jms, i);
                message.setJMSCorrelationID(QUEUE_ID + i);
                producer.send(queue, message);
            }
            jms.commit();
        }
    }

    private static TextMessage message(JMSContext jms, int i) throws JMSException {
        if (i % 100 == 59) {
            return jms.createTextMessage("{\"destination\": not JSON");
        }
        String destination = (i % 100 == 17 ? "1190000" : "1198765") + String.format("%04d", i);
        if (i % 2 == 0) {
            return jms.createTextMessage(
                    "{\"destination\":\"" + destination + "\",\"messageText\":\"Your parcel " + i
                                         + " is on its way\",\"correlationId\":\"parcel-" + i + "\"}");
        }
        TextMessage text = jms.createTextMessage("Your table " + i + " is reserved");
        text.setStringProperty("destination", destination);
        text.setStringProperty("correlationId", "table-" + i);
        return text;
    }
}
