package io.github.camelsms.sample.incidents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.sample.environment.DurablePostgres;
import io.github.camelsms.sample.environment.Resources;
import io.github.camelsms.sample.environment.SampleProcess;
import io.github.camelsms.sample.environment.TcpProxy;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SmsSimulator;
import org.jspecify.annotations.Nullable;

/**
 * A sample application with service, message store and broker, the networks to them, and steady traffic: a file with a
 * few messages every two seconds.
 */
final class World implements AutoCloseable {

    private static final int MESSAGES_PER_FILE = 10;

    /** What an application uses besides the service. */
    enum Parts {
        /** SQLite and a broker. */
        SQLITE,
        /** PostgreSQL behind a network, and a broker. */
        POSTGRESQL,
        /** SQLite, and a service that accepts the requests of two applications. */
        TWO_SENDERS
    }

    final SmsSimulator simulator;
    final TcpProxy service;
    private final @Nullable DurablePostgres postgres;
    private final @Nullable TcpProxy database;
    private final Broker broker;
    private final Resources opened = new Resources();
    private final ScheduledExecutorService traffic = Executors.newSingleThreadScheduledExecutor();
    private final Path folder;
    private final Map<String, String> settings;
    private final List<SampleProcess.Line> earlierOutput = new ArrayList<>();
    private final Observer observer;
    private volatile SampleProcess application;
    private volatile @Nullable SampleProcess second;
    private int files;

    /** Broker that can be stopped and started again on its port. */
    private static final class Broker implements AutoCloseable {

        private final Path folder;
        private final int port;
        private EmbeddedBroker server;

        Broker(Path folder) {
            this.folder = folder;
            server = EmbeddedBroker.start(folder, "tcp://127.0.0.1:0");
            port = server.port();
        }

        void start() {
            server = EmbeddedBroker.start(folder, "tcp://127.0.0.1:" + port);
        }

        @Override
        public void close() throws Exception {
            server.close();
        }
    }

    World(Path folder, Parts parts) throws Exception {
        this.folder = Files.createDirectories(folder);
        try {
            simulator = opened.open(SmsSimulator.builder().requestsPerSecond(parts == Parts.TWO_SENDERS ? 2 : 1).build());
            simulator.start(warning -> {
            });
            service = opened.open(new TcpProxy(simulator.port()));
            settings = new TreeMap<>(
                    Map.of(
                            "sms.service.url", "http://127.0.0.1:" + service.port(), "sms.service.username", "demo",
                            "sms.service.password", "demo", "sms.status.cron", "0/1+*+*+*+*+?", "sms.http.port", "0",
                            "camel.component.sms.request-timeout", "2000", "camel.component.sms.reconcile-after", "2s"));
            postgres = parts == Parts.POSTGRESQL ? opened.open(new DurablePostgres(folder)) : null;
            database = postgres == null ? null : opened.open(new TcpProxy(postgres.port()));
            if (database != null) {
                settings.put("sms.store.url", DurablePostgres.url(database.port()));
                settings.put("sms.store.username", "postgres");
            }
            broker = opened.open(new Broker(folder.resolve("artemis")));
            settings.put("sms.broker.url", "tcp://127.0.0.1:" + broker.port);
            application = start("work");
            observer = opened.open(new Observer(application.pageUrl()));
            traffic.scheduleAtFixedRate(this::drop, 0, 2, TimeUnit.SECONDS);
        } catch (Throwable e) {
            try (AutoCloseable unusable = this::close) {
                throw e;
            }
        }
    }

    private SampleProcess start(String name) throws IOException {
        return opened.open(
                SampleProcess.ofClasses(
                        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
                        folder.resolve(name), settings));
    }

    /** Lets all requests of these operations fail. */
    void fail(Fault fault, Operation... operations) {
        for (Operation operation : operations) {
            simulator.failRandomly(operation, 1, fault);
        }
    }

    /** Kills the application. */
    void kill() throws InterruptedException {
        application.kill();
    }

    /** Starts the application again. */
    void restart() throws IOException {
        earlierOutput.addAll(application.output());
        application = start("work");
        observer.moveTo(application.pageUrl());
    }

    /** Starts an application with a store of its own, and sends as many messages with it. */
    void startSecond() throws IOException {
        SampleProcess started = start("second");
        started.pageUrl();
        second = started;
    }

    void stopSecond() throws InterruptedException {
        Objects.requireNonNull(second).close();
        second = null;
    }

    /** Returns the network to the database. */
    TcpProxy database() {
        return Objects.requireNonNull(database);
    }

    DurablePostgres postgres() {
        return Objects.requireNonNull(postgres);
    }

    void stopBroker() throws Exception {
        broker.close();
    }

    void startBroker() {
        broker.start();
    }

    Observer observer() {
        return observer;
    }

    /** Returns the lines on the console of the application until now. */
    List<SampleProcess.Line> output() {
        List<SampleProcess.Line> all = new ArrayList<>(earlierOutput);
        all.addAll(application.output());
        return all;
    }

    /** Returns a folder of the application. */
    Path folder(String name) {
        return folder.resolve("work").resolve(name);
    }

    private void drop() {
        drop(application, "m");
        SampleProcess other = second;
        if (other != null) {
            drop(other, "second");
        }
        files++;
    }

    private void drop(SampleProcess process, String prefix) {
        StringBuilder csv = new StringBuilder("destination;messageText;correlationId\n");
        for (int i = 0; i < MESSAGES_PER_FILE; i++) {
            csv.append("119").append(80_000_000 + files * MESSAGES_PER_FILE + i).append(";hello;").append(prefix).append(files)
                    .append('-').append(i).append('\n');
        }
        drop(process, "steady-" + files + ".csv", csv.toString());
    }

    /** Puts a file into the inbox. */
    void drop(String name, String content) {
        drop(application, name, content);
    }

    private static void drop(SampleProcess process, String name, String content) {
        try {
            process.drop(name, content);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        traffic.shutdownNow();
        opened.close();
    }
}
