package io.github.camelsms.sample.operations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Search for a free TCP port.
 */
public final class FreePort {

    private static final Logger LOG = LoggerFactory.getLogger(FreePort.class);

    private FreePort() {
    }

    /**
     * Returns the requested port if it can be listened on. Otherwise it logs why, and returns any free port.
     *
     * @param  requested                0 to 65535; 0 for any
     * @throws IllegalArgumentException if the host is not an address of this machine
     */
    public static int find(String host, int requested) {
        try (ServerSocket socket = new ServerSocket(requested, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            if (requested != 0) {
                int other = find(host, 0);
                LOG.warn(
                        "Port {} cannot be listened on ({}): the operations page uses port {}. For a fixed port, free this one, or set sms.http.port to another",
                        requested, e.getMessage(),
                        other);
                return other;
            }
            throw new IllegalArgumentException(
                    "sms.http.host=" + host + " cannot be listened on (" + e.getMessage()
                                               + "): name an address of this machine, such as 127.0.0.1",
                    e);
        }
    }
}
