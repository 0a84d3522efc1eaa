package io.github.camelsms.sample.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Address of Camel's management server, with the operations page, health and metrics.
 */
final class OperationsPort {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsPort.class);

    private OperationsPort() {
    }

    /**
     * Configures the server, which starts with the context. Returns the URL of the page.
     *
     * @throws IllegalArgumentException if <code>sms.http.host</code> is not an address of this machine
     */
    static String configure(Settings settings) throws Exception {
        String host = settings.text("sms.http.host");
        if (host.isEmpty()) {
            throw new IllegalArgumentException(
                    "sms.http.host= is invalid: set it to an address of this machine, such as 127.0.0.1");
        }
        int port = freePort(host, Integer.parseInt(settings.text("sms.http.port")));
        InetAddress address = InetAddress.getByName(host);
        settings.override("camel.management.enabled", "true");
        settings.override("camel.management.port", Integer.toString(port));
        settings.override("camel.sms.operations.enabled", "true");
        settings.override("camel.sms.operations.allow-remote", Boolean.toString(!address.isLoopbackAddress()));
        return new URI("http", null, address.isAnyLocalAddress() ? "localhost" : host, port, "/", null, null).toString();
    }

    /** Returns the port if it can be listened on. Otherwise it logs why, and returns any free port, as for 0. */
    static int freePort(String host, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            if (port != 0) {
                int other = freePort(host, 0);
                LOG.warn("Port {} cannot be listened on ({}): the operations page uses port {}. For a fixed port, free this"
                         + " one, or set sms.http.port to another",
                        port, e.getMessage(), other);
                return other;
            }
            throw new IllegalArgumentException(
                    "sms.http.host=" + host + " cannot be listened on (" + e.getMessage()
                                               + "): name an address of this machine, such as 127.0.0.1",
                    e);
        }
    }
}
