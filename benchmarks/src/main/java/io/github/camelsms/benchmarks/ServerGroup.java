package io.github.camelsms.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.benchmarks.server.LeanServer;

/**
 * Several services, each with limits and delays of its own, in one process beside this one.
 */
public final class ServerGroup implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JavaProcess process;
    private final List<Service> services;

    private ServerGroup(JavaProcess process, List<Service> services) {
        this.process = process;
        this.services = List.copyOf(services);
    }

    /**
     * Starts the process and waits until all its services can be reached.
     *
     * @param services the arguments of each, as {@link LeanServer} takes them
     */
    public static ServerGroup start(List<List<String>> services) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (List<String> service : services) {
            if (!arguments.isEmpty()) {
                arguments.add("+");
            }
            arguments.addAll(service);
        }
        JavaProcess process = JavaProcess.start(LeanServer.class, List.of("-Xms256m", "-Xmx2g", "-Xss256k"), arguments);
        HttpClient client = HttpClient.newHttpClient();
        List<Service> started = new ArrayList<>();
        for (String port : process.expect("READY ").split(" ")) {
            started.add(new Service(URI.create("http://127.0.0.1:" + port), client));
        }
        return new ServerGroup(process, started);
    }

    /** The services, in the order of their arguments. */
    public List<Service> services() {
        return services;
    }

    /** Returns the processor time that the process of the services has taken. */
    public Duration processorTime() {
        return process.handle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }

    /**
     * One service of the group. Thread-safe.
     */
    public static final class Service {

        private final URI baseUrl;
        private final HttpClient client;

        Service(URI baseUrl, HttpClient client) {
            this.baseUrl = baseUrl;
            this.client = client;
        }

        public URI baseUrl() {
            return baseUrl;
        }

        /** What it has counted since its start or the last {@link #reset()}. */
        public ServerProcess.Stats stats() throws IOException, InterruptedException {
            return get("/stats", ServerProcess.Stats.class);
        }

        /** How fast it served since then. */
        public Pace pace() throws IOException, InterruptedException {
            return get("/pace", Pace.class);
        }

        /** Sets its counters to zero and opens its limiters. */
        public void reset() throws IOException, InterruptedException {
            client.send(
                    HttpRequest.newBuilder(baseUrl.resolve("/reset")).POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.discarding());
        }

        private <T> T get(String path, Class<T> type) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(baseUrl.resolve(path)).build();
            return JSON.readValue(client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body(), type);
        }
    }

    /**
     * How fast a service with limits served.
     *
     * @param served          requests that were not refused
     * @param servedPerSecond sum over the accounts of their rates, each from its first to its last served request
     * @param lastServedNanos when the last served request arrived, by the service's clock
     * @param accounts        accounts that were seen
     */
    public record Pace(long served, double servedPerSecond, long lastServedNanos, int accounts) {
    }
}
