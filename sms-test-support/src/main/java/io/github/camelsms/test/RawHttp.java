package io.github.camelsms.test;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * HTTP requests that an HTTP client does not allow, such as those with the name of another host.
 */
public final class RawHttp {

    private static final int TIMEOUT_MILLIS = 30_000;

    private RawHttp() {
    }

    /**
     * Sends a request without a body, and returns the whole response.
     *
     * @param server address whose host and port are connected to
     * @param line   method and path, such as <code>GET /figures</code>
     * @param host   header <code>Host</code>
     */
    public static String request(URI server, String line, String host) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(
                    (line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
