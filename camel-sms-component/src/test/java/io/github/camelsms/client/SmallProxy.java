package io.github.camelsms.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

/**
 * A small HTTP proxy: forwards requests with an absolute URL, and opens tunnels for CONNECT.
 */
final class SmallProxy implements AutoCloseable {

    private final ServerSocket listener = TestPorts.listen(50);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final @Nullable String refusal;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "small-proxy");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param refusal response to each request, or null to forward it
     */
    SmallProxy(@Nullable String refusal) throws IOException {
        this.refusal = refusal;
        threads.execute(this::accept);
    }

    String port() {
        return String.valueOf(listener.getLocalPort());
    }

    /** Returns the heads of the requests in order of arrival. */
    List<String> requests() {
        return requests;
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try {
            StubServer.Request request = StubServer.read(client.getInputStream(), 0);
            if (request == null) {
                return;
            }
            requests.add(request.head());
            if (refusal != null) {
                write(client, refusal);
                client.close();
                return;
            }
            boolean tunnel = request.line().startsWith("CONNECT ");
            URI target = URI.create(tunnel ? "tunnel://" + request.target() : request.target());
            Socket service = new Socket(InetAddress.getLoopbackAddress(), target.getPort());
            sockets.add(service);
            if (tunnel) {
                write(client, "HTTP/1.1 200 Connected\r\n\r\n");
            } else {
                write(service, request.head().replaceFirst("http://[^/]+", "") + request.body());
            }
            threads.execute(() -> pipe(service, client));
            pipe(client, service);
        } catch (IOException e) {
            // One side has closed the connection.
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void pipe(Socket from, Socket to) {
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One side has closed the connection.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
