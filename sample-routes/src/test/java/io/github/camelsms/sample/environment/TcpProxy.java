package io.github.camelsms.sample.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A network between two processes of this machine. It can be cut, which closes connections, or stalled, which drops all
 * data. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {

    private static final int BEGIN = 16;

    private enum State {
        PASSING,
        STALLED,
        CUT
    }

    private final ServerSocket server;
    private final int target;
    private final Consumer<String> onRequest;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private State state = State.PASSING;

    public TcpProxy(int target) throws IOException {
        this(target, begin -> {
        });
    }

    /**
     * @param onRequest called with the first characters from a client, before they are forwarded
     */
    public TcpProxy(int target, Consumer<String> onRequest) throws IOException {
        this.target = target;
        this.onRequest = onRequest;
        this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    public void cut() {
        change(State.CUT);
        open.forEach(TcpProxy::close);
    }

    public void stall() {
        change(State.STALLED);
    }

    public void pass() {
        change(State.PASSING);
    }

    private synchronized void change(State newState) {
        state = newState;
        notifyAll();
    }

    private synchronized void awaitPassing() throws IOException, InterruptedException {
        while (state == State.STALLED) {
            wait();
        }
        if (state == State.CUT) {
            throw new IOException("cut");
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "network");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                open.add(client);
                start(() -> connect(client));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void connect(Socket client) {
        try {
            awaitPassing();
            Socket service = new Socket("127.0.0.1", target);
            open.add(service);
            start(() -> pass(client, service, onRequest));
            start(() -> pass(service, client, begin -> {
            }));
        } catch (IOException | InterruptedException e) {
            open.remove(client);
            close(client);
        }
    }

    private void pass(Socket from, Socket to, Consumer<String> listener) {
        try (from; to) {
            to.setTcpNoDelay(true);
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[64 * 1024];
            for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
                listener.accept(new String(bytes, 0, Math.min(read, BEGIN), StandardCharsets.ISO_8859_1));
                awaitPassing();
                out.write(bytes, 0, read);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // One side, or the network, has closed the connection.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }
}
