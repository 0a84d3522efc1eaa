package io.github.camelsms;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A service with prepared responses.
 */
final class CannedService implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Queue<Canned>> responses = new ConcurrentHashMap<>();
    private volatile Canned otherwise = new Canned(200, "{\"status\":\"OK\",\"code\":6,\"message\":\"none\"}", Map.of());

    private record Canned(int status, String body, Map<String, String> headers) {
    }

    CannedService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::response);
        server.start();
    }

    String baseUrl() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Adds a response to the next request for a path. */
    void respondNext(String path, int status, String body) {
        respondNext(path, status, body, Map.of());
    }

    /** Adds a response to the next request for a path, with headers encoded in ISO-8859-1. */
    void respondNext(String path, int status, String body, Map<String, String> headers) {
        responses.computeIfAbsent(path, any -> new ConcurrentLinkedQueue<>()).add(new Canned(status, body, headers));
    }

    /** Sets the response to requests without a prepared response. */
    void respondOtherwise(int status, String body) {
        otherwise = new Canned(status, body, Map.of());
    }

    /** Returns whether all prepared responses for a path have been used. */
    boolean hasUsedAllResponses(String path) {
        Queue<Canned> left = responses.get(path);
        return left == null || left.isEmpty();
    }

    private void response(HttpExchange call) throws IOException {
        Queue<Canned> left = responses.get(call.getRequestURI().getPath());
        Canned next = left == null ? null : left.poll();
        Canned response = next == null ? otherwise : next;
        call.getRequestBody().readAllBytes();
        byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
        call.getResponseHeaders().set("Content-Type", "application/json");
        response.headers().forEach(call.getResponseHeaders()::set);
        call.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
        call.getResponseBody().write(body);
        call.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
