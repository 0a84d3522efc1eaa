package io.github.camelsms.simulator.ratelimit;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.ServiceClient;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.TooManyRequestsResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

import static io.github.camelsms.simulator.ServiceClient.batch;
import static io.github.camelsms.simulator.ServiceClient.json;
import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RateLimitTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-05-04T12:00:00Z"));
    private SmsSimulator simulator = SmsSimulator.builder().build();
    private ServiceClient client = new ServiceClient(simulator);

    @AfterEach
    void stop() {
        simulator.close();
    }

    @Test
    void send_secondWithinTheSecond_isThrottledAndStoresNothing() throws Exception {
        start(UnaryOperator.identity());

        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
        clock.advance(Duration.ofMillis(999));
        assertThat(client.send(message("b")).statusCode()).isEqualTo(429);
        clock.advance(Duration.ofMillis(1));
        assertThat(client.send(message("c")).statusCode()).isEqualTo(200);

        SimulatorStatistics statistics = simulator.statistics();
        assertThat(statistics.sendRequests()).isEqualTo(3);
        assertThat(statistics.admittedSendRequests()).isEqualTo(2);
        assertThat(statistics.tooManyRequests()).isEqualTo(1);
        assertThat(statistics.smallestGapMillis()).isEqualTo(1);
        assertThat(statistics.smallestAdmittedGapMillis()).isEqualTo(1000);
        assertThat(simulator.message("b")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "HTTP_STATUS_JSON, 429, /code", "BODY_OBJECT, 200, /code", "BODY_ARRAY, 200, /0/code" })
    void tooManyRequests_formWithBody_containsTheCode(TooManyRequestsResponse form, int status, String pointer)
            throws Exception {
        start(builder -> builder.tooManyRequestsResponse(form));
        client.send(message("a"));

        HttpResponse<String> response = client.send(message("b"));

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(json(response).at(pointer).asInt()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).isEmpty();
    }

    @Test
    void tooManyRequests_emptyForm_hasNoBody() throws Exception {
        start(builder -> builder.tooManyRequestsResponse(TooManyRequestsResponse.HTTP_STATUS_EMPTY).retryAfter(true));
        client.send(message("a"));

        HttpResponse<String> response = client.send(message("b"));

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.body()).isEmpty();
        assertThat(response.headers().firstValue("Retry-After")).contains("1");
    }

    /** A fraction of a second is rounded up: after 0 s the client would be throttled again. */
    @ParameterizedTest
    @CsvSource({ "1, 999, 1", "1, 1, 1", "0.4, 0, 3", "0.4, 500, 2", "0.4, 501, 2", "0.4, 1501, 1" })
    void retryAfter_anyWait_isRoundedUp(double requestsPerSecond, long afterMillis, String expected) throws Exception {
        start(builder -> builder.requestsPerSecond(requestsPerSecond).retryAfter(true));
        client.send(message("a"));
        clock.advance(Duration.ofMillis(afterMillis));

        assertThat(client.send(message("b")).headers().firstValue("Retry-After")).contains(expected);
    }

    @Test
    void scopeSend_statusRequests_areNotLimited() throws Exception {
        start(UnaryOperator.identity());
        client.send(message("a"));

        assertThat(client.get("/v1/status").statusCode()).isEqualTo(200);
        assertThat(client.get("/v1/status").statusCode()).isEqualTo(200);
    }

    @Test
    void scopeEachOperation_statusRequests_areCountedSeparately() throws Exception {
        start(builder -> builder.rateLimitScope(RateLimitScope.EACH_OPERATION));
        client.send(message("a"));

        assertThat(client.get("/v1/status").statusCode()).isEqualTo(200);
        assertThat(client.get("/v1/status").statusCode()).isEqualTo(429);
        assertThat(client.get("/v1/status/date?date=1").statusCode()).isEqualTo(200);
    }

    @Test
    void scopeAllOperations_statusAfterSend_isThrottled() throws Exception {
        start(builder -> builder.rateLimitScope(RateLimitScope.ALL_OPERATIONS));
        client.send(message("a"));

        assertThat(client.get("/v1/status").statusCode()).isEqualTo(429);
    }

    @Test
    void requestLatency_limitedRequest_endsBeforeTheLimitCountsIt() throws Exception {
        Duration latency = Duration.ofMillis(700);
        start(builder -> builder.requestLatency(latency, latency));

        sendAndAdvance("a", latency);
        clock.advance(Duration.ofMillis(300));
        // 300 ms after the first arrived, plus 700 ms of latency: exactly one second.
        assertThat(sendAndAdvance("b", latency).path(0).path("code").asInt()).isEqualTo(5);
        assertThat(simulator.statistics().smallestAdmittedGapMillis()).isEqualTo(1000);
    }

    @Test
    void responseLatency_acceptedRequest_startsAfterTheMessagesAreStored() throws Exception {
        Duration latency = Duration.ofMillis(700);
        start(builder -> builder.responseLatency(latency, latency));

        CompletableFuture<HttpResponse<String>> response = client.postLater(batch(message("a")));
        await().until(() -> clock.sleepers() == 1);
        boolean stored = simulator.message("a").isPresent();
        boolean responded = response.isDone();
        clock.advance(latency);

        assertThat(stored).isTrue();
        assertThat(responded).isFalse();
        assertThat(response.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void manyRequests_allInFlight_areCountedAsConcurrent() throws Exception {
        start(builder -> builder.requestsPerSecond(0).responseLatency(Duration.ofSeconds(9), Duration.ofSeconds(9)));
        CompletableFuture<?>[] responses = new CompletableFuture<?>[30];

        for (int i = 0; i < responses.length; i++) {
            responses[i] = client.postLater(batch(message("m" + i)));
        }
        await().until(() -> clock.sleepers() == responses.length);
        clock.advance(Duration.ofSeconds(9));
        CompletableFuture.allOf(responses).get(20, TimeUnit.SECONDS);

        assertThat(simulator.statistics().peakConcurrency()).isEqualTo(30);
        assertThat(simulator.statistics().peakSendConcurrency()).isEqualTo(30);
    }

    private JsonNode sendAndAdvance(String correlationId, Duration latency) throws Exception {
        CompletableFuture<HttpResponse<String>> response = client.postLater(batch(message(correlationId)));
        await().until(() -> clock.sleepers() == 1);
        clock.advance(latency);
        return json(response.get(20, TimeUnit.SECONDS));
    }

    private void start(UnaryOperator<SmsSimulatorBuilder> settings) {
        simulator = settings.apply(SmsSimulator.builder().clock(clock)).build().start();
        client = new ServiceClient(simulator);
    }

    @Test
    void send_invalidRequestsDoNotCount_areRejectedAndNeverThrottled() throws Exception {
        start(builder -> builder.countInvalidRequests(false));

        assertThat(client.post("{\"sms\":[]}").statusCode()).isEqualTo(400);
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
        assertThat(client.post("{\"sms\":[]}").statusCode()).isEqualTo(400);
        assertThat(client.send(message("b")).statusCode()).isEqualTo(429);
    }

    @Test
    void send_largerThanTheLimit_isRejectedWithTheStatus() throws Exception {
        String body = batch(message("a"));
        start(builder -> builder.maxRequestBytes(body.length()).oversizedRequestStatus(403));

        assertThat(client.post(body + " ").statusCode()).isEqualTo(403);
        assertThat(client.post(body).statusCode()).isEqualTo(200);
        assertThat(simulator.messages()).hasSize(1);
    }
}
