package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
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
 * A bare HTTP server on a socket, which misbehaves as its script says and remembers every request it read.
 */
final class StubServer implements AutoCloseable {

    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d+)");

    /** What to do on a connection once a request has been read. */
    @FunctionalInterface
    interface Behaviour {

        void answer(Connection connection) throws Exception;
    }

    /**
     * One request as it came.
     *
     * @param connection the connection that it came on, counted from 1
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
    private final Queue<Behaviour> script = new ConcurrentLinkedQueue<>();
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
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.tls = tls;
    }

    /** A server that answers each request by the next of the behaviours, and by the last once it has come to it. */
    static StubServer answering(Behaviour... behaviours) throws IOException {
        return answering(null, behaviours);
    }

    /** The same, speaking TLS with the certificate for localhost. */
    static StubServer answeringTls(Behaviour... behaviours) throws IOException {
        return answering(TestCertificate.LOCALHOST.serverSockets(), behaviours);
    }

    private static StubServer answering(@Nullable SSLSocketFactory tls, Behaviour... behaviours) throws IOException {
        StubServer server = new StubServer(tls);
        server.script.addAll(List.of(behaviours));
        server.threads.execute(server::accept);
        return server;
    }

    /** A server that accepts connections and never reads. */
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

    /** A server that greets each connection with a line of text and closes it, whatever is said to it. */
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

    static Behaviour json(String body) {
        return status(200, body);
    }

    static Behaviour status(int status, String body, String... headers) {
        return connection -> connection.write(response(status, body, headers));
    }

    static Behaviour raw(String bytes) {
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
                Behaviour behaviour = script.size() > 1 ? script.poll() : script.peek();
                behaviour.answer(new Connection(wire, socket, request));
            }
        } catch (Exception e) {
            // The client went away, which is what many tests are about.
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

    /** What to do when a client ends a connection. */
    void whenConnectionEnds(Runnable task) {
        whenConnectionEnds = task;
    }

    /** From now on connections are ended as soon as they are made. */
    void cutNewConnections() {
        cutting = true;
    }

    /** From now on connections are refused; those that stand remain. */
    void refuse() throws IOException, InterruptedException {
        listener.close();
        // Until the accepting thread has left its call, the system may still let one in.
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

    /** The server's end of a connection. */
    final class Connection {

        private final Socket wire;
        private final Socket socket;
        private final Request request;

        /**
         * @param wire   the TCP connection
         * @param socket what to speak on, the same unless it is TLS
         */
        private Connection(Socket wire, Socket socket, Request request) {
            this.wire = wire;
            this.socket = socket;
            this.request = request;
        }

        /** The request to answer. */
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

        /** Writes one byte after the other, slower than any deadline, for as long as the client takes it. */
        void drip(String text) throws IOException, InterruptedException {
            for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
                write(new byte[] { next });
                if (closed.await(50, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            stall();
        }

        /** Does nothing until the server is closed. */
        void stall() throws InterruptedException {
            closed.await();
        }

        boolean isClosed() {
            return socket.isClosed();
        }

        void close() throws IOException {
            socket.close();
        }

        /** Ends the connection without the farewell of TLS. */
        void cut() throws IOException {
            wire.close();
        }

        /** Ends the connection with a reset instead of an orderly close. */
        void reset() throws IOException {
            wire.setSoLinger(true, 0);
            wire.close();
        }
    }
}
