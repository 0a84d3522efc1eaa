package io.github.camelsms.sample.operations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;

/**
 * An address of this machine with a port that was free a moment ago.
 *
 * @param host   the name or number that was asked for
 * @param port   the free port
 * @param reason why it is not the port that was asked for, or null if it is
 */
public record HttpAddress(String host, int port, @Nullable String reason) {

    private static final int PORTS_TO_TRY = 20;
    private static final int LAST_PORT = 65535;

    /**
     * Finds a port: the one that is wanted, one of the next few if that cannot be had, or else any.
     *
     * @param  wanted                   0 for any
     * @throws IllegalArgumentException if the host is not this machine or the port is none
     */
    public static HttpAddress free(String host, int wanted) {
        InetAddress address = addressOf(host);
        if (wanted < 0 || wanted > LAST_PORT) {
            throw new IllegalArgumentException("sms.http.port=" + wanted + " is no port: choose 0 to " + LAST_PORT);
        }
        String reason = null;
        for (int port = wanted; port != 0 && port < wanted + PORTS_TO_TRY && port <= LAST_PORT; port++) {
            try {
                open(address, port);
                return new HttpAddress(host, port, reason);
            } catch (IOException e) {
                reason = reason == null ? wanted + ": " + e.getMessage() : reason;
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
     * Where a browser on this machine finds it.
     */
    public String url() {
        String name = addressOf(host).isAnyLocalAddress() ? "localhost" : host;
        return "http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + port + "/";
    }

    /**
     * Whether only this machine can reach it.
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
