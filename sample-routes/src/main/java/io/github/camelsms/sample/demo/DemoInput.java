package io.github.camelsms.sample.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import io.github.camelsms.sample.run.PrivateFolders;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

/**
 * Messages of the demonstration: a bundled file, and messages on the queue, as text with properties and as JSON. Some
 * of them are malformed or will be rejected.
 */
final class DemoInput {

    static final int MESSAGES_IN_FILE = 1000;
    static final int MESSAGES_ON_QUEUE = 400;
    static final int MESSAGES = MESSAGES_IN_FILE + MESSAGES_ON_QUEUE;

    private DemoInput() {
    }

    /** Copies a bundled file of the demonstration into the folder, which is created if it is missing. */
    static void copy(String name, Path folder) throws IOException {
        PrivateFolders.create(folder);
        try (InputStream in = DemoInput.class.getResourceAsStream("/demo/" + name)) {
            Files.copy(Objects.requireNonNull(in), folder.resolve(name));
        }
    }

    /** Puts the messages on the queue in one transaction. */
    static void fillQueue(ConnectionFactory broker) throws JMSException {
        try (JMSContext jms = broker.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = jms.createQueue("sms.outbox");
            for (int i = 0; i < MESSAGES_ON_QUEUE; i++) {
                jms.createProducer().send(queue, message(jms, i));
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
