package io.github.camelsms.sample.nodes;

import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.sample.environment.DurablePostgres;
import io.github.camelsms.sample.environment.Resources;
import io.github.camelsms.sample.environment.TcpProxy;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Nodes on one PostgreSQL and one broker, with accounts at simulators. Each node has its own network to the database.
 */
final class Cluster implements AutoCloseable {

    /** Short, so that takeovers are fast. */
    static final Duration LEASE = Duration.ofSeconds(4);
    private static final String REQUEST_TIMEOUT = "1500";

    private final List<ServiceAccount> accounts = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Resources opened = new Resources();
    private final DurablePostgres postgres;
    private final Traffic traffic;
    /** Kept open, because a new connection is a new process of the database. */
    private @Nullable Connection queries;

    Cluster(Path folder, int nodeCount, int accountCount, Figures figures) throws Exception {
        try {
            for (int i = 1; i <= accountCount; i++) {
                accounts.add(opened.open(new ServiceAccount(i)));
            }
            postgres = opened.open(new DurablePostgres(folder));
            opened.open(this::closeQueries);
            opened.open(PgBouncer::stopAll);
            EmbeddedBroker broker = opened.open(EmbeddedBroker.start(folder.resolve("artemis"), "tcp://127.0.0.1:0"));
            String brokerUrl = "tcp://127.0.0.1:" + broker.port();
            ActiveMQConnectionFactory connections = opened.open(new ActiveMQConnectionFactory(brokerUrl));
            startNodes(folder, nodeCount, brokerUrl, figures);
            traffic = opened.open(new Traffic(connections, accounts));
        } catch (Throwable e) {
            try (AutoCloseable unusable = this::close) {
                throw e;
            }
        }
    }

    private void startNodes(Path folder, int count, String brokerUrl, Figures figures) throws Exception {
        Path routes = Files.writeString(folder.resolve("accounts.yaml"), routes());
        int databasePort = PgBouncer.portFor(folder, postgres.port());
        for (int i = 1; i <= count; i++) {
            TcpProxy database = opened.open(new TcpProxy(databasePort));
            Path config = folder.resolve("node-" + i + ".properties");
            try (Writer writer = Files.newBufferedWriter(config)) {
                config(brokerUrl, DurablePostgres.url(database.port()) + PgBouncer.URL_OPTIONS, routes).store(writer, null);
            }
            nodes.add(opened.open(new Node("node-" + i, folder.resolve("node-" + i), config, database, figures)));
        }
        for (Node node : nodes) {
            node.awaitStart();
        }
    }

    private Properties config(String brokerUrl, String databaseUrl, Path routes) {
        Properties config = new Properties();
        config.setProperty("sms.service.url", accounts.get(0).url());
        config.setProperty("sms.service.username", "demo");
        config.setProperty("sms.service.password", "demo");
        config.setProperty("sms.broker.url", brokerUrl);
        config.setProperty("sms.http.port", "");
        config.setProperty("sms.store.url", databaseUrl);
        config.setProperty("sms.store.username", "postgres");
        config.setProperty("sms.store.lease", LEASE.toMillis() + "ms");
        config.setProperty("sms.status.cron", "0/2+*+*+*+*+?");
        config.setProperty("camel.main.routes-include-pattern", "classpath:routes/*.camel.yaml,file:" + routes);
        config.setProperty("camel.component.sms.requests-per-second", String.valueOf(ServiceAccount.REQUESTS_PER_SECOND));
        config.setProperty("camel.component.sms.batch-size", String.valueOf(ServiceAccount.BATCH));
        // Measured from the response, so that delays on this machine cannot reduce the distance of requests.
        config.setProperty("camel.component.sms.pacing", "strict");
        config.setProperty("camel.component.sms.request-timeout", REQUEST_TIMEOUT);
        config.setProperty("camel.component.sms.reconcile-after", "2s");
        config.setProperty("camel.component.sms.reconcile-for", "5s");
        return config;
    }

    /** Routes of the accounts in addition to the one of the sample application. */
    private String routes() {
        StringBuilder yaml = new StringBuilder();
        for (ServiceAccount account : accounts.subList(1, accounts.size())) {
            yaml.append("""
                    - route:
                        id: outbox-NUMBER
                        from:
                          uri: "jms:queue:QUEUE?transacted=true&concurrentConsumers=3&disableReplyTo=true"
                          steps:
                            - setHeader:
                                name: CamelSmsCorrelationId
                                simple: "${header.correlationId}"
                            - setHeader:
                                name: CamelSmsDestination
                                simple: "${header.destination}"
                            - to: "sms:send?completeOn=stored&baseUrl=URL"
                    - route:
                        id: results-NUMBER
                        from:
                          uri: "sms:results?batching=true&baseUrl=URL"
                          steps:
                            - to: "direct:result-messages"
                    - route:
                        id: statuses-NUMBER
                        from:
                          uri: "sms:status?delay=2000&baseUrl=URL"
                          steps:
                            - convertBodyTo:
                                type: java.util.Map
                            - marshal:
                                json:
                                  library: Jackson
                            - convertBodyTo:
                                type: java.lang.String
                            - to: "jms:queue:{{sms.jms.statuses}}"
                    """.replace("NUMBER", String.valueOf(account.number())).replace("QUEUE", account.queue())
                    .replace("URL", account.url()));
        }
        return yaml.toString();
    }

    List<ServiceAccount> accounts() {
        return accounts;
    }

    List<Node> nodes() {
        return nodes;
    }

    DurablePostgres postgres() {
        return postgres;
    }

    Traffic traffic() {
        return traffic;
    }

    /** Returns the name of the current owner of an account, or null if there is none or the database is unreachable. */
    @Nullable
    String owner(ServiceAccount account) {
        return query(
                "SELECT owner FROM sms_account WHERE lease_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AND name = '"
                     + account.name() + "'",
                row -> row.next() ? row.getString(1) : null);
    }

    /** Returns the node that currently owns an account, or null. */
    @Nullable
    Node ownerNode(ServiceAccount account) {
        String owner = owner(account);
        return owner == null ? null : nodes.stream().filter(node -> node.isCalled(owner)).findFirst().orElse(null);
    }

    /** Returns the number of accounts that a node currently owns. */
    int owned(Node node) {
        return (int) accounts.stream().filter(account -> node.equals(ownerNode(account))).count();
    }

    /** Returns the number of messages in each state, or null if the database is unreachable. */
    @Nullable
    Map<String, Integer> states() {
        return query("SELECT state, count(*) FROM sms_message GROUP BY state", row -> {
            Map<String, Integer> states = new TreeMap<>();
            while (row.next()) {
                states.put(row.getString(1), row.getInt(2));
            }
            return states;
        });
    }

    /** Immediately offers unacknowledged deliveries of a killed node again, which otherwise takes five minutes. */
    void offerAgain() throws SQLException {
        try (Connection connection = postgres.connect(); Statement statement = connection.createStatement()) {
            statement.execute("UPDATE sms_result SET visible_at = 0 WHERE visible_at > 0");
            statement.execute("UPDATE sms_block SET visible_at = 0 WHERE visible_at > 0");
        }
    }

    private interface Reader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private synchronized <T> @Nullable T query(String sql, Reader<@Nullable T> reader) {
        try (Statement statement = queries().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            return reader.read(rows);
        } catch (SQLException e) {
            // The database is unreachable.
            closeQueries();
            return null;
        }
    }

    private Connection queries() throws SQLException {
        Connection connection = queries;
        if (connection == null) {
            connection = postgres.connect();
            queries = connection;
        }
        return connection;
    }

    private synchronized void closeQueries() {
        Connection connection = queries;
        queries = null;
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // The database has closed it.
        }
    }

    @Override
    public void close() throws Exception {
        nodes.forEach(Node::terminate);
        opened.close();
    }
}
