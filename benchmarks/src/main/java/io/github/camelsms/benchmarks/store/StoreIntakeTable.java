package io.github.camelsms.benchmarks.store;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.jdbc.JdbcMessageStore;

import org.apache.camel.Exchange;

/**
 * Messages per second stored singly and in lists.
 */
public final class StoreIntakeTable implements Table {

    private static final int SECONDS = 1;
    private static final String ACCOUNT = "benchmark";

    /**
     * Load of the callers.
     *
     * @param callers number of threads
     * @param size    messages per call
     */
    private record Shape(String name, int callers, int size) {

        /** Messages stored at the same time. */
        int group() {
            return callers * size;
        }
    }

    private static final List<Shape> SHAPES = List.of(
            new Shape("1 caller", 1, 1), new Shape("16 callers", 16, 1), new Shape("200 callers", 200, 1),
            new Shape("lists of 1,000", 1, 1_000));

    @Override
    public String name() {
        return "store-intake";
    }

    @Override
    public String question() {
        return "How many messages per second are stored by 1, 16 and 200 callers with single messages, and with"
               + " lists of 1,000?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int seconds = options.seconds(SECONDS);
        List<IntakeRow> rows = new ArrayList<>();
        try (Databases databases = Databases.start(options); ServerProcess server = ServerProcess.start()) {
            for (DurableDatabase database : databases.all()) {
                for (Shape shape : SHAPES) {
                    rows.addAll(rows(database, shape, seconds, server.baseUrl()));
                }
            }
            Rounds.interleave(rows, options, 1, report);
            for (DurableDatabase database : databases.all()) {
                for (Shape shape : SHAPES) {
                    String bare = row(database, shape, "bare");
                    for (String way : List.of("store", "sms:send", "bare")) {
                        report.ratioToBest("of bare", Stopwatch.RATE, row(database, shape, way), List.of(bare));
                    }
                }
            }
        }
    }

    private static String row(DurableDatabase database, Shape shape, String way) {
        return database.name() + ", " + shape.name() + ", " + way;
    }

    private static List<IntakeRow> rows(DurableDatabase database, Shape shape, int seconds, URI baseUrl) throws Exception {
        String tables = "intake-" + shape.group();
        JdbcMessageStore store = database.store(tables + "-store");
        store.start();
        // One request in 1,000 s, so that sending is not measured.
        SmsProducer sender = new SmsProducer(
                database.store(tables + "-send"),
                "baseUrl=" + baseUrl + "&username=u&password=p&completeOn=stored&requestsPerSecond=0.001");
        BareOutbox outbox = BareOutbox.create(database, tables + "-bare");
        return List.of(
                new IntakeRow(
                        row(database, shape, "store"), shape.callers(), shape.size(), seconds,
                        messages -> store(store, messages), store),
                new IntakeRow(
                        row(database, shape, "sms:send"), shape.callers(), shape.size(), seconds,
                        messages -> send(sender, messages), sender),
                new IntakeRow(row(database, shape, "bare"), 1, shape.group(), seconds, outbox::insert, outbox));
    }

    private static void store(MessageStore store, List<SmsMessage> messages) {
        List<SmsNewMessage> added = messages.stream().map(message -> new SmsNewMessage(message, SmsOffer.AT_ONCE)).toList();
        List<SmsIntake> intakes = MessageStore.await(store.intake().store(ACCOUNT, added));
        if (!intakes.stream().allMatch(SmsIntake.Stored.class::isInstance)) {
            throw new IllegalStateException("a message was not stored");
        }
    }

    private static void send(SmsProducer sender, List<SmsMessage> messages) throws Exception {
        Exchange exchange = sender.send(messages.size() == 1 ? messages.get(0) : messages);
        if (!SmsProducer.isStored(exchange)) {
            throw new IllegalStateException("messages were not stored: " + exchange.getMessage().getHeaders());
        }
    }
}
