package io.github.camelsms.sample.operations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;

/**
 * Address of this machine with a port that was free when it was checked.
 *
 * @param host   the requested host name or IP address
 * @param port   the free port
 * @param reason why it is not the requested port, or null if it is
 */
public record HttpAddress(String host, int port, @Nullable String reason) {

    private static final int PORTS_TO_TRY = 20;
    private static final int LAST_PORT = 65535;

    /**
     * Finds a free port: the requested one, otherwise one of the next ports, otherwise any port.
     *
     * @param  requested                port, or 0 for any
     * @throws IllegalArgumentException if the host is not an address of this machine, or the port is invalid
     */
    public static HttpAddress free(String host, int requested) {
        InetAddress address = addressOf(host);
        if (requested < 0 || requested > LAST_PORT) {
            throw new IllegalArgumentException("sms.http.port=" + requested + " is not a port: choose 0 to " + LAST_PORT);
        }
        String reason = null;
        for (int i = 0; i <= PORTS_TO_TRY; i++) {
            int port = requested == 0 || i == PORTS_TO_TRY || requested + i > LAST_PORT ? 0 : requested + i;
            try (ServerSocket socket = new ServerSocket(port, 1, address)) {
                return new HttpAddress(host, socket.getLocalPort(), reason);
            } catch (IOException e) {
                reason = reason == null ? requested + ": " + e.getMessage() : reason;
            }
        }
        throw new IllegalArgumentException(
                "sms.http.host=" + host + " cannot be listened on (port " + reason
                                           + "): name an address of this machine, such as 127.0.0.1");
    }

    /**
     * Returns the URL for a browser on this machine.
     */
    public String url() {
        String name = addressOf(host).isAnyLocalAddress() ? "localhost" : host;
        return "http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + port + "/";
    }

    /**
     * Returns whether only this machine can reach it.
     */
    public boolean isLocal() {
        return addressOf(host).isLoopbackAddress();
    }

    private static InetAddress addressOf(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "sms.http.host=" + host + " is not known: name an address of this machine, such as 127.0.0.1", e);
        }
    }
}
