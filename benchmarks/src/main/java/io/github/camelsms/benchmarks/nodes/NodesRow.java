package io.github.camelsms.benchmarks.nodes;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.server.Counts;
import io.github.camelsms.benchmarks.store.PostgresServer;

/**
 * A number of nodes and accounts, against a service with a limiter for each account.
 */
final class NodesRow implements Contestant {

    static final String SHARE = "share of the limits";

    private static final String LIMITS = "--limiter sliding --accounts --there 10-30 --back 10-30";
    /** Time until the accounts are spread over the nodes, and their pace is stable. */
    private static final int SETTLING_SECONDS = 20;

    private final PostgresServer database;
    private final int nodes;
    private final int accounts;
    private final int batch;
    private final int seconds;
    private int round;

    /**
     * @param batch messages per request
     */
    NodesRow(PostgresServer database, int nodes, int accounts, int batch, int seconds) {
        this.database = database;
        this.nodes = nodes;
        this.accounts = accounts;
        this.batch = batch;
        this.seconds = seconds;
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "%d %s; %d %s", nodes, nodes == 1 ? "node" : "nodes", accounts,
                accounts == 1 ? "account" : "accounts");
    }

    @Override
    public void measure(Sample sample) throws Exception {
        String schema = "nodes_" + nodes + "_" + accounts + "_" + ++round;
        List<JavaProcess> processes = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start(LIMITS)) {
            for (int i = 0; i < nodes; i++) {
                processes.add(JavaProcess.start(
                        NodeClient.class, List.of("-Xmx512m", "-XX:+UseSerialGC"),
                        List.of(server.baseUrl().toString(), database.url(schema),
                                String.valueOf(accounts), String.valueOf(batch), String.valueOf(i), String.valueOf(nodes))));
            }
            for (JavaProcess process : processes) {
                process.expect("READY");
            }
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            measure(sample, server, processes, schema);
        } finally {
            for (JavaProcess process : processes) {
                process.kill();
                process.close();
            }
            database.execute("figures", "DROP SCHEMA " + schema + " CASCADE");
        }
    }

    private void measure(Sample sample, ServerProcess server, List<JavaProcess> processes, String schema) throws Exception {
        server.service().reset();
        long began = System.nanoTime();
        long statementsBefore = statements(processes);
        Duration nodesBefore = processorTime(processes);
        long commitsBefore = commits();
        Duration databaseBefore = database.processorTime();
        Duration serviceBefore = server.processorTime();
        TimeUnit.SECONDS.sleep(seconds);
        Counts counts = server.service().counts();
        long statements = statements(processes) - statementsBefore;
        Duration nodesTime = processorTime(processes).minus(nodesBefore);
        long commits = commits() - commitsBefore;
        Duration databaseTime = database.processorTime().minus(databaseBefore);
        Duration serviceTime = server.processorTime().minus(serviceBefore);
        double elapsed = (System.nanoTime() - began) / 1e9;
        sample.put(SHARE, counts.servedPerSecond() / accounts);
        sample.put("messages/s", counts.servedPerSecond() * counts.messagesEach());
        sample.put("messages a request", counts.messagesEach());
        sample.put("throttled, %", 100.0 * counts.throttled() / Math.max(1, counts.requests()));
        sample.put("accounts of the busiest node", busiest(schema));
        sample.put("statements/s", statements / elapsed);
        sample.put("commits/s", commits / elapsed);
        sample.put("processors: nodes", nodesTime.toNanos() / 1e9 / elapsed);
        sample.put("database", databaseTime.toNanos() / 1e9 / elapsed);
        sample.put("service", serviceTime.toNanos() / 1e9 / elapsed);
    }

    private static long statements(List<JavaProcess> processes) throws IOException {
        long statements = 0;
        for (JavaProcess process : processes) {
            statements += Long.parseLong(process.lastLine());
        }
        return statements;
    }

    private static Duration processorTime(List<JavaProcess> processes) {
        return processes.stream().map(JavaProcess::processorTime).reduce(Duration.ZERO, Duration::plus);
    }

    private long commits() throws SQLException {
        return query("SELECT sum(xact_commit) FROM pg_stat_database");
    }

    private long busiest(String schema) throws SQLException {
        return query("SELECT max(accounts) FROM (SELECT count(*) AS accounts FROM " + schema
                     + ".sms_account GROUP BY owner) AS owners");
    }

    private long query(String sql) throws SQLException {
        try (Connection connection = database.connect("figures"); Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
