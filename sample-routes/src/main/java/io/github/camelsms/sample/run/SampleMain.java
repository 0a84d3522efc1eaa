package io.github.camelsms.sample.run;

import java.io.PrintStream;
import java.nio.file.Path;

import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;

/**
 * Camel Main with the beans of the routes and the operations page. It prints where messages are read from and sent to.
 */
class SampleMain extends Main {

    private final PrintStream out;
    private String page = "";

    SampleMain(PrintStream out) {
        this.out = out;
    }

    /** Runs before Camel reads its configuration. */
    @Override
    protected void autoconfigure(CamelContext context) throws Exception {
        Settings settings = new Settings(context);
        settings.check();
        if (!settings.text("sms.http.port").isEmpty()) {
            page = OperationsPort.configure(settings);
        }
        SampleBeans.bind(context);
        super.autoconfigure(context);
    }

    @Override
    protected void afterStart() throws Exception {
        super.afterStart();
        Settings settings = new Settings(getCamelContext());
        out.println(
                "Sample routes started: files from " + Path.of(settings.text("sms.files.inbox")).toAbsolutePath().normalize()
                    + " and messages from queue "
                    + settings.text("sms.jms.outbox") + " at " + settings.text("sms.broker.url") + " are sent to "
                    + settings.text("camel.component.sms.base-url") + "; press Ctrl-C to stop them");
        if (!page.isEmpty()) {
            out.println("Operations page: " + page);
        }
    }
}
