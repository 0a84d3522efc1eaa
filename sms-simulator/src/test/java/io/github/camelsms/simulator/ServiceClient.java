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

import wiremock.com.fasterxml.jackson.databind.JsonNode;

/** Speaks plain HTTP to a simulator. */
final class ServiceClient {

    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final SmsSimulator simulator;

    ServiceClient(SmsSimulator simulator) {
        this.simulator = simulator;
    }

    static String message(String correlationId) {
        return "{\"messageText\":\"Hello\",\"destination\":\"11987654321\",\"correlationId\":\"" + correlationId + "\"}";
    }

    static String batch(String... messages) {
        return "{\"sms\":[" + String.join(",", messages) + "]}";
    }

    HttpResponse<String> send(String... messages) throws IOException, InterruptedException {
        return post(batch(messages));
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return HTTP.send(sendRequest(body).build(), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> postLater(String body) {
        return HTTP.sendAsync(sendRequest(body).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Completes {@code headArrived} as soon as status and headers are there, before the body. */
    CompletableFuture<HttpResponse<String>> postLater(String body, CompletableFuture<Void> headArrived) {
        return HTTP.sendAsync(sendRequest(body).build(), head -> {
            headArrived.complete(null);
            return HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
        });
    }

    HttpResponse<byte[]> postForBytes(String body) throws IOException, InterruptedException {
        return HTTP.send(sendRequest(body).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Comes back with the head; the body follows as it arrives. */
    HttpResponse<InputStream> postForStream(String body) throws IOException, InterruptedException {
        return HTTP.send(sendRequest(body).build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    HttpRequest.Builder sendRequest(String body) {
        return request("/v1/send").header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    HttpResponse<String> get(String pathOrUrl) throws IOException, InterruptedException {
        return HTTP.send(request(pathOrUrl).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A request with good credentials; a path is taken below the simulator's base address. */
    HttpRequest.Builder request(String pathOrUrl) {
        String credentials = simulator.username() + ":" + simulator.password();
        return anonymous(pathOrUrl).header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    }

    HttpRequest.Builder anonymous(String pathOrUrl) {
        return HttpRequest.newBuilder(
                URI.create(pathOrUrl.startsWith("http") ? pathOrUrl : simulator.baseUrl() + pathOrUrl));
    }

    static JsonNode json(HttpResponse<String> response) {
        JsonNode json = Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
        if (json == null) {
            throw new AssertionError("no JSON: " + response.body());
        }
        return json;
    }
}
