package io.github.camelsms.benchmarks.nodes;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.store.Databases;

/**
 * Rate and resource usage of several nodes on one PostgreSQL.
 */
public final class NodesTable implements Table {

    private static final int SECONDS = 20;
    private static final int BATCH = 10;

    @Override
    public String name() {
        return "nodes";
    }

    @Override
    public String question() {
        return "What share of their limits do 1, 100 and 1,000 accounts reach with 1, 2 and 3 nodes on one"
               + " PostgreSQL, each with one request of 10 messages per second, and at what load?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        try (Databases databases = Databases.startPostgres()) {
            List<NodesRow> rows = new ArrayList<>();
            for (int accounts : List.of(1, 100, 1000)) {
                for (int nodes = 1; nodes <= 3; nodes++) {
                    rows.add(new NodesRow(databases.postgres(), nodes, accounts, BATCH, options.seconds(SECONDS)));
                }
            }
            List<NodesRow> wanted = rows.stream().filter(row -> options.wants(row.name())).toList();
            Rounds.interleave(wanted, options, 0, report);
            rows.stream().filter(row -> !row.name().contains("1000"))
                    .forEach(row -> report.atLeast(row.name(), NodesRow.SHARE, 0.95));
        }
    }
}
