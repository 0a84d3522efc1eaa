package io.github.camelsms.benchmarks.store;

import java.net.URI;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.benchmarks.throughput.Window;
import io.github.camelsms.model.SmsMessage;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

/**
 * The component: lists through <code>sms:send</code>, whose exchanges complete with the outcomes, or when the messages
 * are stored; then <code>sms:results</code> consumes the outcomes.
 */
final class ByRoutes implements CycleRow.Cycle {

    /** Lists in the engine at the same time. */
    private static final int OUTSTANDING = 3 * BareClient.IN_FLIGHT;
    private static final int TIMEOUT_SECONDS = 60;

    private final boolean consumesResults;
    private final SmsProducer sender;
    private final Connection connection;
    private volatile Window results = new Window(0, 2, 1);

    ByRoutes(DurableDatabase database, String tables, URI baseUrl, boolean consumesResults) throws Exception {
        this.consumesResults = consumesResults;
        String account = "baseUrl=" + baseUrl + "&username=u&password=p";
        sender = new SmsProducer(
                database.store(tables), account + "&requestsPerSecond=1000000&maxRequestsInFlight=" + BareClient.IN_FLIGHT
                                        + (consumesResults ? "&completeOn=stored" : "&results=counts"));
        connection = database.connect(tables);
        if (consumesResults) {
            sender.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("sms:results?" + account + "&delay=10&initialDelay=0&greedy=true").process(
                            exchange -> results.leave(SmsProducer.isAccepted(exchange)));
                }
            });
        }
    }

    @Override
    public void run(List<List<SmsMessage>> lists) throws Exception {
        results = new Window((long) lists.size() * CycleRow.BATCH, 2, 1);
        Window exchanges = new Window(lists.size(), OUTSTANDING, 1);
        for (List<SmsMessage> list : lists) {
            exchanges.enter();
            sender.send(list, exchange -> exchanges.leave(hasSucceeded(exchange, list.size())));
        }
        exchanges.awaitAllAccepted();
        if (consumesResults) {
            results.awaitAllAccepted();
        }
        awaitAcknowledged();
    }

    private boolean hasSucceeded(Exchange exchange, int messages) {
        return consumesResults ? SmsProducer.isStored(exchange) : SmsProducer.accepted(exchange) == messages;
    }

    private void awaitAcknowledged() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (Jdbc.hasRows(connection, "sms_result")) {
            if (System.nanoTime() > end) {
                throw new TimeoutException("results were not acknowledged");
            }
            Thread.sleep(2);
        }
    }

    @Override
    public void close() throws Exception {
        sender.close();
        connection.close();
    }
}
