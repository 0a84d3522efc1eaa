package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.simulator.SmsSimulator;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

/**
 * Camel Main with the beans of the routes. It starts a simulator if it is configured, a broker if no address of one is
 * configured, and prints where messages are read from and sent to.
 */
class SampleMain extends Main {

    /** Default user name and password of the simulator. */
    private static final String DEMO_ACCOUNT = "demo";

    final PrintStream out;
    @Nullable
    SmsSimulator simulator;
    private @Nullable EmbeddedBroker broker;
    private final Set<String> variables;
    private final boolean demo;

    /**
     * @param variables the names of the environment variables
     * @param demo      whether the demonstration runs, which starts a simulator if no service is configured
     */
    SampleMain(Set<String> variables, PrintStream out, boolean demo) {
        this.variables = variables;
        this.out = out;
        this.demo = demo;
    }

    /** Runs before Camel reads its configuration, which refers to the addresses of the embedded services. */
    @Override
    protected void autoconfigure(CamelContext context) throws Exception {
        SampleProperties properties = new SampleProperties(context);
        properties.checkNames(variables);
        OperationsServer.prepare(context);
        startServices(properties);
        SampleBeans.bind(context);
        super.autoconfigure(context);
        SampleRoutes.addTo(context);
    }

    private void startServices(SampleProperties properties) {
        boolean simulated = SampleService.isSimulator(properties::text, demo, "--demo");
        for (String account : List.of("sms.service.username", "sms.service.password")) {
            if ((simulated || demo) && properties.text(account).isEmpty()) {
                properties.override(account, DEMO_ACCOUNT);
            }
        }
        if (simulated) {
            SmsSimulator started = SampleService.startSimulator(
                    properties.text("sms.service.username"), properties.text("sms.service.password"));
            simulator = started;
            properties.override("sms.service.url", started.baseUrl());
            properties.override("sms.simulator", "true");
        }
        if (properties.text("sms.broker.url").isEmpty()) {
            broker = EmbeddedBroker.start(Path.of(properties.text("sms.broker.data")));
            List.of("sms.broker.username", "sms.broker.password").forEach(name -> properties.override(name, ""));
            properties.override("sms.broker.url", EmbeddedBroker.URL);
        }
    }

    @Override
    protected void afterStart() throws Exception {
        super.afterStart();
        out.println(notice());
    }

    String notice() {
        SampleProperties properties = new SampleProperties(getCamelContext());
        String page = properties.text(OperationsServer.URL);
        return "Sample routes started: files from " + properties.text("sms.files.inbox") + " and messages from queue "
               + properties.text("sms.jms.outbox") + " at " + properties.text("sms.broker.url") + " are sent to "
               + properties.text("camel.component.sms.base-url")
               + (properties.text("sms.simulator").equals("true") ? " (a simulator: no message reaches a phone)" : "")
               + "; press Ctrl-C to stop them"
               + (page.isEmpty() ? "" : System.lineSeparator() + "Operations page: " + page);
    }

    @Override
    protected void doShutdown() throws Exception {
        super.doShutdown();
        if (broker != null) {
            broker.close();
        }
        if (simulator != null) {
            simulator.close();
        }
    }
}
