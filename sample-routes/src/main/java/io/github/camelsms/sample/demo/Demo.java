package io.github.camelsms.sample.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.github.camelsms.sample.run.PrivateFolders;
import io.github.camelsms.sample.run.SampleApplication;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import jakarta.jms.JMSContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.util.FileSystemUtils;

import org.apache.camel.util.StopWatch;

/**
 * Demonstration: the application runs in a separate process and sends the bundled messages; the simulator and the
 * broker run in this process, which counts the messages. On request, the application is killed with SIGKILL while it
 * sends and is restarted, and one response of the service is lost.
 */
final class Demo {

    /** Marker file: the folder was written by an earlier run and may be deleted. */
    private static final String MARKER = ".sms-demo";
    /** Limits the time without progress and not the total time, which a slow machine might exceed. */
    private static final int MAX_SECONDS_WITHOUT_PROGRESS = 120;
    /** Often, so that a process is killed soon after a request, and not after the last one. */
    private static final int CHECK_MILLIS = 10;
    private static final int MAX_STOP_SECONDS = 30;

    private Demo() {
    }

    /**
     * Creates or empties the folder of a demonstration, and the one of the log, before the first log line.
     *
     * @throws IllegalArgumentException if it contains files that no demonstration has written
     */
    static void prepare(Path folder) throws IOException {
        if (Files.exists(folder.resolve(MARKER))) {
            // Not the folder itself, which can be a mount point, a link, or the current folder.
            Stream.of(Objects.requireNonNull(folder.toFile().listFiles())).forEach(FileSystemUtils::deleteRecursively);
        }
        PrivateFolders.create(folder);
        if (Objects.requireNonNull(folder.toFile().list()).length > 0) {
            throw new IllegalArgumentException(
                    "the directory " + folder + " is not empty: it has files that are not from an earlier run, or cannot be deleted."
                                               + " Choose another with --work-dir");
        }
        Files.createFile(folder.resolve(MARKER));
        PrivateFolders.create(folder.resolve("logs"));
    }

    /**
     * Runs the demonstration. Returns whether each message has its outcome, none was lost and none was sent twice.
     *
     * @param folder      absolute path of the folder of its files
     * @param crash       whether to kill the application and lose a response
     * @param keepRunning whether to continue after the summary until this process is stopped
     */
    static boolean run(Path folder, boolean crash, boolean keepRunning, PrintStream out) throws Exception {
        prepare(folder);
        try (SmsSimulator simulator
                = SmsSimulator.builder().rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build().start();
             EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("data/artemis"), "tcp://127.0.0.1:0");
             ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + broker.port());
             JMSContext jms = connections.createContext()) {
            PrivateFolders.create(folder.resolve("results"));
            DemoInput.copy("demo.properties", folder);
            DemoInput.copy("messages.csv", folder.resolve("inbox"));
            DemoInput.fillQueue(connections);
            DemoReport report = new DemoReport(
                    folder.resolve("results"), jms.createConsumer(jms.createQueue("sms.results")),
                    jms.createConsumer(jms.createQueue("sms.statuses")), crash, out);
            Process application = start(folder, "demo.properties", simulator, broker, out);
            try {
                if (crash) {
                    await(application, () -> simulator.statistics().acceptedMessages(),
                            () -> simulator.statistics().acceptedMessages() >= DemoInput.MESSAGES / 2);
                    kill(application);
                    simulator.failNext(Fault.dropAfterAccepting());
                    out.println("Killed it with SIGKILL after " + simulator.statistics().acceptedMessages()
                                + " messages. The next response will be lost.");
                    application = start(folder, "demo.properties", simulator, broker, out);
                }
                await(application, report);
                // After Ctrl-C as well, when this process also ends, too soon for a summary.
                if (!application.isAlive()) {
                    out.println("The application has ended with exit code " + application.exitValue() + ": see " + folder);
                    return false;
                }
                boolean isSuccess = report.summarize(simulator);
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

    /** Starts the application with a file of properties in the folder. Its console is copied to the output. */
    static Process start(Path folder, String config, SmsSimulator simulator, EmbeddedBroker broker, PrintStream out)
            throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Dsms.service.url=" + simulator.baseUrl(), "-Dsms.service.username=" + simulator.username(),
                "-Dsms.broker.url=tcp://127.0.0.1:" + broker.port(), "-cp",
                System.getProperty("java.class.path"), SampleApplication.class.getName(), "--work-dir", folder.toString(),
                "--config", folder.resolve(config).toString(), SampleApplication.STOP_WITH_PARENT);
        // Otherwise settings of the environment would apply, such as the address of the service.
        command.environment().keySet().removeIf(name -> name.matches("(?i)(sms|camel)_.*"));
        // Not as an argument, which other users of the machine could see.
        command.environment().put("SMS_SERVICE_PASSWORD", simulator.password());
        Process application = command.redirectErrorStream(true).start();
        // While the service and the broker still run.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(application)));
        out.println("Started the application as process " + application.pid() + ".");
        Thread printer = new Thread(() -> application.inputReader(StandardCharsets.UTF_8).lines().forEach(out::println));
        printer.setDaemon(true);
        printer.start();
        return application;
    }

    /** Waits until all messages are settled, the application ends, or there is no progress for too long. */
    private static void await(Process application, DemoReport report) throws Exception {
        long progress = 0;
        int still = 0;
        do {
            long now = report.update();
            still = now == progress ? still + 1 : 0;
            progress = now;
        } while (!report.isComplete() && still < MAX_SECONDS_WITHOUT_PROGRESS
                && !application.waitFor(1, TimeUnit.SECONDS));
    }

    /**
     * Waits until a condition is fulfilled. Returns false if the application ends, or there is no progress for too
     * long.
     *
     * @param progress changes when there is progress
     */
    static boolean await(Process application, LongSupplier progress, BooleanSupplier isFulfilled) throws InterruptedException {
        long last = -1;
        StopWatch still = new StopWatch();
        while (!isFulfilled.getAsBoolean()) {
            long now = progress.getAsLong();
            if (now != last) {
                last = now;
                still.restart();
            }
            if (still.taken() > TimeUnit.SECONDS.toMillis(MAX_SECONDS_WITHOUT_PROGRESS)
                    || application.waitFor(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }

    /** Kills the application with SIGKILL. */
    static void kill(Process application) throws InterruptedException {
        // Not through the process, whose output would be closed before it is read to its end.
        application.toHandle().destroyForcibly();
        application.waitFor();
    }

    /** Stops the application, which must be done before the service and the broker end. */
    static void stop(Process application) {
        application.toHandle().destroy();
        application.onExit().completeOnTimeout(application, MAX_STOP_SECONDS, TimeUnit.SECONDS).join();
        application.toHandle().destroyForcibly();
    }
}
