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
        for (int port = requested; port != 0 && port < requested + PORTS_TO_TRY && port <= LAST_PORT; port++) {
            try {
                open(address, port);
                return new HttpAddress(host, port, reason);
            } catch (IOException e) {
                reason = reason == null ? requested + ": " + e.getMessage() : reason;
            }
        }
        try {
            return new HttpAddress(host, open(address, 0), reason);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "sms.http.host=" + host + " cannot be listened on (" + e.getMessage()
                                               + "): name an address of this machine, such as 127.0.0.1",
                    e);
        }
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

    private static int open(InetAddress address, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, address)) {
            return socket.getLocalPort();
        }
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
