package io.github.camelsms.sample.operations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Search for a free TCP port.
 */
public final class FreePort {

    private FreePort() {
    }

    /**
     * Returns the requested port if it is free, otherwise any free one.
     *
     * @param  requested                0 to 65535; 0 for any
     * @throws IllegalArgumentException if the host is not an address of this machine
     */
    public static int find(String host, int requested) {
        try (ServerSocket socket = new ServerSocket(requested, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            if (requested != 0) {
                return find(host, 0);
            }
            throw new IllegalArgumentException(
                    "sms.http.host=" + host + " cannot be listened on (" + e.getMessage()
                                               + "): name an address of this machine, such as 127.0.0.1",
                    e);
        }
    }
}
