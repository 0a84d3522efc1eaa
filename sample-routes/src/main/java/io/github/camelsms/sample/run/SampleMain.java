package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.sample.operations.FreePort;
import io.github.camelsms.sample.operations.OperationsGuard;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.CamelContext;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.component.properties.PropertiesLocation;
import org.apache.camel.main.Main;
import org.apache.camel.util.IOHelper;

/**
 * Camel Main with the beans of the routes and the operations page. It starts a broker if no address of one is
 * configured, and prints where messages are read from and sent to.
 */
class SampleMain extends Main {

    private static final Logger LOG = LoggerFactory.getLogger(SampleMain.class);
    /** Property with the URL of the operations page; empty without a page. */
    private static final String PAGE = "sms.http.url";
    private static final List<String> REQUIRED = List.of("sms.service.url", "sms.service.username", "sms.service.password");

    private final PrintStream out;
    private final @Nullable Path config;
    private @Nullable EmbeddedBroker broker;

    /**
     * @param config file with properties that override those in the jar, or null
     */
    SampleMain(PrintStream out, @Nullable Path config) {
        this.out = out;
        this.config = config;
    }

    @Override
    protected void configurePropertiesService(CamelContext context) throws Exception {
        if (config != null) {
            // Not as one text, in which a comma separates locations.
            ((PropertiesComponent) context.getPropertiesComponent()).setLocations(
                    List.of(new PropertiesLocation("file", config.toString()),
                            new PropertiesLocation("classpath", "application.properties")));
        }
        super.configurePropertiesService(context);
    }

    /** Runs before Camel reads its configuration, which refers to the address of the embedded broker. */
    @Override
    protected void autoconfigure(CamelContext context) throws Exception {
        SampleProperties properties = new SampleProperties(context);
        properties.checkNames();
        Settings.checkValues(properties::text);
        REQUIRED.stream().filter(name -> properties.text(name).isEmpty()).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    name + " is not set: set it, or the environment variable " + IOHelper.normalizeEnvironmentVariable(name)
                                               + ", to that of your account at the SMS service; to try the application with a"
                                               + " simulator, start it with --demo --keep-running");
        });
        if (!properties.text("sms.http.port").isEmpty()) {
            serveOperationsPage(context, properties);
        }
        startBroker(properties);
        SampleBeans.bind(context);
        super.autoconfigure(context);
        SampleRoutes.addTo(context);
    }

    /** Configures Camel's HTTP server, on the configured port or, if that is in use, on any free one. */
    private static void serveOperationsPage(CamelContext context, SampleProperties properties) throws Exception {
        String host = properties.text("sms.http.host");
        int port = FreePort.find(host, Integer.parseInt(properties.text("sms.http.port")));
        InetAddress address = InetAddress.getByName(host);
        String name = address.isAnyLocalAddress() ? "localhost" : host;
        // The server of the page, and that of health and metrics, which share a port.
        for (String server : List.of("camel.server", "camel.management")) {
            properties.override(server + ".enabled", "true");
            properties.override(server + ".port", Integer.toString(port));
        }
        properties.override("camel.main.routes-include-pattern", "classpath:operations/*.yaml");
        properties.override(PAGE, new URI("http", null, name, port, "/", null, null).toString());
        if (!address.isLoopbackAddress()) {
            LOG.warn("sms.http.host={}: other machines can reach the operations page, which requires no password", host);
        }
        List<String> hosts = new ArrayList<>(List.of(properties.text("sms.http.hosts").split(",")));
        hosts.add(host);
        // When the server is started, but no route is.
        context.addStartupListener((starting, already) -> OperationsGuard.protect(starting, port, hosts));
    }

    private void startBroker(SampleProperties properties) {
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
               + "; press Ctrl-C to stop them"
               + (page.isEmpty() ? "" : System.lineSeparator() + "Operations page: " + page);
    }

    @Override
    protected void doShutdown() throws Exception {
        super.doShutdown();
        if (broker != null) {
            broker.close();
        }
    }
}
