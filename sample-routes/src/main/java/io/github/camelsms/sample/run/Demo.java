package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SimulatorStatistics;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.main.MainSupport;

/**
 * Demonstration that submits the bundled messages after the start, prints their progress, checks that each has its
 * outcome, and stops the application.
 */
final class Demo extends MainListenerSupport {

    /** Polls statuses often, because the demonstration is short. */
    static final Map<String, String> PROPERTIES = Map.of("sms.status.cron", "0/2+*+*+*+*+?");

    private final EmbeddedServices services;
    private final PrintStream out;
    private final boolean keepRunning;
    private volatile int exitCode = SampleApplication.FAILED;

    Demo(EmbeddedServices services, PrintStream out, boolean keepRunning) {
        this.services = services;
        this.out = out;
        this.keepRunning = keepRunning;
    }

    /** Returns 0 if each message had its outcome when the demonstration ended. */
    int exitCode() {
        return exitCode;
    }

    /**
     * Rejects a service on another machine, regardless of the property that configures it, because the 1,400 messages
     * of a demonstration must not be charged.
     */
    @Override
    public void afterConfigure(BaseMainSupport main) {
        String address = main.getCamelContext().getComponent("sms", SmsComponent.class).getConfiguration().getBaseUrl();
        if (address != null && !isOnThisMachine(address)) {
            throw new IllegalArgumentException(
                    "the service " + address
                                               + " is not on this machine: --demo sends 1,400 messages, which would be charged; leave sms.service.url empty or name a simulator on localhost");
        }
    }

    @Override
    public void afterStart(BaseMainSupport main) {
        Thread thread = new Thread(() -> run(main), "demo");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(BaseMainSupport main) {
        SampleProperties properties = new SampleProperties(main.getCamelContext());
        boolean end = !keepRunning;
        try (ActiveMQConnectionFactory broker = properties.broker()) {
            Path results = Path.of(properties.text("sms.files.results"));
            String queue = properties.text("sms.jms.results");
            DemoMonitor monitor = new DemoMonitor(() -> DemoAudit.of(results, broker, queue), out);
            out.println(StartedNotice.text(main.getCamelContext()));
            DemoInput.dropFile(Path.of(properties.text("sms.files.inbox")));
            DemoInput.fillQueue(broker, properties.text("sms.jms.outbox"));
            DemoAudit audit = monitor.await(
                    now -> now.isComplete() && now.delivered() >= now.count("ACCEPTED"));
            summarize(audit, monitor, properties);
            exitCode = audit.isComplete() ? SampleApplication.OK : SampleApplication.FAILED;
            if (keepRunning) {
                out.println("Still running. Press Ctrl-C to stop it.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end = true;
        } catch (Exception e) {
            out.println("sample-routes: the demonstration failed: " + StartFailure.describe(e));
            end = true;
        } finally {
            if (end) {
                ((MainSupport) main).completed();
            }
        }
    }

    private void summarize(DemoAudit audit, DemoMonitor monitor, SampleProperties properties) throws IOException {
        monitor.outcomes(audit);
        out.println();
        out.println("Delivery statuses of the accepted messages");
        audit.statuses().forEach(monitor::line);
        monitor.line("not reported yet", audit.count("ACCEPTED") - audit.statuses().values().stream().mapToInt(i -> i).sum());
        SimulatorStatistics statistics = services.statistics();
        if (statistics != null) {
            out.println();
            out.println("Requests");
            monitor.line("sent", statistics.sendRequests());
            monitor.line("throttled (429)", statistics.tooManyRequests());
            monitor.line("messages sent twice", statistics.duplicateMessages());
            out.println("  requests by number of messages: " + statistics.batchSizes());
        }
        out.println();
        out.println("Files");
        for (String folder : new String[] { "sms.files.done", "sms.files.results" }) {
            DemoAudit.list(Path.of(properties.text(folder))).forEach(file -> out.println("  " + file));
        }
        out.println("  " + properties.text("sms.store.file"));
        out.println("  " + Path.of(properties.text("sms.work.dir"), "logs", "sample-routes.log"));
        out.println();
        out.printf(
                audit.isComplete()
                        ? "All 1,400 messages have their outcomes, after %d s.%n"
                        : "NOT all of the 1,400 messages have their outcomes, after %d s.%n",
                monitor.seconds());
    }

    private static boolean isOnThisMachine(String serviceUrl) {
        try {
            String host = URI.create(serviceUrl).getHost();
            return host != null && InetAddress.getByName(host).isLoopbackAddress();
        } catch (IllegalArgumentException | UnknownHostException e) {
            return false;
        }
    }
}
