package io.github.camelsms.sample.nodes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * An application that puts messages on the queues and consumes outcomes and statuses from queues. Each account always
 * has a backlog. Thread-safe.
 */
final class Traffic implements AutoCloseable {

    /** More than the messages of requests that wait for their deadline after a disturbance. */
    private static final int BACKLOG = 6 * ServiceAccount.BATCH;
    private static final int FULL = BACKLOG + 2 * ServiceAccount.BATCH;
    private static final long PAUSE_MILLIS = 200;
    private static final Pattern ID = Pattern.compile("\"correlationId\":\"([^\"]+)\"");

    private final ActiveMQConnectionFactory broker;
    private final List<ServiceAccount> accounts;
    private final Map<String, String> outcomes = new HashMap<>();
    private final Set<String> unaccepted = new HashSet<>();
    private final Set<String> statuses = new HashSet<>();
    private final ScheduledExecutorService feeder = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> feeding;
    private int results;
    private volatile boolean isClosed;

    Traffic(ActiveMQConnectionFactory broker, List<ServiceAccount> accounts) {
        this.broker = broker;
        this.accounts = accounts;
        feeding = feeder.scheduleWithFixedDelay(this::feed, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        start(() -> consume("sms.results", this::result));
        start(() -> consume("sms.statuses", this::status));
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "traffic");
        thread.setDaemon(true);
        thread.start();
    }

    private void feed() {
        try (JMSContext jms = broker.createContext(JMSContext.SESSION_TRANSACTED)) {
            for (ServiceAccount account : accounts) {
                int backlog = (int) (account.backlog() - unaccepted(account));
                if (backlog < BACKLOG) {
                    put(jms, account, FULL - backlog);
                }
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void put(JMSContext jms, ServiceAccount account, int messages) throws JMSException {
        JMSProducer producer = jms.createProducer();
        for (int i = 0; i < messages; i++) {
            String id = account.nextId();
            TextMessage message = jms.createTextMessage("Your code is " + id);
            message.setStringProperty("destination", "11987654321");
            message.setStringProperty("correlationId", id);
            producer.send(jms.createQueue(account.queue()), message);
        }
        jms.commit();
    }

    private interface Receiver {
        void receive(Message message) throws JMSException;
    }

    private void consume(String queue, Receiver receiver) {
        try (JMSContext jms = broker.createContext(JMSContext.AUTO_ACKNOWLEDGE);
             JMSConsumer consumer = jms.createConsumer(jms.createQueue(queue))) {
            while (!isClosed) {
                Message message = consumer.receive(PAUSE_MILLIS);
                if (message != null) {
                    receiver.receive(message);
                }
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void result(Message message) throws JMSException {
        results++;
        String id = message.getStringProperty("correlationId");
        String outcome = message.getStringProperty("outcome");
        // A result may be redelivered, and an old one may follow a new one.
        if (!"ACCEPTED".equals(outcomes.get(id))) {
            outcomes.put(id, outcome);
            unaccepted.add(id);
        }
        if ("ACCEPTED".equals(outcome)) {
            unaccepted.remove(id);
        }
    }

    /** Returns the number of messages of an account that are unknown or parked. */
    private synchronized long unaccepted(ServiceAccount account) {
        return unaccepted.stream().filter(account::isOwn).count();
    }

    private synchronized void status(Message message) throws JMSException {
        Matcher id = ID.matcher(message.getBody(String.class));
        if (id.find()) {
            statuses.add(id.group(1));
        }
    }

    /** Stops producing messages. */
    void stopFeeding() throws InterruptedException {
        feeder.shutdown();
        assertThat(feeder.awaitTermination(1, TimeUnit.MINUTES)).as("messages are put on the queues").isTrue();
        // A failure would have ended the schedule.
        assertThatThrownBy(feeding::get).isInstanceOf(CancellationException.class);
    }

    /** Returns the number of messages per outcome. */
    synchronized Map<String, Integer> outcomes() {
        Map<String, Integer> counts = new TreeMap<>();
        outcomes.values().forEach(outcome -> counts.merge(outcome, 1, Integer::sum));
        return counts;
    }

    /** Returns the number of messages with an outcome. */
    synchronized int settled() {
        return outcomes.size();
    }

    /** Returns the number of results that were delivered more than once. */
    synchronized int results() {
        return results;
    }

    synchronized Set<String> withStatus() {
        return Set.copyOf(statuses);
    }

    @Override
    public void close() {
        feeder.shutdownNow();
        isClosed = true;
    }
}
