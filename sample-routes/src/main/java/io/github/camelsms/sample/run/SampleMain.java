package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.sample.operations.HttpAddress;
import io.github.camelsms.sample.operations.OperationsGuard;
import io.github.camelsms.simulator.SmsSimulator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

/**
 * Camel Main with the beans of the routes and the operations page. It starts a simulator if it is configured, a broker
 * if no address of one is configured, and prints where messages are read from and sent to.
 */
class SampleMain extends Main {

    private static final Logger LOG = LoggerFactory.getLogger(SampleMain.class);
    /** Property with the URL of the operations page, and why it is not on the configured port; empty without a page. */
    private static final String PAGE = "sms.http.url";
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
        if (!properties.text("sms.http.port").isEmpty()) {
            serveOperationsPage(context, properties);
        }
        startServices(properties);
        SampleBeans.bind(context);
        super.autoconfigure(context);
        SampleRoutes.addTo(context);
    }

    /** Configures Camel's HTTP server, on a free port. */
    private static void serveOperationsPage(CamelContext context, SampleProperties properties) throws Exception {
        HttpAddress address = HttpAddress.free(properties.text("sms.http.host"), properties.values().number("sms.http.port"));
        // The server of the page, and that of health and metrics, which share a port.
        for (String server : List.of("camel.server", "camel.management")) {
            properties.override(server + ".enabled", "true");
            properties.override(server + ".port", Integer.toString(address.port()));
        }
        properties.override("camel.main.routes-include-pattern", "classpath:operations/*.yaml");
        properties.override(PAGE, address.url() + (address.reason() == null ? "" : " (" + address.reason() + ")"));
        if (!address.isLocal()) {
            LOG.warn("sms.http.host={}: other machines can reach the operations page, which requires no password",
                    address.host());
        }
        List<String> hosts = new ArrayList<>(List.of(properties.text("sms.http.hosts").split(",")));
        hosts.add(address.host());
        // When the server is started, but no route is.
        context.addStartupListener((starting, already) -> OperationsGuard.protect(starting, address.port(), hosts));
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
        String page = properties.text(PAGE);
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
