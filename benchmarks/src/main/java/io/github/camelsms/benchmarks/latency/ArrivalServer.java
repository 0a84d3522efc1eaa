package io.github.camelsms.benchmarks.latency;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A service in this JVM for a few requests per second, which records the arrival of each message on this JVM's clock.
 * It has no limit but counts the requests that a strict one would have throttled.
 */
final class ArrivalServer implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SECOND = 1_000_000_000L;

    static {
        // Without this, responses are 40 ms late.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentMap<String, Long> arrivals = new ConcurrentHashMap<>();
    private long requests;
    private long tooEarly;
    private long latestAllowed = System.nanoTime() - SECOND;

    ArrivalServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/send", this::response);
        server.setExecutor(threads);
        server.start();
    }

    URI baseUrl() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    boolean hasArrived(String correlationId) {
        return arrivals.containsKey(correlationId);
    }

    /** Returns the arrival of the message in nanoseconds of the clock, and removes it. */
    long takeArrival(String correlationId) {
        Long arrival = arrivals.remove(correlationId);
        if (arrival == null) {
            throw new IllegalStateException("the message " + correlationId + " has not arrived");
        }
        return arrival;
    }

    /** Returns the requests since the last call, and how many of them arrived within a second of an admitted one. */
    synchronized Counts takeCounts() {
        Counts counts = new Counts(requests, tooEarly);
        requests = 0;
        tooEarly = 0;
        return counts;
    }

    private void response(HttpExchange exchange) throws IOException {
        long now = System.nanoTime();
        count(now);
        ArrayNode items = JSON.createArrayNode();
        for (JsonNode message : JSON.readTree(exchange.getRequestBody()).path("sms")) {
            String id = message.path("correlationId").asText();
            arrivals.put(id, now);
            items.addObject().put("status", "OK").put("code", 5).put("id_sms", "s-" + id).put("correlationId", id);
        }
        byte[] body = JSON.writeValueAsBytes(items);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private synchronized void count(long now) {
        requests++;
        if (now - latestAllowed < SECOND) {
            tooEarly++;
        } else {
            latestAllowed = now;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }

    /** Requests as seen by a strict service. */
    record Counts(long requests, long tooEarly) {
    }
}
