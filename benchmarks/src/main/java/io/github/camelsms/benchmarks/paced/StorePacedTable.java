package io.github.camelsms.benchmarks.paced;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.store.Databases;
import io.github.camelsms.benchmarks.store.DurableDatabase;

/**
 * Achieved share of one request per second with a store, in the first minute and in the minute after a restart on the
 * same store. All rows and rounds run at the same time, each with its own service, Camel context and store, because
 * each is idle most of the time.
 */
public final class StorePacedTable implements Table {

    private static final int SECONDS = 60;
    private static final int WARM_UP_SECONDS = 8;
    private static final String WITHOUT = "without a store";

    @Override
    public String name() {
        return "store-paced";
    }

    @Override
    public String question() {
        return "With one request per second, a permanent backlog and a store, what share of 200 messages per"
               + " second arrives in the first minute, and in the minute after a restart?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int seconds = options.seconds(SECONDS);
        int rounds = options.rounds();
        try (Databases databases = Databases.start(options)) {
            List<StorePacedRow> rows = rows(databases, rounds);
            report.rows(names(rows));
            warmUp(databases);
            try (ServerProcess servers
                    = ServerProcess.start(rows.stream().map(StorePacedRow::service).toArray(String[]::new))) {
                servers.service().warmUp();
                for (String phase : StorePacedRow.PHASES) {
                    for (int i = 0; i < rows.size(); i++) {
                        rows.get(i).open(phase, servers.services().get(i));
                    }
                    PacedRun.runAll(rows.stream().map(StorePacedRow::run).toList(), seconds);
                    for (StorePacedRow row : rows) {
                        report.add(row.name(), row.round(), row.close());
                    }
                }
            }
            goals(rows, report);
        }
    }

    private static List<StorePacedRow> rows(Databases databases, int rounds) {
        List<StorePacedRow> rows = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (Network network : List.of(Network.NEAR, Network.FAR)) {
                rows.add(new StorePacedRow(network, WITHOUT, null, round));
                for (DurableDatabase database : databases.all()) {
                    rows.add(new StorePacedRow(network, database.name(), database, round));
                }
            }
        }
        return rows;
    }

    private static List<String> names(List<StorePacedRow> rows) {
        List<String> names = new ArrayList<>();
        for (StorePacedRow row : rows) {
            StorePacedRow.PHASES.forEach(phase -> names.add(row.name(phase)));
        }
        return names.stream().distinct().toList();
    }

    private static void goals(List<StorePacedRow> rows, Report report) {
        rows.stream().filter(row -> row.round() == 0 && row.hasStore()).forEach(row -> {
            for (String phase : StorePacedRow.PHASES) {
                report.atLeast(row.name(phase), PacedRun.SHARE, row.network().goal());
                report.atMost(row.name(phase), PacedRun.THROTTLED, 2);
            }
        });
    }

    /** Loads and compiles the senders' code, so that their first requests do not run on a cold JVM. */
    private static void warmUp(Databases databases) throws Exception {
        List<StorePacedRow> rows = new ArrayList<>();
        rows.add(new StorePacedRow(Network.NEAR, "warm-up", null, -1));
        for (DurableDatabase database : databases.all()) {
            rows.add(new StorePacedRow(Network.NEAR, "warm-up", database, -1));
        }
        try (ServerProcess server = ServerProcess.start()) {
            for (StorePacedRow row : rows) {
                row.openUnlimited(server.service());
            }
            PacedRun.runAll(rows.stream().map(StorePacedRow::run).toList(), WARM_UP_SECONDS);
            for (StorePacedRow row : rows) {
                row.close();
            }
        }
    }
}
