package io.github.camelsms.benchmarks.store;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.benchmarks.throughput.Window;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.builder.RouteBuilder;

/**
 * Messages per second from intake to acknowledged result, without rate limit.
 */
public final class StoreCycleTable implements Table {

    private static final int MESSAGES = 30_000;
    /** Lists in the engine at the same time. */
    private static final int OUTSTANDING = 3 * BareClient.IN_FLIGHT;
    private static final String OF_BARE = "of bare";
    private static final String SEND = "sms:send";
    private static final String RESULTS = "sms:send and sms:results";
    private static final String BARE = "bare";
    private static final String BARE_REQUEST = "bare and request";
    private static final String BARE_RESULTS = "bare with results";
    private static final String BARE_THREE = "bare, three commits";

    @Override
    public String name() {
        return "store-cycle";
    }

    @Override
    public String question() {
        return "No rate limit: how many messages per second are stored, claimed, sent, recorded and acknowledged?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages().orElse(MESSAGES) / CycleRow.BATCH * CycleRow.BATCH;
        List<CycleRow> rows = new ArrayList<>();
        try (Databases databases = Databases.start(options); ServerProcess server = ServerProcess.start()) {
            for (DurableDatabase database : databases.all()) {
                rows.addAll(rows(database, count, server.baseUrl()));
            }
            report.rows(rows.stream().map(CycleRow::name).toList());
            Rounds.interleave(rows, options.warmUp().orElse(2), options.roundsOrDefault(), report);
            for (DurableDatabase database : databases.all()) {
                String of = database.name() + ", ";
                report.ratioToBest(OF_BARE, Stopwatch.RATE, of + SEND, List.of(of + BARE));
                report.ratioToBest(OF_BARE, Stopwatch.RATE, of + RESULTS, List.of(of + BARE_RESULTS));
                report.ratioToBest(OF_BARE, Stopwatch.RATE, of + BARE_REQUEST, List.of(of + BARE));
                report.atLeast(of + SEND, OF_BARE, 0.6);
                report.atLeast(of + RESULTS, OF_BARE, 0.6);
            }
        }
    }

    private static List<CycleRow> rows(DurableDatabase database, int count, URI baseUrl) throws Exception {
        String name = database.name() + ", ";
        return List.of(
                new CycleRow(name + SEND, count, new BySend(database, baseUrl)),
                new CycleRow(name + RESULTS, count, new ByResults(database, baseUrl)),
                bare(database, BARE_REQUEST, count, ByOutbox.Results.ACKNOWLEDGE, new BareClient(baseUrl)),
                bare(database, BARE, count, ByOutbox.Results.ACKNOWLEDGE, null),
                bare(database, BARE_RESULTS, count, ByOutbox.Results.TAKE_AND_ACKNOWLEDGE, null),
                bare(database, BARE_THREE, count, ByOutbox.Results.NONE, null));
    }

    private static CycleRow bare(
            DurableDatabase database, String name, int count, ByOutbox.Results results, @Nullable BareClient client)
            throws SQLException {
        BareOutbox outbox = BareOutbox.create(database, "cycle-" + name.replaceAll("\\W+", "-"));
        return new CycleRow(database.name() + ", " + name, count, new ByOutbox(outbox, results, client));
    }

    private static String options(URI baseUrl) {
        return "baseUrl=" + baseUrl + "&username=u&password=p";
    }

    private static String sendOptions(URI baseUrl, String more) {
        return options(baseUrl) + "&requestsPerSecond=1000000&maxRequestsInFlight=" + BareClient.IN_FLIGHT + more;
    }

    /** Callers wait for the outcomes. */
    private static final class BySend implements CycleRow.Cycle {

        private final StoreSender sender;
        private final Connection connection;

        BySend(DurableDatabase database, URI baseUrl) throws Exception {
            sender = new StoreSender(database.store("cycle-send"), sendOptions(baseUrl, "&results=counts"));
            connection = database.connect("cycle-send");
        }

        @Override
        public void run(List<List<SmsMessage>> lists) throws Exception {
            Window window = new Window(lists.size(), OUTSTANDING, 1);
            for (List<SmsMessage> list : lists) {
                window.enter();
                sender.send(list, exchange -> window.leave(
                        exchange.getMessage().getHeader(SmsConstants.ACCEPTED, 0, Integer.class) == list.size()));
            }
            window.awaitAllAccepted();
            CycleRow.awaitAcknowledged(connection);
        }

        @Override
        public void close() throws Exception {
            sender.close();
            connection.close();
        }
    }

    /** Callers wait for the commit, and a route consumes the outcomes. */
    private static final class ByResults implements CycleRow.Cycle {

        private final StoreSender sender;
        private final Connection connection;
        private volatile Window results = new Window(0, 2, 1);

        ByResults(DurableDatabase database, URI baseUrl) throws Exception {
            sender = new StoreSender(database.store("cycle-results"), sendOptions(baseUrl, "&completeOn=stored"));
            connection = database.connect("cycle-results");
            sender.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("sms:results?" + options(baseUrl) + "&delay=10&initialDelay=0&greedy=true").process(
                            exchange -> results.leave(
                                    "ACCEPTED".equals(exchange.getMessage().getHeader(SmsConstants.OUTCOME))));
                }
            });
        }

        @Override
        public void run(List<List<SmsMessage>> lists) throws Exception {
            results = new Window((long) lists.size() * CycleRow.BATCH, 2, 1);
            Window stored = new Window(lists.size(), OUTSTANDING, 1);
            for (List<SmsMessage> list : lists) {
                stored.enter();
                sender.send(list, exchange -> stored.leave(
                        Boolean.TRUE.equals(exchange.getMessage().getHeader(SmsConstants.STORED))));
            }
            stored.awaitAllAccepted();
            results.awaitAllAccepted();
            CycleRow.awaitAcknowledged(connection);
        }

        @Override
        public void close() throws Exception {
            sender.close();
            connection.close();
        }
    }
}
