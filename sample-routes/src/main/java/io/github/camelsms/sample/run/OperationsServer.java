package io.github.camelsms.sample.run;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.sample.operations.HttpAddress;
import io.github.camelsms.sample.operations.OperationsGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.CamelContext;

/**
 * Camel's embedded HTTP server with the operations page, on a free port. It is not started if no port is configured.
 */
final class OperationsServer {

    /** Property with the URL of the page, and why it is not on the configured port; empty without a page. */
    static final String URL = "sms.http.url";

    private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);

    private OperationsServer() {
    }

    /**
     * Chooses the port. Must be called before Camel reads the configuration of its server.
     *
     * @throws IllegalArgumentException if the server cannot listen on the configured host; the message names it
     */
    static void prepare(CamelContext context) throws Exception {
        SampleProperties properties = new SampleProperties(context);
        if (properties.text("sms.http.port").isEmpty()) {
            return;
        }
        HttpAddress address = HttpAddress.free(properties.text("sms.http.host"), properties.number("sms.http.port"));
        // The server of the page, and that of health and metrics, which share a port.
        for (String server : List.of("camel.server", "camel.management")) {
            properties.override(server + ".enabled", "true");
            properties.override(server + ".port", Integer.toString(address.port()));
        }
        properties.override("camel.main.routes-include-pattern",
                properties.text("camel.main.routes-include-pattern") + ",classpath:operations/*.yaml");
        properties.override(URL, address.url() + (address.reason() == null ? "" : " (" + address.reason() + ")"));
        if (!address.isLocal()) {
            LOG.warn("sms.http.host={}: other machines can reach the operations page, which requires no password",
                    address.host());
        }
        List<String> hosts = new ArrayList<>(List.of(properties.text("sms.http.hosts").split(",")));
        hosts.add(address.host());
        // When the server is started, but no route is.
        context.addStartupListener((starting, already) -> OperationsGuard.protect(starting, address.port(), hosts));
    }
}
