package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.benchmarks.throughput.Window;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;

import org.apache.camel.builder.RouteBuilder;

/**
 * A route that consumes the statuses of messages that were sent before, with one exchange for each status or for each
 * block. The simulator is in this JVM.
 */
final class StatusesRow implements Contestant {

    static final String RATE = "statuses/s";

    private static final String CPU = "CPU µs/status, with the simulator";
    private static final String ROUTE = "statuses";

    private final String name;
    private final int count;
    private final Messages messages = new Messages("s");
    private final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0)
            .deliveryDelay(Duration.ZERO, Duration.ZERO).everyStatus(MessageStatus.DELIVERED).build();
    private final SmsProducer sender;
    private final Connection connection;
    private volatile Window statuses = new Window(0, 2, 1);

    /**
     * @param count messages, and therefore statuses, per round
     */
    StatusesRow(DurableDatabase database, int count, boolean isBatching) throws Exception {
        this.name = database.name() + ", " + (isBatching ? "an exchange for each block" : "an exchange for each status");
        this.count = count;
        simulator.start();
        String tables = "statuses-" + isBatching;
        String account = "baseUrl=" + simulator.baseUrl() + "&username=demo&password=demo";
        sender = new SmsProducer(database.store(tables), account + "&requestsPerSecond=1000000&results=counts");
        connection = database.connect(tables);
        sender.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?" + account + "&delay=10&initialDelay=0&greedy=true&batching=" + isBatching).routeId(ROUTE)
                        .autoStartup(false).process(exchange -> {
                            Object body = exchange.getMessage().getBody();
                            int read = body instanceof Collection<?> block ? block.size() : 1;
                            for (int i = 0; i < read; i++) {
                                statuses.leave(true);
                            }
                        });
            }
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void measure(Sample sample) throws Exception {
        List<SmsMessage> sent = messages.next(count);
        if (SmsProducer.accepted(sender.send(sent)) != count) {
            throw new IllegalStateException("messages were not accepted");
        }
        statuses = new Window(count, 2, 1);
        long cpu = Stopwatch.cpuNanos();
        long start = System.nanoTime();
        sender.context().getRouteController().startRoute(ROUTE);
        statuses.awaitAllAccepted();
        // Also acknowledges the last ones.
        sender.context().getRouteController().stopRoute(ROUTE);
        double nanos = System.nanoTime() - start;
        sample.put(RATE, count * 1e9 / nanos);
        sample.put(CPU, (Stopwatch.cpuNanos() - cpu) / 1e3 / count);
        if (Jdbc.hasRows(connection, "sms_status")) {
            throw new IllegalStateException("statuses were not acknowledged");
        }
    }

    @Override
    public void close() throws Exception {
        sender.close();
        connection.close();
        simulator.stop();
    }
}
