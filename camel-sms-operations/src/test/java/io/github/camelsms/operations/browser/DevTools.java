package io.github.camelsms.operations.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a browser's DevTools: calls with their responses, and the events of all pages.
 */
final class DevTools implements WebSocket.Listener, AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int RESPONSE_TIMEOUT_SECONDS = 30;

    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable WebSocket socket;

    private DevTools() {
    }

    static DevTools connect(String address) {
        DevTools devTools = new DevTools();
        devTools.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(address), devTools).join();
        return devTools;
    }

    /**
     * @param  session               session of the page, or null for the browser
     *
     * @throws IllegalStateException if the browser returns an error
     */
    JsonNode call(@Nullable String session, String method, Map<String, ?> parameters) throws Exception {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> response = new CompletableFuture<>();
        calls.put(id, response);
        Map<String, Object> call = new LinkedHashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (session != null) {
            call.put("sessionId", session);
        }
        Objects.requireNonNull(socket).sendText(JSON.writeValueAsString(call), true).join();
        JsonNode result = response.get(RESPONSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (result.has("error")) {
            throw new IllegalStateException(method + ": " + result.get("error"));
        }
        return result.get("result");
    }

    /** Returns the parameters of all events of this kind so far. */
    List<JsonNode> events(String session, String method) {
        return events.stream().filter(event -> event.path("sessionId").asText().equals(session))
                .filter(event -> event.get("method").asText().equals(method)).map(event -> event.get("params")).toList();
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            String message = text.toString();
            text.setLength(0);
            received(message);
        }
        webSocket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        calls.values().forEach(call -> call.completeExceptionally(error));
    }

    @Override
    public void close() {
        Objects.requireNonNull(socket).abort();
    }

    private void received(String text) {
        try {
            JsonNode message = JSON.readTree(text);
            CompletableFuture<JsonNode> call = message.has("id") ? calls.remove(message.get("id").asInt()) : null;
            if (call != null) {
                call.complete(message);
            } else {
                events.add(message);
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
