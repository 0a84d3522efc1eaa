package io.github.camelsms.benchmarks.queue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.model.SmsMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * The broker of the measurement: fills the outbox and drains the queue of results.
 */
final class Broker implements AutoCloseable {

    private static final int IN_ONE_TRANSACTION = 1000;

    private final JavaProcess process;
    private final String url;

    private Broker(JavaProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    static Broker start(Path folder) throws IOException {
        int port = freePort();
        JavaProcess process = JavaProcess.start(BrokerProcess.class, List.of("-Xmx1g"),
                List.of(String.valueOf(port), folder.toString()));
        process.expect("READY");
        return new Broker(process, "tcp://127.0.0.1:" + port);
    }

    String url() {
        return url;
    }

    void fill(String queue, int count) throws JMSException {
        try (ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory(url);
             JMSContext jms = connections.createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = jms.createProducer();
            Queue outbox = jms.createQueue(queue);
            Messages messages = new Messages("q");
            for (int i = 1; i <= count; i++) {
                producer.send(outbox, message(jms, messages.next()));
                if (i % IN_ONE_TRANSACTION == 0 || i == count) {
                    jms.commit();
                }
            }
        }
    }

    /**
     * Consumes results until each message has one, or none arrives for some time.
     */
    Results takeResults(String queue, int messages, Duration patience) throws JMSException {
        try (ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory(url);
             JMSContext jms = connections.createContext();
             JMSConsumer consumer = jms.createConsumer(jms.createQueue(queue))) {
            Map<String, String> outcomes = new HashMap<>();
            int count = 0;
            while (outcomes.size() < messages) {
                Message result = consumer.receive(patience.toMillis());
                if (result == null) {
                    break;
                }
                outcomes.put(result.getStringProperty("correlationId"), result.getStringProperty("outcome"));
                count++;
            }
            return new Results(count, outcomes);
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }

    private static Message message(JMSContext jms, SmsMessage sms) throws JMSException {
        TextMessage message = jms.createTextMessage(sms.messageText());
        message.setStringProperty("destination", sms.destination());
        message.setStringProperty("correlationId", sms.correlationId());
        return message;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * Results on the queue.
     *
     * @param all      all results
     * @param outcomes last outcome of each message
     */
    record Results(int all, Map<String, String> outcomes) {

        long unknown() {
            return outcomes.values().stream().filter("UNKNOWN"::equals).count();
        }
    }
}
