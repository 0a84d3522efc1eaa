package io.github.camelsms.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.benchmarks.server.Counts;
import io.github.camelsms.benchmarks.server.LeanServer;

/**
 * A separate process with one or several services, each with its own limits and delays.
 */
public final class ServerProcess implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JavaProcess process;
    private final List<Service> services;

    private ServerProcess(JavaProcess process, List<Service> services) {
        this.process = process;
        this.services = services;
    }

    /** Starts a service without a limit, and waits until it is reachable. */
    public static ServerProcess start() throws IOException {
        return start("--limiter none");
    }

    /**
     * Starts services, and waits until all are reachable.
     *
     * @param services options of each service, as for {@link LeanServer}
     */
    public static ServerProcess start(String... services) throws IOException {
        JavaProcess process
                = JavaProcess.start(LeanServer.class, List.of("-Xms256m", "-Xmx2g", "-Xss256k"), List.of(services));
        HttpClient client = HttpClient.newHttpClient();
        return new ServerProcess(
                process, Arrays.stream(process.expect("READY").split(" "))
                        .map(port -> new Service(URI.create("http://127.0.0.1:" + port), client)).toList());
    }

    /** Returns the services in the order of their options. */
    public List<Service> services() {
        return services;
    }

    /** Returns the first service. */
    public Service service() {
        return services.get(0);
    }

    /** Returns the address of the first service, for <code>baseUrl</code> of the clients. */
    public URI baseUrl() {
        return service().baseUrl();
    }

    /** Returns the processor time of the process. */
    public Duration processorTime() {
        return process.processorTime();
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }

    /**
     * A service of the process. Thread-safe.
     */
    public record Service(URI baseUrl, HttpClient client) {

        /** Returns its counters since its start or the last {@link #reset()}. */
        public Counts counts() throws IOException, InterruptedException {
            return JSON.readValue(send(HttpRequest.newBuilder(baseUrl.resolve("/counts"))), Counts.class);
        }

        /** Resets its counters and limiters. */
        public void reset() throws IOException, InterruptedException {
            send(HttpRequest.newBuilder(baseUrl.resolve("/reset")).POST(HttpRequest.BodyPublishers.noBody()));
        }

        /**
         * Loads the code of all services of the process, so that the first request of a sender does not wait for it.
         */
        public void warmUp() throws IOException, InterruptedException {
            String body = "{\"sms\":[{\"correlationId\":\"warm-up\"}]}";
            send(HttpRequest.newBuilder(baseUrl.resolve("/v1/send")).POST(HttpRequest.BodyPublishers.ofString(body)));
            counts();
            reset();
        }

        private byte[] send(HttpRequest.Builder request) throws IOException, InterruptedException {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()).body();
        }
    }
}
