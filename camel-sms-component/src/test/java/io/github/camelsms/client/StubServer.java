package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLSocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * A minimal HTTP server that follows a script, including misbehavior, and records each request.
 */
final class StubServer implements AutoCloseable {

    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d+)");

    /** Behavior on a connection after a request has been read. */
    @FunctionalInterface
    interface Behavior {

        void respond(Connection connection) throws Exception;
    }

    /**
     * A request as received.
     *
     * @param connection number of its connection, from 1
     */
    record Request(String head, String body, int connection) {

        String line() {
            return head.lines().findFirst().orElse("");
        }

        String target() {
            return line().replaceFirst("^\\S+ (\\S+) .*$", "$1");
        }

        String header(String name) {
            Matcher header = Pattern.compile("(?im)^" + Pattern.quote(name) + ":\\s*(.*?)\\s*$").matcher(head);
            return header.find() ? header.group(1) : "";
        }
    }

    private final ServerSocket listener;
    @Nullable
    private final SSLSocketFactory tls;
    private final Queue<Behavior> script = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean cutting;
    private volatile Runnable whenConnectionEnds = () -> {
    };
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch deaf = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "stub-server");
        thread.setDaemon(true);
        return thread;
    });

    private StubServer(@Nullable SSLSocketFactory tls) throws IOException {
        this.listener = TestPorts.listen(50);
        this.tls = tls;
    }

    /** Returns a server that uses the behaviors in order, and the last one for all further requests. */
    static StubServer responding(Behavior... behaviors) throws IOException {
        return responding(null, behaviors);
    }

    /** Returns a server with TLS and the certificate for localhost. */
    static StubServer respondingTls(Behavior... behaviors) throws IOException {
        return responding(TestCertificate.LOCALHOST.serverSockets(), behaviors);
    }

    static StubServer responding(@Nullable SSLSocketFactory tls, Behavior... behaviors) throws IOException {
        StubServer server = new StubServer(tls);
        server.script.addAll(List.of(behaviors));
        server.threads.execute(server::accept);
        return server;
    }

    /** Returns a server that accepts connections and never reads. */
    static StubServer silent() throws IOException {
        StubServer server = new StubServer(null);
        server.threads.execute(() -> {
            while (true) {
                try {
                    server.sockets.add(server.listener.accept());
                    server.connections.incrementAndGet();
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server;
    }

    /** Returns a server that sends a line of text on each connection and closes it. */
    static StubServer plainText(String greeting) throws IOException {
        StubServer server = new StubServer(null);
        server.threads.execute(() -> {
            while (true) {
                try {
                    Socket socket = server.listener.accept();
                    server.sockets.add(socket);
                    server.new Connection(socket, socket, new Request("", "", 0)).write(greeting);
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server;
    }

    static Behavior json(String body) {
        return status(200, body);
    }

    static Behavior status(int status, String body, String... headers) {
        return connection -> connection.write(response(status, body, headers));
    }

    static Behavior raw(String bytes) {
        return connection -> {
            connection.write(bytes);
            connection.close();
        };
    }

    static String response(int status, String body, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Whatever\r\nContent-Type: application/json\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    URI address() {
        return address("localhost");
    }

    URI address(String host) {
        return URI.create((tls == null ? "http://" : "https://") + host + ":" + listener.getLocalPort());
    }

    int port() {
        return listener.getLocalPort();
    }

    List<Request> requests() {
        return requests;
    }

    int connections() {
        return connections.get();
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                int number = connections.incrementAndGet();
                if (cutting) {
                    socket.close();
                } else {
                    threads.execute(() -> serve(socket, number));
                }
            } catch (IOException e) {
                deaf.countDown();
                return;
            }
        }
    }

    private void serve(Socket wire, int number) {
        try {
            wire.setTcpNoDelay(true);
            Socket socket = tls == null ? wire : tls.createSocket(wire, null, true);
            InputStream in = socket.getInputStream();
            while (!socket.isClosed()) {
                Request request = read(in, number);
                if (request == null) {
                    whenConnectionEnds.run();
                    return;
                }
                requests.add(request);
                Behavior behavior = script.size() > 1 ? script.poll() : script.peek();
                behavior.respond(new Connection(wire, socket, request));
            }
        } catch (Exception e) {
            // The client closed the connection, which many tests provoke.
        }
    }

    static @Nullable Request read(InputStream in, int connection) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = CONTENT_LENGTH.matcher(text);
        byte[] body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
        return new Request(text, new String(body, StandardCharsets.UTF_8), connection);
    }

    /** Sets what to do when a client closes a connection. */
    void whenConnectionEnds(Runnable task) {
        whenConnectionEnds = task;
    }

    /** Closes all later connections immediately. */
    void cutNewConnections() {
        cutting = true;
    }

    /** Refuses all later connections; open ones remain. */
    void refuse() throws IOException, InterruptedException {
        listener.close();
        // The system may accept another connection until the accepting thread has left its call.
        deaf.await();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }

    /** The server side of a connection. */
    final class Connection {

        private final Socket wire;
        private final Socket socket;
        private final Request request;

        /**
         * @param wire   the TCP connection
         *
         * @param socket the TLS socket, or the TCP connection itself
         */
        private Connection(Socket wire, Socket socket, Request request) {
            this.wire = wire;
            this.socket = socket;
            this.request = request;
        }

        /** Returns the current request. */
        Request request() {
            return request;
        }

        void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.UTF_8));
        }

        void write(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        }

        /** Writes byte by byte, slower than any deadline, until the client closes the connection. */
        void drip(String text) throws IOException, InterruptedException {
            for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
                write(new byte[] { next });
                if (closed.await(50, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            stall();
        }

        /** Blocks until the server is closed. */
        void stall() throws InterruptedException {
            closed.await();
        }

        boolean isClosed() {
            return socket.isClosed();
        }

        void close() throws IOException {
            socket.close();
        }

        /** Closes the connection without TLS close_notify. */
        void cut() throws IOException {
            wire.close();
        }

        /** Resets the connection instead of closing it. */
        void reset() throws IOException {
            wire.setSoLinger(true, 0);
            wire.close();
        }
    }
}
