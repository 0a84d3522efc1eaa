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
        return "Several nodes share accounts on one PostgreSQL, each account with one request a second and always with a"
               + " backlog: how much of the sum of the limits is reached, and what do nodes and database do for it?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        try (Databases databases = Databases.startPostgres()) {
            List<NodesRow> rows = new ArrayList<>();
            for (int accounts : List.of(1, 100, 1000)) {
                for (int nodes = 1; nodes <= 3; nodes++) {
                    rows.add(new NodesRow(databases.postgres(), nodes, accounts, BATCH, options.seconds().orElse(SECONDS)));
                }
            }
            List<NodesRow> wanted = rows.stream().filter(row -> options.wants(row.name())).toList();
            report.rows(wanted.stream().map(NodesRow::name).toList());
            Rounds.interleave(wanted, options.warmUp().orElse(0), options.roundsOrDefault(), report);
            rows.stream().filter(row -> !row.name().contains("1000"))
                    .forEach(row -> report.atLeast(row.name(), NodesRow.SHARE, 0.95));
        }
        report.note("requests of " + BATCH + " messages instead of 200, so that 1,000 accounts are 10,000 messages a second and"
                    + " not 200,000: nodes, database and service share the processors of one machine");
        report.note("each node stores the messages of its share of the accounts, and sends for those that it owns; processors"
                    + " busy on average; commits as the database counts them, statements at the driver");
    }
}
