package io.github.camelsms.sample.nodes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.sample.environment.TcpProxy;

/**
 * A process of the sample application that can be killed, frozen and restarted. Thread-safe.
 */
final class Node implements AutoCloseable {

    private static final Pattern OWNS
            = Pattern.compile("SMS account (\\S+): node (\\S+) owns the account(?: again)? and sends for it \\(epoch");
    private static final Pattern STOPS = Pattern.compile("SMS account (\\S+): node \\S+ has released the account: it stops");

    private final String name;
    private final Path folder;
    private final Path config;
    private final TcpProxy database;
    private final Figures figures;
    /** Node names in the store, one per process. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch started = new CountDownLatch(1);
    private volatile Process process;

    /**
     * @param config   properties file of the application
     *
     * @param database the network to its database
     */
    Node(String name, Path folder, Path config, TcpProxy database, Figures figures) throws IOException {
        this.name = name;
        this.folder = Files.createDirectories(folder);
        this.database = database;
        this.config = config;
        this.figures = figures;
        this.process = launch();
        // The test may be aborted.
        Runtime.getRuntime().addShutdownHook(new Thread(this::destroy));
    }

    /** Starts a new process. */
    void start() throws IOException {
        started = new CountDownLatch(1);
        process = launch();
    }

    private Process launch() throws IOException {
        Process launched = new ProcessBuilder(
                List.of(
                        ProcessHandle.current().info().command().orElse("java"), "-Xmx256m", "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC", "-Xshare:auto", "-Dlog4j2.configurationFile=log4j2.xml", "-cp",
                        System.getProperty("java.class.path"), "io.github.camelsms.sample.run.SampleApplication", "--work-dir",
                        folder.toString(), "--config", config.toString()))
                .redirectErrorStream(true).start();
        Thread reader = new Thread(() -> read(launched), name);
        reader.setDaemon(true);
        reader.start();
        return launched;
    }

    private void read(Process launched) {
        try (BufferedReader output = new BufferedReader(
                new InputStreamReader(launched.getInputStream(), StandardCharsets.UTF_8));
             PrintWriter log = new PrintWriter(
                     Files.newBufferedWriter(
                             folder.resolve("output.txt"), StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                log.println(LocalTime.now().truncatedTo(ChronoUnit.MILLIS) + " " + line);
                log.flush();
                Matcher owner = OWNS.matcher(line);
                if (owner.find()) {
                    names.add(owner.group(2));
                    figures.acquired(owner.group(1), System.nanoTime());
                }
                Matcher stop = STOPS.matcher(line);
                if (stop.find()) {
                    figures.released(stop.group(1), System.nanoTime());
                }
                if (line.startsWith("Sample routes started")) {
                    started.countDown();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitStart() throws InterruptedException {
        if (!started.await(90, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " does not start; see " + folder.resolve("output.txt"));
        }
    }

    /** Returns whether this node is the given owner. */
    boolean isCalled(String owner) {
        return names.contains(owner);
    }

    TcpProxy database() {
        return database;
    }

    void kill() throws InterruptedException {
        destroy();
        process.waitFor();
    }

    private void destroy() {
        // Not through the process, whose output would be closed before it is read to its end.
        process.toHandle().destroyForcibly();
    }

    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, String.valueOf(process.pid())).inheritIO().start().waitFor();
    }

    /** Stops the process gracefully, like an orchestrator. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Waits until the process has exited. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " does not end; see " + folder.resolve("output.txt"));
        }
    }

    /** Stops the process gracefully, or by force after a minute. */
    @Override
    public void close() throws InterruptedException {
        try {
            terminate();
            awaitEnd();
        } finally {
            destroy();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
