package io.github.camelsms.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.simulator.json.Json;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/** An HTTP client of a simulator. */
public final class ServiceClient {

    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final SmsSimulator simulator;

    public ServiceClient(SmsSimulator simulator) {
        this.simulator = simulator;
    }

    public static String message(String correlationId) {
        return "{\"messageText\":\"Hello\",\"destination\":\"11987654321\",\"correlationId\":\"" + correlationId + "\"}";
    }

    public static String batch(String... messages) {
        return "{\"sms\":[" + String.join(",", messages) + "]}";
    }

    public HttpResponse<String> send(String... messages) throws IOException, InterruptedException {
        return post(batch(messages));
    }

    public HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return HTTP.send(sendRequest(body).build(), HttpResponse.BodyHandlers.ofString());
    }

    public CompletableFuture<HttpResponse<String>> postLater(String body) {
        return HTTP.sendAsync(sendRequest(body).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Completes {@code headArrived} when status and headers have arrived, before the body. */
    public CompletableFuture<HttpResponse<String>> postLater(String body, CompletableFuture<Void> headArrived) {
        return HTTP.sendAsync(sendRequest(body).build(), head -> {
            headArrived.complete(null);
            return HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
        });
    }

    public HttpResponse<byte[]> postForBytes(String body) throws IOException, InterruptedException {
        return HTTP.send(sendRequest(body).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Returns when status and headers have arrived, before the body. */
    public HttpResponse<InputStream> postForStream(String body) throws IOException, InterruptedException {
        return exchangeForStream(sendRequest(body));
    }

    /** Returns when status and headers have arrived, before the body. */
    public HttpResponse<InputStream> exchangeForStream(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    public HttpRequest.Builder sendRequest(String body) {
        return request("/v1/send").header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    public HttpResponse<String> get(String pathOrUrl) throws IOException, InterruptedException {
        return HTTP.send(request(pathOrUrl).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns a request with valid credentials; a path is relative to the base address of the simulator. */
    public HttpRequest.Builder request(String pathOrUrl) {
        String credentials = simulator.username() + ":" + simulator.password();
        return anonymous(pathOrUrl).header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    }

    public HttpRequest.Builder anonymous(String pathOrUrl) {
        return HttpRequest.newBuilder(
                URI.create(pathOrUrl.startsWith("http") ? pathOrUrl : simulator.baseUrl() + pathOrUrl));
    }

    public static JsonNode json(HttpResponse<String> response) {
        JsonNode json = Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
        if (json == null) {
            throw new AssertionError("not JSON: " + response.body());
        }
        return json;
    }
}
