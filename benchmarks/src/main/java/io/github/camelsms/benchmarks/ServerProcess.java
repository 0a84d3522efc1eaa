package io.github.camelsms.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.server.LeanServer;

/**
 * The service of a measurement in a separate process.
 */
public final class ServerProcess implements AutoCloseable {

    private final JavaProcess process;
    private final ServerGroup.Service service;

    private ServerProcess(JavaProcess process, ServerGroup.Service service) {
        this.process = process;
        this.service = service;
    }

    /**
     * Starts the server on a free port and waits until it is reachable.
     *
     * @param arguments arguments of the server, for example <code>--limiter sliding</code>; none for a service without
     *                  a limit
     */
    public static ServerProcess start(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("--port", "0"));
        all.addAll(List.of(arguments));
        JavaProcess process = JavaProcess.start(LeanServer.class, List.of("-Xmx512m"), all);
        URI baseUrl = URI.create("http://localhost:" + process.expect("READY ").strip());
        return new ServerProcess(process, new ServerGroup.Service(baseUrl, HttpClient.newHttpClient()));
    }

    /** Returns the address for <code>baseUrl</code> of the clients. */
    public URI baseUrl() {
        return service.baseUrl();
    }

    /** Returns the server's counters since its start or the last {@link #reset()}. */
    public Stats stats() throws IOException, InterruptedException {
        return service.stats();
    }

    /** Resets the counters and the limiter. */
    public void reset() throws IOException, InterruptedException {
        service.reset();
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }

    /**
     * Counters of the server.
     *
     * @param requests   received send requests
     * @param throttled  send requests with the response 429
     * @param accepted   accepted messages
     * @param duplicates accepted messages whose correlation id had been accepted before
     */
    public record Stats(long requests, long throttled, long accepted, long duplicates) {

        /** Returns what was counted since earlier statistics. */
        public Stats since(Stats earlier) {
            return new Stats(
                    requests - earlier.requests, throttled - earlier.throttled, accepted - earlier.accepted,
                    duplicates - earlier.duplicates);
        }

        /** Returns the average number of messages per request that was not throttled. */
        public double messagesEach() {
            return requests == throttled ? 0 : (double) accepted / (requests - throttled);
        }
    }
}
