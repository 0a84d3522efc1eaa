package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Set;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SimulatorStatistics;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import org.apache.camel.CamelContext;

/**
 * Demonstration that submits the bundled messages after the start, prints their progress, checks that each has its
 * outcome, and stops the application.
 */
final class Demo extends SampleMain {

    private final boolean keepRunning;
    private boolean isComplete;

    Demo(Set<String> variables, PrintStream out, boolean keepRunning) {
        super(variables, out, true);
        this.keepRunning = keepRunning;
        // The demonstration is short.
        addOverrideProperty("sms.status.cron", "0/2+*+*+*+*+?");
    }

    /** Returns 0 if each message had its outcome when the demonstration ended. */
    @Override
    public int getExitCode() {
        return isComplete ? SampleApplication.OK : SampleApplication.FAILED;
    }

    /**
     * Rejects a service on another machine, regardless of the property that configures it, because the 1,400 messages
     * of a demonstration must not be charged.
     */
    @Override
    protected void autoconfigure(CamelContext context) throws Exception {
        super.autoconfigure(context);
        String address = context.getComponent("sms", SmsComponent.class).getConfiguration().getBaseUrl();
        if (address != null && !isOnThisMachine(address)) {
            throw new IllegalArgumentException(
                    "the service " + address
                                               + " is not on this machine: --demo sends 1,400 messages, which would be charged; leave sms.service.url empty or name a simulator on localhost");
        }
    }

    @Override
    protected void afterStart() throws Exception {
        super.afterStart();
        boolean isEnd = !keepRunning;
        try {
            demonstrate();
        } catch (Exception e) {
            out.println("sample-routes: the demonstration failed: " + StartFailure.describe(e));
            isEnd = true;
        }
        if (isEnd) {
            completed();
        } else {
            out.println("Still running. Press Ctrl-C to stop it.");
        }
    }

    private void demonstrate() throws Exception {
        SampleProperties properties = new SampleProperties(getCamelContext());
        try (ActiveMQConnectionFactory broker = properties.broker()) {
            Path results = Path.of(properties.text("sms.files.results"));
            String queue = properties.text("sms.jms.results");
            DemoMonitor monitor = new DemoMonitor(() -> DemoAudit.of(results, broker, queue), out);
            DemoInput.dropFile(Path.of(properties.text("sms.files.inbox")));
            DemoInput.fillQueue(broker, properties.text("sms.jms.outbox"));
            DemoAudit audit = monitor.await(
                    now -> now.isComplete() && now.delivered() >= now.count("ACCEPTED"));
            summarize(audit, monitor, properties);
            isComplete = audit.isComplete();
        }
    }

    private void summarize(DemoAudit audit, DemoMonitor monitor, SampleProperties properties) throws IOException {
        monitor.outcomes(audit);
        out.println();
        out.println("Delivery statuses of the accepted messages");
        audit.countedStatuses().forEach(monitor::line);
        monitor.line("not reported yet", audit.count("ACCEPTED") - audit.statuses().size());
        if (simulator != null) {
            SimulatorStatistics statistics = simulator.statistics();
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
            DemoAudit.files(Path.of(properties.text(folder))).forEach(file -> out.println("  " + file));
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
