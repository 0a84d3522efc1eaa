package io.github.camelsms.sample.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.sample.environment.TcpProxy;
import io.github.camelsms.simulator.SmsSimulator;
import org.jspecify.annotations.Nullable;

/**
 * An account at its own simulator, behind a network that records the arrival of each send request. Thread-safe.
 */
final class ServiceAccount implements AutoCloseable {

    static final int REQUESTS_PER_SECOND = 1;
    static final int BATCH = 10;
    static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos() / REQUESTS_PER_SECOND;

    private final int number;
    private final SmsSimulator simulator = SmsSimulator.builder().username("demo").password("demo")
            .requestsPerSecond(REQUESTS_PER_SECOND).deliveryDelay(Duration.ofMillis(100), Duration.ofSeconds(2)).build();
    private final TcpProxy network;
    private final List<Long> arrivals = new ArrayList<>();
    private int handedIn;

    ServiceAccount(int number) throws IOException {
        this.number = number;
        simulator.start(warning -> {
        });
        network = new TcpProxy(simulator.port(), this::request);
    }

    private synchronized void request(String begin) {
        if (begin.startsWith("POST ")) {
            arrivals.add(System.nanoTime());
        }
    }

    int number() {
        return number;
    }

    /** Returns its name in the store. */
    String name() {
        return "demo@127.0.0.1:" + network.port();
    }

    String url() {
        return "http://127.0.0.1:" + network.port();
    }

    SmsSimulator simulator() {
        return simulator;
    }

    /** Returns the queue for its messages. */
    String queue() {
        return number == 1 ? "sms.outbox" : "sms.outbox." + number;
    }

    /** Returns the correlation id of its next message. */
    synchronized String nextId() {
        return idPrefix() + ++handedIn;
    }

    private String idPrefix() {
        return "account-" + number + "-";
    }

    boolean isOwn(String correlationId) {
        return correlationId.startsWith(idPrefix());
    }

    synchronized int handedIn() {
        return handedIn;
    }

    /** Returns the number of submitted messages that have not been accepted. */
    long backlog() {
        return handedIn() - simulator.statistics().acceptedMessages();
    }

    /** Returns the arrival times of requests, in nanoseconds. */
    synchronized List<Long> arrivals() {
        return List.copyOf(arrivals);
    }

    /** Returns the time of the first request after another time, or null. */
    synchronized @Nullable Long arrivalAfter(long time) {
        for (int i = arrivals.size() - 1; i >= 0; i--) {
            if (arrivals.get(i) <= time) {
                return i + 1 < arrivals.size() ? arrivals.get(i + 1) : null;
            }
        }
        return arrivals.isEmpty() ? null : arrivals.get(0);
    }

    @Override
    public String toString() {
        return "account " + number;
    }

    @Override
    public void close() throws IOException {
        network.close();
        simulator.close();
    }
}
