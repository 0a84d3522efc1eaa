package io.github.camelsms.sample.run;

import java.io.PrintStream;

import org.apache.camel.CamelContext;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;

/**
 * Listener that prints, after the start, where messages are read from and sent to.
 */
final class StartedNotice extends MainListenerSupport {

    private final PrintStream out;

    StartedNotice(PrintStream out) {
        this.out = out;
    }

    @Override
    public void afterStart(BaseMainSupport main) {
        out.println(text(main.getCamelContext()));
    }

    static String text(CamelContext context) {
        SampleProperties properties = new SampleProperties(context);
        String page = OperationsServer.url(context);
        return "Sample routes started: files from " + properties.text("sms.files.inbox") + " and messages from queue "
               + properties.text("sms.jms.outbox") + " at " + properties.text("sms.broker.url") + " are sent to "
               + properties.text("camel.component.sms.base-url")
               + (properties.text("sms.simulator").equals("true") ? " (a simulator: no message reaches a phone)" : "")
               + "; press Ctrl-C to stop them"
               + (page.isEmpty() ? "" : System.lineSeparator() + "Operations page: " + page);
    }
}
