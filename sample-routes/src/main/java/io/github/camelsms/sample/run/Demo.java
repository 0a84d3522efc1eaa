package io.github.camelsms.sample.run;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;

import io.github.camelsms.SmsComponent;

import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;

/**
 * The demonstration: once the application is up, hands in the bundled messages, shows their progress, checks that each
 * has exactly one outcome, and ends the application.
 */
final class Demo extends MainListenerSupport {

    /** Statuses are asked for often enough to be seen in the short time of the demonstration. */
    static final Map<String, String> PROPERTIES = Map.of("sms.status.cron", "0/2+*+*+*+*+?");

    private final DemoMonitor monitor;
    private final boolean keepRunning;
    private volatile int exitCode = SampleApplication.FAILED;

    Demo(DemoMonitor monitor, boolean keepRunning) {
        this.monitor = monitor;
        this.keepRunning = keepRunning;
    }

    /**
     * 0 if each message had exactly one outcome when the demonstration ended.
     */
    int exitCode() {
        return exitCode;
    }

    @Override
    public void beforeInitialize(BaseMainSupport main) {
        monitor.starting();
    }

    /**
     * Refuses a service on another machine, whichever property names it: nobody is to pay for the 1,400 messages of a
     * demonstration.
     */
    @Override
    public void afterConfigure(BaseMainSupport main) {
        String address = main.getCamelContext().getComponent("sms", SmsComponent.class).getConfiguration().getBaseUrl();
        if (address != null && !isOnThisMachine(address)) {
            throw new IllegalArgumentException(
                    "the service " + address
                                               + " is not on this machine: --demo sends 1,400 messages, which somebody would pay for; leave sms.service.url empty or name a simulator on localhost");
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
        try {
            monitor.say(StartedNotice.text(main.getCamelContext()));
            DemoInput.dropFile(Path.of(properties.text("sms.files.inbox")));
            DemoInput.fillQueue(properties);
            monitor.awaitEnd();
            exitCode = monitor.summarize(properties) ? SampleApplication.OK : SampleApplication.FAILED;
            if (keepRunning) {
                monitor.say("Still running; Ctrl-C ends it.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end = true;
        } catch (Exception e) {
            monitor.say("sample-routes: the demonstration ends: " + StartFailure.describe(e));
            end = true;
        } finally {
            if (end) {
                ((org.apache.camel.main.MainSupport) main).completed();
            }
        }
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
