package io.github.camelsms.benchmarks.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.SplittableRandom;

/**
 * An SMS service that uses as little processor time as possible, so that it does not limit a measurement: one thread
 * per connection, and responses created from the bytes of the request in one pass. With a limiter and delays it
 * simulates the service behind a network.
 */
public final class LeanServer {

    private static final int BACKLOG = 4096;

    private final ServerOptions options;
    private final ServerSocket socket;
    private final ServerState state;
    private final SplittableRandom random;
    private long connections;

    private LeanServer(ServerOptions options) throws IOException {
        this.options = options;
        this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.state = new ServerState(options);
        this.random = new SplittableRandom(options.seed());
    }

    /**
     * Runs services until the process ends. Prints <code>READY</code> and their ports.
     *
     * @param arguments options of each service, see {@link ServerOptions#parse(String)}
     */
    public static void main(String[] arguments) throws IOException {
        StringBuilder ports = new StringBuilder();
        for (String argument : arguments) {
            LeanServer server = new LeanServer(ServerOptions.parse(argument));
            new Thread(server::accept, "accept-" + server.socket.getLocalPort()).start();
            ports.append(' ').append(server.socket.getLocalPort());
        }
        System.out.println("READY" + ports);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Connection connection = new Connection(client, options, state, random.split(), ++connections);
                Thread thread = new Thread(connection, "connection-" + connections);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the server on port " + socket.getLocalPort() + " ends", e);
        }
    }
}
