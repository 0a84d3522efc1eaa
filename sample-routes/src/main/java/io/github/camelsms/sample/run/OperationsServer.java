package io.github.camelsms.sample.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

import io.github.camelsms.sample.operations.HttpAddress;
import io.github.camelsms.sample.operations.OperationsGuard;
import io.github.camelsms.sample.operations.OperationsRoutes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.CamelContext;

/**
 * Camel's embedded HTTP server with the operations page, on a free port. It is not started if no port is configured.
 */
final class OperationsServer {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);

    /** The server of the page and that of health and metrics, which share a port. */
    private static final List<String> SERVERS = List.of("camel.server", "camel.management");
    private static final String PORT = "sms.http.port";
    private static final String URL = "sms.http.url";
    private static final String BOUND_PORT = "sms.http.port.bound";

    private OperationsServer() {
    }

    /**
     * Chooses the port. Must be called before Camel reads the configuration of its server.
     *
     * @param  overrides                receives the port
     * @throws IllegalArgumentException if the server cannot listen on the configured host; the message names it
     */
    static void prepare(SampleProperties properties, Properties overrides) {
        if (properties.text(PORT).isEmpty()) {
            return;
        }
        HttpAddress address = HttpAddress.free(properties.text("sms.http.host"), properties.number(PORT));
        for (String server : SERVERS) {
            overrides.setProperty(server + ".enabled", "true");
            overrides.setProperty(server + ".port", Integer.toString(address.port()));
        }
        overrides.setProperty(BOUND_PORT, Integer.toString(address.port()));
        overrides.setProperty(URL, address.url() + (address.reason() == null ? "" : " (" + address.reason() + ")"));
        if (!address.isLocal()) {
            LOG.warn("sms.http.host={}: other machines can reach the operations page, which requires no password",
                    address.host());
        }
    }

    static void addTo(CamelContext context) throws Exception {
        if (!url(context).isEmpty()) {
            SampleProperties properties = new SampleProperties(context);
            List<String> hosts = new ArrayList<>(List.of(properties.text("sms.http.hosts").split(",")));
            hosts.add(properties.text("sms.http.host"));
            int port = properties.number(BOUND_PORT);
            // The server is started, but no route is.
            context.addStartupListener((starting, already) -> OperationsGuard.protect(starting, port, hosts));
            context.addRoutes(new OperationsRoutes());
        }
    }

    /**
     * Returns the URL of the page, and why it is not on the configured port; empty without a page.
     */
    static String url(CamelContext context) {
        return new SampleProperties(context).text(URL);
    }
}
