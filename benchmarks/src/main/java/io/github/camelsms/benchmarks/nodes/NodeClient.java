package io.github.camelsms.benchmarks.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;

import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A node that stores messages of its share of the accounts, and sends for those that it owns. Prints <code>READY</code>
 * when it has stored a backlog, and then the number of executed statements once a second.
 */
public final class NodeClient {

    private static final int BACKLOG_LISTS = 3;
    private static final int MAX_STORING = 64;

    private final List<AsyncProducer> producers = new ArrayList<>();
    private final List<Messages> messages = new ArrayList<>();
    private final Semaphore storing = new Semaphore(MAX_STORING);
    private final int batch;

    private NodeClient(int batch) {
        this.batch = batch;
    }

    /**
     * Runs until it is killed.
     *
     * @param arguments addresses of service and database, number of accounts, messages per request, index of this node
     *                  from 0, number of nodes
     */
    public static void main(String[] arguments) throws Exception {
        int accounts = Integer.parseInt(arguments[2]);
        int node = Integer.parseInt(arguments[4]);
        int nodes = Integer.parseInt(arguments[5]);
        WatchedDataSource watched = new WatchedDataSource(arguments[1], true);
        NodeClient client = new NodeClient(Integer.parseInt(arguments[3]));
        client.start(arguments[0], watched, accounts, node, nodes);
        for (int i = 0; i < BACKLOG_LISTS; i++) {
            client.storeForAll(0);
        }
        System.out.println("READY");
        new Timer("statements", true).scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                System.out.println(watched.statements());
            }
        }, 0, 1_000);
        while (true) {
            client.storeForAll(TimeUnit.SECONDS.toNanos(1));
        }
    }

    private void start(String baseUrl, WatchedDataSource database, int accounts, int node, int nodes) throws Exception {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(database);
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        SmsComponent component = new SmsComponent();
        component.setMessageStore(store);
        CamelContext context = new DefaultCamelContext();
        context.addComponent("sms", component);
        context.start();
        for (int i = 0; i < accounts; i++) {
            AsyncProducer producer = context.getEndpoint(
                    "sms:send?baseUrl=" + baseUrl + "&username=account-" + i + "&password=p&completeOn=stored&results=counts"
                                                         + "&batchSize=" + batch)
                    .createAsyncProducer();
            producer.start();
            if (i % nodes == node) {
                producers.add(producer);
                messages.add(new Messages("a" + i));
            }
        }
    }

    /** Stores a list for each account, spread over a period. */
    private void storeForAll(long nanos) throws InterruptedException {
        long began = System.nanoTime();
        for (int i = 0; i < producers.size(); i++) {
            storing.acquire();
            AsyncProducer producer = producers.get(i);
            Exchange exchange = producer.getEndpoint().createExchange();
            exchange.getMessage().setBody(messages.get(i).next(batch));
            producer.process(exchange, done -> {
                if (exchange.getException() != null) {
                    exchange.getException().printStackTrace();
                }
                storing.release();
            });
            long due = began + nanos * (i + 1) / producers.size();
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        }
        if (producers.isEmpty()) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }
}
