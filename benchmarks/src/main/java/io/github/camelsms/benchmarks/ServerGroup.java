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
 * Several services in one separate process, each with its own limits and delays.
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
     * Starts the process and waits until all services are reachable.
     *
     * @param services arguments of each service, as for {@link LeanServer}
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

    /** Returns the services in the order of their arguments. */
    public List<Service> services() {
        return services;
    }

    /** Returns the processor time of the services' process. */
    public Duration processorTime() {
        return process.handle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }

    /**
     * A service of the group. Thread-safe.
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

        /** Returns its counters since its start or the last {@link #reset()}. */
        public ServerProcess.Stats stats() throws IOException, InterruptedException {
            return get("/stats", ServerProcess.Stats.class);
        }

        /** Returns the rate of served requests since then. */
        public Pace pace() throws IOException, InterruptedException {
            return get("/pace", Pace.class);
        }

        /** Resets its counters and limiters. */
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
     * Rate of a service with limits.
     *
     * @param served          number of requests not throttled
     * @param servedPerSecond sum of the accounts' rates, each from its first to its last served request
     * @param lastServedNanos arrival of the last served request on the service's clock
     * @param accounts        number of accounts
     */
    public record Pace(long served, double servedPerSecond, long lastServedNanos, int accounts) {
    }
}
