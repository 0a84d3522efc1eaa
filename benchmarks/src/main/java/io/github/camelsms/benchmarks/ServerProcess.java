package io.github.camelsms.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The service side of a measurement, in a process of its own.
 */
public final class ServerProcess implements AutoCloseable {

    private static final String MAIN_CLASS = "io.github.camelsms.benchmarks.server.LeanServer";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JavaProcess process;
    private final URI baseUrl;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServerProcess(JavaProcess process, URI baseUrl) {
        this.process = process;
        this.baseUrl = baseUrl;
    }

    /**
     * Starts the server on a free port and waits until it can be reached.
     *
     * @param arguments of the server, for example <code>--limiter sliding</code>; none for a service without a limit
     */
    public static ServerProcess start(String... arguments) throws IOException, ReflectiveOperationException {
        List<String> all = new ArrayList<>(List.of("--port", "0"));
        all.addAll(List.of(arguments));
        JavaProcess process = JavaProcess.start(Class.forName(MAIN_CLASS), List.of("-Xmx512m"), all);
        String ready = process.readLine();
        if (ready == null || !ready.startsWith("READY ")) {
            throw new IOException("the server did not start but said: " + ready);
        }
        return new ServerProcess(process, URI.create("http://localhost:" + ready.substring("READY ".length()).strip()));
    }

    /** The address that clients are given as <code>baseUrl</code>. */
    public URI baseUrl() {
        return baseUrl;
    }

    /** What the server has counted since its start or the last {@link #reset()}. */
    public Stats stats() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(baseUrl.resolve("/stats")).build();
        return JSON.readValue(client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body(), Stats.class);
    }

    /** Sets the counters to zero and opens the limiter. */
    public void reset() throws IOException, InterruptedException {
        HttpRequest request
                = HttpRequest.newBuilder(baseUrl.resolve("/reset")).POST(HttpRequest.BodyPublishers.noBody()).build();
        client.send(request, HttpResponse.BodyHandlers.discarding());
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }

    /**
     * The server's counters.
     *
     * @param requests   send requests that arrived
     * @param throttled  those of them answered 429
     * @param accepted   messages answered OK
     * @param duplicates accepted messages whose correlation id had been accepted before
     */
    public record Stats(long requests, long throttled, long accepted, long duplicates) {

        /** Messages of a request that was not refused, on average. */
        public double messagesEach() {
            return requests == throttled ? 0 : (double) accepted / (requests - throttled);
        }
    }
}
