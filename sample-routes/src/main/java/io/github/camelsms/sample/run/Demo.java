package io.github.camelsms.sample.run;

import java.nio.file.Path;
import java.util.Map;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.sample.jms.EmbeddedBroker;

import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;

/**
 * The demonstration: once the application is up, hands in the bundled messages, shows their progress, checks that each
 * has exactly one outcome, and ends the application.
 */
final class Demo extends MainListenerSupport {

    /**
     * Strict pacing, because a run of a few requests is too short to make up for one that is refused.
     */
    static final Map<String, String> PROPERTIES = Map.of(
            "sms.status.cron", "0/2+*+*+*+*+?",
            "camel.component.sms.pacing", "strict");

    private final DemoMonitor monitor;
    private final EmbeddedServices services;
    private final boolean keepRunning;
    private volatile int exitCode = SampleApplication.FAILED;

    Demo(DemoMonitor monitor, EmbeddedServices services, boolean keepRunning) {
        this.monitor = monitor;
        this.services = services;
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
     * Looks at what the component was given, wherever that came from: nobody is to pay for 1,400 messages of a
     * demonstration.
     */
    @Override
    public void afterConfigure(BaseMainSupport main) {
        String address = main.getCamelContext().getComponent("sms", SmsComponent.class).getConfiguration().getBaseUrl();
        if (!services.isSimulator(address)) {
            throw new IllegalArgumentException(
                    "--demo works with the embedded simulator only, but the service is " + address
                                               + ": leave sms.service.url empty");
        }
        if (!EmbeddedBroker.URL.equals(new SampleProperties(main.getCamelContext()).text("sms.broker.url"))) {
            throw new IllegalArgumentException(
                    "--demo works with the embedded broker only: leave sms.broker.url empty");
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
            monitor.say(StartedNotice.text(properties));
            DemoInput.dropFile(Path.of(properties.text("sms.files.inbox")));
            DemoInput.fillQueue(properties.text("sms.jms.outbox"));
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
}
