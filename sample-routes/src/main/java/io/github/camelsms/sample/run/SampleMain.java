package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.component.properties.PropertiesLocation;
import org.apache.camel.main.Main;

/**
 * Camel Main with the beans of the routes and the operations page. It starts a broker if no address of one is
 * configured, and prints where messages are read from and sent to.
 */
class SampleMain extends Main {

    private final PrintStream out;
    private final @Nullable Path config;
    private @Nullable EmbeddedBroker broker;
    private String page = "";

    /** The file has properties that override those in the jar; null for none. */
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

    /** Runs before Camel reads its configuration. */
    @Override
    protected void autoconfigure(CamelContext context) throws Exception {
        Settings settings = new Settings(context);
        settings.check();
        if (!settings.text("sms.http.port").isEmpty()) {
            page = OperationsServer.configure(context, settings);
        }
        if (settings.text("sms.broker.url").isEmpty()) {
            broker = EmbeddedBroker.start(Path.of(settings.text("sms.broker.data")), EmbeddedBroker.URL);
        }
        SampleBeans.bind(context);
        super.autoconfigure(context);
        SampleRoutes.addTo(context);
    }

    @Override
    protected void afterStart() throws Exception {
        super.afterStart();
        Settings settings = new Settings(getCamelContext());
        out.println("Sample routes started: files from " + settings.text("sms.files.inbox") + " and messages from queue "
                    + settings.text("sms.jms.outbox") + " at " + settings.broker() + " are sent to "
                    + settings.text("camel.component.sms.base-url") + "; press Ctrl-C to stop them");
        if (!page.isEmpty()) {
            out.println("Operations page: " + page);
        }
    }

    @Override
    protected void doShutdown() throws Exception {
        super.doShutdown();
        if (broker != null) {
            broker.close();
        }
    }
}
