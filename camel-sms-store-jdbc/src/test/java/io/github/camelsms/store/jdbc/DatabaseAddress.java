package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * The one address of a database, whichever server has it. It can stall, so that nothing arrives. Thread-safe.
 */
final class DatabaseAddress implements AutoCloseable {

    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int target;
    private volatile CountDownLatch passing = new CountDownLatch(0);

    /**
     * @param target port of the server that has the address
     */
    DatabaseAddress(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Moves to another server, and ends all connections. */
    void moveTo(int newTarget) throws IOException {
        target = newTarget;
        for (Socket socket : open) {
            socket.close();
        }
    }

    void stall() {
        passing = new CountDownLatch(1);
    }

    @Override
    public void close() throws IOException {
        server.close();
        moveTo(0);
        passing.countDown();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "address");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                start(() -> connect(client));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void connect(Socket client) {
        try (client; Socket database = new Socket("127.0.0.1", target)) {
            open.add(client);
            open.add(database);
            start(() -> pass(database, client));
            pass(client, database);
        } catch (IOException e) {
            // No server is running there, so the connection of the client ends.
        }
    }

    private void pass(Socket from, Socket to) {
        try (from; to) {
            to.setTcpNoDelay(true);
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[64 * 1024];
            for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
                passing.await();
                out.write(bytes, 0, read);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // One of the two has ended the connection.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }
}
