package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.with;

/**
 * Tests with failures of the store while routes store, send and poll: the disk is full, or the database is unreachable.
 * Exchanges fail with a clear error, and routes recover without a restart. Nothing is lost and nothing is sent twice.
 * <code>-Dsmall.disk=/mnt/small</code> names a directory on a small disk, which is then really filled.
 */
class StoreFailureRouteTest {

    private static final int MESSAGES = 60;
    private static final String SMALL_DISK = System.getProperty("small.disk");

    private final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(20)
            .deliveryDelay(Duration.ofMillis(50), Duration.ofMillis(500)).build();
    private final CamelContext camel = new DefaultCamelContext();
    private final SmsComponent component = new SmsComponent();
    private final AtomicInteger next = new AtomicInteger();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Set<String> results = ConcurrentHashMap.newKeySet();
    private final Set<String> statuses = ConcurrentHashMap.newKeySet();
    private volatile boolean isFeeding = true;

    @TempDir
    Path folder;

    /** A temporary failure of a database. */
    private interface Failure {

        void begin() throws Exception;

        void end() throws Exception;
    }

    @AfterEach
    void stop() {
        isFeeding = false;
        camel.stop();
        simulator.stop();
    }

    @Test
    void fullDisk_whileRoutesRun_recovers() throws Exception {
        JdbcMessageStore store = new JdbcMessageStore();
        Failure full = SMALL_DISK == null ? new PageLimit(store) : new FullDisk(store, Path.of(SMALL_DISK));
        run(store, full, "no room left");
    }

    @Test
    void serverRestart_whileRoutesRun_recovers() throws Exception {
        try (Server server = new Server(folder)) {
            run(server.store(), new Failure() {
                @Override
                public void begin() throws IOException {
                    server.stop();
                }

                @Override
                public void end() throws IOException {
                    server.start();
                }
            }, "cannot be reached");
        }
    }

    @Test
    void frozenServer_whileRoutesRun_recovers() throws Exception {
        try (Server server = new Server(folder)) {
            run(server.store(), new Failure() {
                @Override
                public void begin() throws Exception {
                    server.signal("-STOP");
                }

                @Override
                public void end() throws Exception {
                    server.signal("-CONT");
                }
            }, null);
        }
    }

    /**
     * @param error error of failed exchanges, or null if they only wait
     */
    private void run(JdbcMessageStore store, Failure failure, String error) throws Exception {
        simulator.start();
        startRoutes(store);
        start("direct:store");
        start("direct:send");
        await(() -> !failures.isEmpty() || acknowledged.size() >= MESSAGES && !statuses.isEmpty() && !results.isEmpty());

        failure.begin();
        int before = acknowledged.size();
        if (error == null) {
            // Nothing is acknowledged while the server does not respond.
            with().pollInterval(Duration.ofMillis(100)).await().during(Duration.ofSeconds(2))
                    .until(() -> acknowledged.size() <= before + MESSAGES);
        } else {
            await(() -> failures.size() >= 6);
        }
        failure.end();

        int after = acknowledged.size();
        await(() -> acknowledged.size() >= after + MESSAGES);
        isFeeding = false;
        await(() -> acknowledged.size() == next.get());
        await(() -> isSettled(store));
        check(store, error);
    }

    private void startRoutes(JdbcMessageStore store) throws Exception {
        camel.getShutdownStrategy().setTimeout(10);
        store.setLeaseDuration(Duration.ofSeconds(2));
        component.setMessageStore(store);
        component.getConfiguration().setBaseUrl(simulator.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("demo");
        component.getConfiguration().setRequestsPerSecond(20);
        component.getConfiguration().setRequestTimeout(1_000);
        component.getConfiguration().setReconcileAfter(1_000);
        component.getConfiguration().setReconcileFor(1_000);
        camel.addComponent("sms", component);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:store").to("sms:send?completeOn=stored");
                from("direct:send").to("sms:send");
                from("sms:results?delay=50").process(exchange -> results.add(outcome(exchange)));
                from("sms:status?delay=100").process(exchange -> statuses.add(
                        id(exchange) + " " + exchange.getMessage().getMandatoryBody(SmsStatus.class).status()));
            }
        });
        camel.start();
    }

    /** Submits messages one after the other, and failed ones again, like a queue. */
    private void start(String route) {
        Thread feeder = new Thread(() -> {
            Queue<String> again = new ConcurrentLinkedQueue<>();
            try (ProducerTemplate template = camel.createProducerTemplate()) {
                while (isFeeding || !again.isEmpty()) {
                    String id = again.isEmpty() ? "m" + next.incrementAndGet() : again.remove();
                    if (!submit(template, route, id)) {
                        again.add(id);
                        // Like the redelivery delay of a queue.
                        new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "feeder-" + route);
        feeder.setDaemon(true);
        feeder.start();
    }

    private boolean submit(ProducerTemplate template, String route, String id) {
        Exchange done = template.request(
                route, exchange -> exchange.getMessage().setBody(
                        new SmsMessage(("Order " + id + " ").repeat(10).strip(), "11987654321", id, null)));
        boolean isTaken = done.getException() == null;
        if (!isTaken) {
            failures.add(String.valueOf(done.getException().getMessage()));
            return false;
        }
        if (route.equals("direct:send")) {
            results.add(outcome(done));
        }
        acknowledged.add(id);
        return true;
    }

    private static String id(Exchange exchange) {
        return exchange.getMessage().getHeader(SmsConstants.CORRELATION_ID, String.class);
    }

    private static String outcome(Exchange exchange) {
        SmsSendResult result = exchange.getMessage().getBody(SmsSendResult.class);
        return result.correlationId() + " " + result.outcome();
    }

    private static void await(Callable<Boolean> condition) {
        with().pollInterval(Duration.ofMillis(50)).await().atMost(Duration.ofMinutes(2)).until(condition);
    }

    private boolean isSettled(JdbcMessageStore store) {
        Map<SmsMessageState, Long> counts = MessageStore.await(store.operations().count(account()));
        boolean isSettled = Stream.of(
                SmsMessageState.WAITING, SmsMessageState.SCHEDULED, SmsMessageState.SENDING, SmsMessageState.UNKNOWN)
                .allMatch(state -> counts.get(state) == 0);
        return isSettled && missingStatuses().isEmpty();
    }

    private Set<String> missingStatuses() {
        return simulator.messages().stream().map(message -> message.correlationId() + " " + message.status())
                .filter(status -> !statuses.contains(status)).collect(Collectors.toCollection(TreeSet::new));
    }

    private void check(JdbcMessageStore store, String error) {
        if (error == null) {
            assertThat(failures).isEmpty();
        } else {
            assertThat(failures).as("errors of failed exchanges").anyMatch(reason -> reason.contains(error))
                    .noneMatch(reason -> reason.contains("11987654321"));
        }
        List<String> accepted = simulator.messages().stream().map(SimulatedMessage::correlationId).toList();
        assertThat(accepted).as("sent twice").doesNotHaveDuplicates();
        List<SmsStoredMessage> stored = MessageStore.await(store.operations().find(account(), acknowledged));
        assertThat(stored).as("acknowledged messages").hasSize(acknowledged.size());
        assertThat(stored.stream().filter(message -> message.state() == SmsMessageState.ACCEPTED)
                .map(SmsStoredMessage::correlationId).toList()).as("accepted by the service, and in the store")
                .containsExactlyInAnyOrderElementsOf(accepted);
    }

    private String account() {
        return component.getAccounts().get(0);
    }

    /** A database that cannot grow. Each new connection has the current limit. */
    private final class PageLimit implements Failure {

        private final List<String> pragmas = new CopyOnWriteArrayList<>(List.of("PRAGMA max_page_count = 130"));

        PageLimit(JdbcMessageStore store) {
            store.setFile(folder.resolve("store.db").toString());
            store.setEmbedded(new SystemClock(), pragmas);
        }

        @Override
        public void begin() {
            // The limit takes effect when the file reaches it.
        }

        @Override
        public void end() {
            pragmas.set(0, "PRAGMA max_page_count = 1000000");
        }
    }

    /** A disk that something else fills. */
    private static final class FullDisk implements Failure {

        private final Path filler;

        FullDisk(JdbcMessageStore store, Path disk) throws IOException {
            Path own = Files.createTempDirectory(disk, "store");
            store.setFile(own.resolve("store.db").toString());
            filler = own.resolve("filler");
        }

        @Override
        public void begin() throws IOException {
            try (OutputStream out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.SYNC)) {
                byte[] block = new byte[4096];
                while (true) {
                    out.write(block);
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
        }

        @Override
        public void end() throws IOException {
            Files.delete(filler);
        }
    }

    /** A PostgreSQL server with durable settings. */
    private static final class Server implements AutoCloseable {

        private final Path data;
        private EmbeddedPostgres postgres;

        Server(Path folder) throws IOException {
            data = folder.resolve("data");
            start();
        }

        final void start() throws IOException {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false)
                    .setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on");
            if (postgres != null) {
                builder.setPort(postgres.getPort());
            }
            postgres = builder.start();
        }

        void stop() throws IOException {
            postgres.close();
        }

        JdbcMessageStore store() {
            JdbcMessageStore store = new JdbcMessageStore();
            store.setDataSource(Samples.dataSource(postgres.getJdbcUrl("postgres", "postgres")));
            store.setInitializeSchema(SchemaInitialization.ALWAYS);
            return store;
        }

        /** Signals the server and its processes, one per connection. */
        void signal(String signal) throws IOException, InterruptedException {
            ProcessHandle server = ProcessHandle.of(Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0)))
                    .orElseThrow();
            List<String> command = new ArrayList<>(List.of("kill", signal));
            Stream.concat(Stream.of(server), server.descendants()).forEach(process -> command.add("" + process.pid()));
            assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        }

        @Override
        public void close() throws IOException, InterruptedException {
            stop();
        }
    }
}
