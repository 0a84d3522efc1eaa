package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.camelsms.sample.files.PrivateFiles;
import io.github.camelsms.sample.jms.BrokerConnections;
import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.sample.operations.FreePort;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.util.FileSystemUtils;

/**
 * Demonstration: the application runs in a separate process and sends the bundled messages; the simulator and the
 * broker run in this process, which counts the messages. On request, the application is killed with SIGKILL while it
 * sends and is restarted, and one response of the service is lost.
 */
final class Demo {

    /** Marker file: the content of the folder was written by an earlier run and may be deleted. */
    private static final String MARKER = ".sms-demo";
    private static final int MESSAGES_BEFORE_KILL = DemoResults.TOTAL / 2;
    /** Limits the time without progress and not the total time, which a slow machine might exceed. */
    private static final int MAX_SECONDS_WITHOUT_PROGRESS = 120;
    private static final int MAX_STOP_SECONDS = 30;
    private static final int MILLIS_BETWEEN_CHECKS = 10;
    private static final int MAX_CHECKS_BEFORE_KILL = 1_000;

    private final Path folder;
    private final boolean crash;
    private final PrintStream out;
    private final DemoReport report;

    /**
     * @param folder absolute path of an empty folder
     * @param crash  whether to kill the application and lose a response
     */
    Demo(Path folder, boolean crash, PrintStream out) {
        this.folder = folder;
        this.crash = crash;
        this.out = out;
        this.report = new DemoReport(out);
    }

    /**
     * Creates or empties the folder of a demonstration.
     *
     * @throws DirectoryNotEmptyException if it contains files that no demonstration has written
     */
    static void prepare(Path folder) throws IOException {
        if (Files.exists(folder.resolve(MARKER))) {
            try (Stream<Path> earlier = Files.list(folder)) {
                for (Path path : earlier.toList()) {
                    FileSystemUtils.deleteRecursively(path);
                }
            }
        }
        Files.createDirectories(folder);
        try (Stream<Path> left = Files.list(folder)) {
            if (left.findAny().isPresent()) {
                throw new DirectoryNotEmptyException(folder + " is not from an earlier run");
            }
        }
        Files.createFile(folder.resolve(MARKER));
    }

    /**
     * Runs the demonstration. Returns whether each message has its outcome, none was lost and none was sent twice.
     *
     * @param keepRunning whether to continue after the summary until this process is stopped
     */
    boolean run(boolean keepRunning) throws Exception {
        String url = "tcp://127.0.0.1:" + FreePort.find("127.0.0.1", 0);
        try (SmsSimulator simulator
                = SmsSimulator.builder().rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build().start();
             EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("data/artemis"), url);
             ActiveMQConnectionFactory connections = BrokerConnections.plain(url, "", "")) {
            PrivateFiles.create(folder.resolve("results"));
            DemoInput.copy("demo.properties", folder);
            DemoInput.copy("messages.csv", folder.resolve("inbox"));
            DemoInput.fillQueue(connections);
            Process application = start(simulator, url);
            try {
                if (crash) {
                    await(application, connections,
                            results -> simulator.statistics().acceptedMessages() >= MESSAGES_BEFORE_KILL);
                    killWhileSending(application, simulator);
                    application = start(simulator, url);
                }
                DemoResults results = await(application, connections,
                        now -> now.isComplete() && (crash || now.delivered() >= now.count("ACCEPTED")));
                boolean isSuccess = report.summarize(results, simulator, crash);
                if (!application.isAlive()) {
                    out.println("The application has ended by itself with exit code " + application.exitValue() + ".");
                    isSuccess = false;
                }
                out.println("Results, log and data are in " + folder);
                if (keepRunning) {
                    out.println("Still running. Press Ctrl-C to stop it.");
                    application.waitFor();
                }
                return isSuccess;
            } finally {
                stop(application);
            }
        }
    }

    private Process start(SmsSimulator simulator, String broker) throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Dsms.service.url=" + simulator.baseUrl(), "-Dsms.service.username=" + simulator.username(),
                "-Dsms.broker.url=" + broker, "-cp",
                System.getProperty("java.class.path"), SampleApplication.class.getName(), "--work-dir", folder.toString(),
                "--config", folder.resolve("demo.properties").toString(), SampleApplication.STOP_WITH_PARENT);
        // Otherwise settings of the environment would apply, such as the address of the service.
        command.environment().keySet().removeIf(name -> name.matches("(?i)(sms|camel)_.*"));
        // Not as an argument, which other users of the machine could see.
        command.environment().put("SMS_SERVICE_PASSWORD", simulator.password());
        Process application = command.redirectErrorStream(true).start();
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(application)));
        } catch (IllegalStateException e) {
            // This process is already shutting down.
            application.toHandle().destroyForcibly();
            throw e;
        }
        out.println("Started the application as process " + application.pid() + ".");
        Thread printer = new Thread(() -> application.inputReader(StandardCharsets.UTF_8).lines().forEach(out::println));
        printer.setDaemon(true);
        printer.start();
        return application;
    }

    /** Kills the application soon after a request has arrived, and lets the next response get lost. */
    private void killWhileSending(Process application, SmsSimulator simulator) throws InterruptedException {
        long before = simulator.statistics().acceptedMessages();
        for (int checks = 0; simulator.statistics().acceptedMessages() == before; checks++) {
            if (application.waitFor(MILLIS_BETWEEN_CHECKS, TimeUnit.MILLISECONDS) || checks == MAX_CHECKS_BEFORE_KILL) {
                throw new IllegalStateException(
                        "the application " + (application.isAlive() ? "sends nothing" : "has ended by itself")
                                                + ", so it was not killed: see " + folder.resolve("logs"));
            }
        }
        // Not through the process, whose output would be closed before it is read to its end.
        application.toHandle().destroyForcibly();
        application.waitFor();
        simulator.failNext(Fault.dropAfterAccepting());
        out.println("Killed it with SIGKILL after " + simulator.statistics().acceptedMessages()
                    + " messages. The next response will be lost.");
    }

    /**
     * Prints a line each second until the condition holds, the application ends, or there is no progress for too long.
     */
    private DemoResults await(Process application, ActiveMQConnectionFactory broker, Predicate<DemoResults> isEnd)
            throws Exception {
        DemoResults results = DemoResults.read(folder.resolve("results"), broker);
        long progress = -1;
        int still = 0;
        while (!isEnd.test(results) && still < MAX_SECONDS_WITHOUT_PROGRESS && !application.waitFor(1, TimeUnit.SECONDS)) {
            results = DemoResults.read(folder.resolve("results"), broker);
            long now = results.settled() + results.delivered() + results.count("UNKNOWN");
            if (now > 0) {
                report.progress(results);
            }
            still = now == progress ? still + 1 : 0;
            progress = now;
        }
        return results;
    }

    private static void stop(Process application) {
        application.toHandle().destroy();
        try {
            if (!application.waitFor(MAX_STOP_SECONDS, TimeUnit.SECONDS)) {
                application.toHandle().destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
