package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * A network between a process and the simulator. It tracks each request and reports each point before the request
 * proceeds.
 */
final class TortureNetwork implements AutoCloseable {

    /** The service has not received the first byte of a request. It may never receive it, or later. */
    static final String REQUEST = "request";
    /** The service has responded, and the process has received nothing. */
    static final String RESPONSE = "response";
    /** The response has left for the process. */
    static final String RESPONDED = "responded";

    private final ServerSocket server;
    private final int servicePort;
    private volatile Predicate<String> listener = point -> true;

    TortureNetwork(int servicePort) throws IOException {
        this.servicePort = servicePort;
        this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /**
     * @param listener called with the name of each point, such as <code>send.request</code>; returns whether to forward
     *                 the bytes
     */
    void listen(Predicate<String> listener) {
        this.listener = listener;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "network");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Connection connection = new Connection(server.accept(), new Socket("127.0.0.1", servicePort));
                start(connection::passRequests);
                start(connection::passResponses);
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    /** Called with bytes before they are forwarded. */
    private interface Step {

        void take(String begin) throws IOException;
    }

    private final class Connection {

        private final Socket client;
        private final Socket service;
        private volatile String operation = "none";

        Connection(Socket client, Socket service) {
            this.client = client;
            this.service = service;
        }

        void passRequests() {
            pass(client, service, this::request, begin -> {
            });
        }

        void passResponses() {
            pass(service, client, begin -> reach(RESPONSE), begin -> reach(RESPONDED));
        }

        private void request(String begin) throws IOException {
            if (begin.startsWith("POST ") || begin.startsWith("GET ")) {
                operation = begin.startsWith("POST ") ? "send" : begin.startsWith("GET /v1/status/date") ? "query" : "poll";
                reach(REQUEST);
            }
        }

        private void reach(String point) throws IOException {
            if (!listener.test(operation + "." + point)) {
                throw new IOException("lost");
            }
        }

        private void pass(Socket from, Socket to, Step before, Step after) {
            try (from; to) {
                to.setTcpNoDelay(true);
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] bytes = new byte[64 * 1024];
                for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
                    String begin = new String(bytes, 0, Math.min(read, 32), StandardCharsets.ISO_8859_1);
                    before.take(begin);
                    out.write(bytes, 0, read);
                    out.flush();
                    after.take(begin);
                }
            } catch (IOException e) {
                // The process, the service or the network has closed the connection.
            }
        }
    }
}
