package io.github.camelsms.benchmarks.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * An SMS service that uses as little processor time as possible, so that it does not limit a measurement: one thread
 * per connection, and responses created from the bytes of the request in one pass. With a limiter and delays it
 * simulates the service behind a network.
 */
public final class LeanServer {

    private static final int BACKLOG = 4096;

    private final ServerOptions options;
    private final ServerSocket socket;
    private final ServerCounts counts = new ServerCounts();
    private final Accounts accounts;
    private final @Nullable SeenIds seen;
    private final SplittableRandom random;
    private long connections;

    private LeanServer(ServerOptions options, ServerSocket socket) {
        this.options = options;
        this.socket = socket;
        this.accounts = new Accounts(options.limiter(), options.interval(), System::nanoTime);
        this.seen = options.trackIds() ? new SeenIds() : null;
        this.random = new SplittableRandom(options.seed());
    }

    /**
     * Runs one or several servers until the process ends.
     */
    public static void main(String[] arguments) throws IOException {
        List<ServerOptions> all;
        try {
            all = ServerOptions.parseAll(Arrays.asList(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println("LeanServer: " + e.getMessage() + System.lineSeparator() + ServerOptions.USAGE);
            System.exit(2);
            return;
        }
        List<Integer> ports = new ArrayList<>();
        for (ServerOptions options : all) {
            ports.add(start(options));
        }
        System.out.println(ports.stream().map(String::valueOf).collect(Collectors.joining(" ", "READY ", "")));
        System.out.flush();
    }

    private static int start(ServerOptions options) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port()), BACKLOG);
        new Thread(new LeanServer(options, socket)::accept, "accept-" + socket.getLocalPort()).start();
        return socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Connection connection
                        = new Connection(client, options, counts, accounts, seen, random.split(), ++connections);
                Thread thread = new Thread(connection, "connection-" + connections);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the server on port " + socket.getLocalPort() + " ends", e);
        }
    }
}
