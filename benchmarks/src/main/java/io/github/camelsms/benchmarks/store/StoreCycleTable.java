package io.github.camelsms.benchmarks.store;

import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.peers.BareClient;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import org.jspecify.annotations.Nullable;

/**
 * Messages per second from intake to acknowledged result, without rate limit.
 */
public final class StoreCycleTable implements Table {

    private static final int MESSAGES = 30_000;
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
        return "How many messages per second are stored, claimed, sent, recorded and acknowledged without a"
               + " rate limit?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages(MESSAGES) / CycleRow.BATCH * CycleRow.BATCH;
        List<CycleRow> rows = new ArrayList<>();
        try (Databases databases = Databases.start(options); ServerProcess server = ServerProcess.start()) {
            for (DurableDatabase database : databases.all()) {
                rows.addAll(rows(database, count, server.baseUrl()));
            }
            Rounds.interleave(rows, options, 2, report);
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
                new CycleRow(name + SEND, count, new ByRoutes(database, "cycle-send", baseUrl, false)),
                new CycleRow(name + RESULTS, count, new ByRoutes(database, "cycle-results", baseUrl, true)),
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
}
