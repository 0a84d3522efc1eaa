package io.github.camelsms.benchmarks.latency;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.nodes.WatchedDataSource;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.store.Databases;
import io.github.camelsms.benchmarks.store.PostgresServer;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;

/**
 * Time until the owner of an account sends a message that was stored on another node.
 */
public final class NodesLatencyTable implements Table {

    private static final int MESSAGES = 50;
    private static final int MAX_PAUSE_MILLIS = 500;
    private static final String OWNER = "stored on the owner";
    private static final String NOTIFIED = "on another node, with notifications";
    private static final String POLLING = "on another node, without notifications";
    /** Time until a node that has joined owns the account, if it is the preferred one. */
    private static final int SPREAD_SECONDS = 15;

    @Override
    public String name() {
        return "nodes-latency";
    }

    @Override
    public String question() {
        return "How long does a single message take to the service if it is stored on a node that does not own"
               + " the idle account?";
    }

    @Override
    public boolean hasSelectableRows() {
        return false;
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int count = options.messages(MESSAGES);
        try (Databases databases = Databases.startPostgres(); ArrivalServer server = new ArrivalServer();
             Pair notified = new Pair(databases.postgres(), server, true);
             Pair polling = new Pair(databases.postgres(), server, false)) {
            TimeUnit.SECONDS.sleep(SPREAD_SECONDS);
            List<Contestant> rows = List.of(
                    row(OWNER, count, notified.owner(), server), row(NOTIFIED, count, notified.other(), server),
                    row(POLLING, count, polling.other(), server));
            Rounds.interleave(rows, options, 1, report);
            report.atMost(NOTIFIED, LoneMessages.MEDIAN, 100);
            report.atMost(POLLING, LoneMessages.MEDIAN, 1_000);
        }
    }

    private static Contestant row(String name, int count, SmsProducer sender, ArrivalServer server) {
        Messages messages = new Messages("m" + name.length());
        return new LoneMessages(name, count, MAX_PAUSE_MILLIS, number -> {
            SmsMessage message = messages.next();
            sender.send(message);
            while (!server.hasArrived(String.valueOf(message.correlationId()))) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return server.takeArrival(String.valueOf(message.correlationId()));
        }, () -> {
        });
    }

    /** Two nodes that share an account. */
    private static final class Pair implements AutoCloseable {

        private final PostgresServer database;
        private final String schema;
        private final List<SmsProducer> nodes = new ArrayList<>();
        private final String firstOwner;

        Pair(PostgresServer database, ArrivalServer server, boolean isNotified) throws Exception {
            this.database = database;
            this.schema = isNotified ? "notified" : "polling";
            nodes.add(node(server, isNotified));
            nodes.get(0).send(new Messages(schema).next());
            while (ownerName().isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            firstOwner = ownerName();
            nodes.add(node(server, isNotified));
        }

        private SmsProducer node(ArrivalServer server, boolean isNotified) throws Exception {
            JdbcMessageStore store = new JdbcMessageStore();
            store.setDataSource(new WatchedDataSource(database.url(schema), isNotified));
            store.setInitializeSchema(SchemaInitialization.ALWAYS);
            return new SmsProducer(
                    store, "completeOn=stored&baseUrl=" + server.baseUrl()
                           + "&username=u&password=p&requestsPerSecond=1000000");
        }

        private String ownerName() throws SQLException {
            try (Connection connection = database.connect(schema); Statement statement = connection.createStatement();
                 ResultSet row = statement.executeQuery("SELECT owner FROM sms_account WHERE owner IS NOT NULL")) {
                return row.next() ? row.getString(1) : "";
            }
        }

        SmsProducer owner() throws SQLException {
            return nodes.get(ownerName().equals(firstOwner) ? 0 : 1);
        }

        SmsProducer other() throws SQLException {
            return nodes.get(ownerName().equals(firstOwner) ? 1 : 0);
        }

        @Override
        public void close() throws Exception {
            for (SmsProducer node : nodes) {
                node.close();
            }
        }
    }
}
