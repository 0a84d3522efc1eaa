package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.sample.files.PrivateFiles;
import io.github.camelsms.sample.jms.BrokerConnections;
import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.sample.operations.HttpAddress;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SmsSimulator;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Demonstration of a crash: the application runs in a separate process, is killed with SIGKILL while it sends, and is
 * restarted; one response of the service is lost. The simulator and the broker run in this process and count the
 * messages.
 */
final class CrashDemo {

    private static final int MESSAGES_BEFORE_KILL = DemoMonitor.TOTAL / 2;
    private static final int MAX_STOP_SECONDS = 30;

    private final Path folder;
    private final PrintStream out;

    CrashDemo(Path folder, PrintStream out) {
        this.folder = folder;
        this.out = out;
    }

    /** Runs the demonstration. Returns 0 if each message has its outcome, none was lost and none was sent twice. */
    int run() throws Exception {
        int port = HttpAddress.free("127.0.0.1", 0).port();
        String url = "tcp://127.0.0.1:" + port;
        Path inbox = folder.resolve("inbox");
        PrivateFiles.create(inbox);
        try (SmsSimulator simulator = SampleService.startSimulator("demo", "demo");
             EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("data/artemis"), port);
             ActiveMQConnectionFactory connections = BrokerConnections.plain(url, "", "")) {
            DemoMonitor monitor = new DemoMonitor(
                    () -> DemoAudit.of(folder.resolve("results"), connections, "sms.results"), out);
            DemoInput.dropFile(inbox);
            DemoInput.fillQueue(connections, "sms.outbox");
            Path config = folder.resolve("crash.properties");
            try (InputStream settings = CrashDemo.class.getResourceAsStream("/demo/crash.properties")) {
                Files.copy(Objects.requireNonNull(settings), config, StandardCopyOption.REPLACE_EXISTING);
            }
            Process first = start(config, simulator.baseUrl(), url);
            try {
                out.println("Started the application as process " + first.pid() + ".");
                monitor.await(audit -> simulator.statistics().acceptedMessages() >= MESSAGES_BEFORE_KILL);
                // Messages that arrived are settled by statuses; others are looked up, one per second.
                DemoMonitor.awaitGrowth(() -> simulator.statistics().acceptedMessages());
            } finally {
                first.destroyForcibly().waitFor();
            }
            simulator.failNext(Operation.SEND, Fault.dropAfterAccepting());
            Process second = start(config, simulator.baseUrl(), url);
            try {
                out.println("Killed it with SIGKILL after " + simulator.statistics().acceptedMessages()
                            + " messages and restarted it as process " + second.pid() + ". The next response will be lost.");
                return summarize(monitor.await(DemoAudit::isComplete), monitor, simulator);
            } finally {
                second.destroy();
                if (!second.waitFor(MAX_STOP_SECONDS, TimeUnit.SECONDS)) {
                    second.destroyForcibly();
                }
            }
        }
    }

    private int summarize(DemoAudit audit, DemoMonitor monitor, SmsSimulator simulator) {
        long sent = simulator.messages().stream().map(message -> message.correlationId()).distinct().count();
        long lost = DemoMonitor.TOTAL - sent - audit.count("REJECTED");
        long twice = simulator.statistics().duplicateMessages();
        monitor.outcomes(audit);
        out.println();
        out.println("After one SIGKILL and one lost response, counted at the simulator");
        monitor.line("messages", DemoMonitor.TOTAL);
        monitor.line("with an outcome", audit.settled());
        monitor.line("unknown after kill or lost response, and settled",
                audit.file().settledUnknowns() + audit.queue().settledUnknowns());
        monitor.line("lost", lost);
        monitor.line("sent twice", twice);
        out.println();
        out.println("Ended after " + monitor.seconds() + " s. The output of the application is in "
                    + folder.resolve("application.out") + ".");
        return audit.isComplete() && lost == 0 && twice == 0 ? SampleApplication.OK : SampleApplication.FAILED;
    }

    private Process start(Path config, String service, String broker) throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        return new ProcessBuilder(
                java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dsms.service.url=" + service,
                "-Dsms.broker.url=" + broker, "-cp", System.getProperty("java.class.path"), SampleApplication.class.getName(),
                "--work-dir", folder.toString(), "--config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("application.out").toFile())).start();
    }
}
