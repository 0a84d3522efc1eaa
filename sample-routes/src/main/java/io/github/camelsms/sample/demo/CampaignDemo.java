package io.github.camelsms.sample.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.sample.demo.CampaignReport.Result;
import io.github.camelsms.sample.run.PrivateFolders;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.SmsSimulator;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import org.apache.camel.util.StopWatch;

/**
 * Campaign with opt-outs, a window and a cap: the application sends a file from a process that is killed with SIGKILL
 * when the simulator has received a third, and again when it has received two thirds.
 */
final class CampaignDemo {

    /** Requests per second at the simulator, as in the settings of the application. */
    private static final int PACE = 10;
    private static final int KILLS = 2;
    private static final int MAX_BATCH_SIZE = 200;
    private static final int MIN_REQUESTS = 200;
    private static final int PASSWORD_PRIORITY = 9;
    /** Enough for the application to start, import the opt-outs, and send the one-time passwords. */
    private static final Duration UNTIL_OPENING = Duration.ofSeconds(20);
    private static final Duration MIN_RESPONSE_TIME = Duration.ofMillis(20);
    private static final Duration MAX_RESPONSE_TIME = Duration.ofMillis(80);

    private final Path folder;
    private final PrintStream out;
    private final SmsSimulator simulator;
    private final EmbeddedBroker broker;

    private CampaignDemo(Path folder, PrintStream out, SmsSimulator simulator, EmbeddedBroker broker) {
        this.folder = folder;
        this.out = out;
        this.simulator = simulator;
        this.broker = broker;
    }

    /**
     * Runs the campaign. Returns whether each line has exactly the outcome that it must have, and the simulator has
     * received nothing that it must not.
     *
     * @param folder absolute path of the folder of its files
     * @param size   number of lines, 100 or more
     */
    static boolean run(Path folder, int size, PrintStream out) throws Exception {
        Campaign campaign = new Campaign(size);
        Demo.prepare(folder);
        try (SmsSimulator simulator = SmsSimulator.builder().rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS)
                .requestsPerSecond(PACE).responseLatency(MIN_RESPONSE_TIME, MAX_RESPONSE_TIME).build().start();
             EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("data/artemis"), "tcp://127.0.0.1:0");
             ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + broker.port());
             JMSContext jms = connections.createContext()) {
            return new CampaignDemo(folder, out, simulator, broker).run(campaign, jms);
        }
    }

    private boolean run(Campaign campaign, JMSContext jms) throws Exception {
        StopWatch time = new StopWatch();
        Path results = folder.resolve("results");
        PrivateFolders.create(results);
        write(folder.resolve("opt-outs"), "opt-outs.csv", campaign.optOuts());
        CampaignWindow window = CampaignWindow
                .opensAfter(UNTIL_OPENING, Instant.ofEpochMilli(SimulatorClock.system().currentTimeMillis()));
        DemoInput.copy("campaign.properties", folder);
        Files.writeString(
                folder.resolve("campaign.properties"),
                "camel.beans.window.hours=" + CampaignWindow.HOURS + "\ncamel.beans.window.zone=" + window.zone()
                                                       + "\ncamel.component.sms.batch-size=" + batchSize(campaign) + "\n",
                StandardOpenOption.APPEND);
        CampaignReport report = new CampaignReport(campaign, window, out);
        Process application = start();
        try {
            boolean isRunning = await(application, () -> Files.exists(folder.resolve("opt-outs/.done/opt-outs.csv")));
            write(folder.resolve("inbox"), Campaign.FILE, campaign.csv());
            putPasswords(jms, campaign);
            for (int kill = 1; kill <= KILLS && isRunning; kill++) {
                long received = (long) campaign.accepted() * kill / (KILLS + 1);
                isRunning = await(application, () -> simulator.statistics().acceptedMessages() >= received);
                if (!isRunning) {
                    break;
                }
                Demo.kill(application);
                out.println("Killed it with SIGKILL after " + simulator.statistics().acceptedMessages() + " messages.");
                application = start();
            }
            JMSConsumer consumer = jms.createConsumer(jms.createQueue("sms.results"));
            isRunning = isRunning && await(application, () -> isComplete(report, results, consumer));
            if (!application.isAlive()) {
                out.println("The application has ended with exit code " + application.exitValue() + ": see " + folder);
            }
            return report.summarize(simulator.messages(), KILLS, errors(), time.taken() / 1000) && isRunning;
        } finally {
            Demo.stop(application);
        }
    }

    /** Returns a size with which even a small campaign needs many requests. */
    private static int batchSize(Campaign campaign) {
        return Math.min(MAX_BATCH_SIZE, Math.max(1, campaign.lines().size() / MIN_REQUESTS));
    }

    private Process start() throws IOException {
        return Demo.start(folder, "campaign.properties", simulator, broker, out);
    }

    /** Writes a file that appears when it is complete. */
    private static void write(Path folder, String name, String content) throws IOException {
        PrivateFolders.create(folder);
        Files.move(Files.writeString(folder.resolve(name + ".tmp"), content), folder.resolve(name));
    }

    private static void putPasswords(JMSContext jms, Campaign campaign) {
        JMSProducer producer = jms.createProducer().setPriority(PASSWORD_PRIORITY);
        for (Campaign.Line password : campaign.passwords()) {
            producer.setProperty("destination", password.written()).setProperty("correlationId", password.id())
                    .send(jms.createQueue("sms.outbox"), password.text());
        }
    }

    private static boolean isComplete(CampaignReport report, Path folder, JMSConsumer consumer) {
        try {
            report.readFiles(folder);
            for (JsonNode result : DemoReport.receive(consumer)) {
                report.addPassword(
                        result.path("correlationId").asText(),
                        new Result(
                                result.path("outcome").asText(), result.path("reason").asText("").split(":", 2)[0],
                                result.path("smsId").asText("")));
            }
            return report.isComplete();
        } catch (IOException | JMSException e) {
            throw new IllegalStateException("the results cannot be read", e);
        }
    }

    private boolean await(Process application, BooleanSupplier isFulfilled) throws InterruptedException {
        return Demo.await(
                application, () -> simulator.statistics().sendRequests() + simulator.statistics().statusByDateRequests(),
                isFulfilled);
    }

    private long errors() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("logs/sample-routes.log"))) {
            return lines.filter(line -> line.matches("\\S+ (ERROR|FATAL) .*|\\S*(Exception|Error): .*|\tat .*")).count();
        }
    }
}
