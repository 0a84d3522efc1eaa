package io.github.camelsms.simulator.fault;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.ServiceClient;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import io.github.camelsms.simulator.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

import static io.github.camelsms.simulator.ServiceClient.batch;
import static io.github.camelsms.simulator.ServiceClient.json;
import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class FaultTest {

    private static final SettableClock CLOCK = new SettableClock(Instant.parse("2026-05-04T12:00:00Z"));

    @RegisterExtension
    static final SmsSimulatorExtension SIMULATOR
            = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0).clock(CLOCK));

    private final SmsSimulator simulator = SIMULATOR.simulator();
    private final ServiceClient client = new ServiceClient(simulator);

    @Test
    void dropBeforeAccepting_send_closesTheConnectionAndStoresNothing() throws Exception {
        simulator.failNext(Fault.dropBeforeAccepting());

        assertThatThrownBy(() -> client.send(message("a"))).isInstanceOf(IOException.class);

        assertThat(simulator.messages()).isEmpty();
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
        assertThat(simulator.statistics().faults()).isEqualTo(1);
    }

    @Test
    void dropAfterAccepting_send_closesTheConnectionAndStoresTheMessage() {
        simulator.failNext(Fault.dropAfterAccepting());

        assertThatThrownBy(() -> client.send(message("a"))).isInstanceOf(IOException.class);

        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(1);
        assertThat(simulator.message("a")).isPresent();
    }

    @Test
    void resetBeforeAccepting_send_resetsTheConnectionAndStoresNothing() {
        simulator.failNext(Fault.resetBeforeAccepting());

        assertThatThrownBy(() -> client.send(message("a"))).isInstanceOf(IOException.class)
                .hasRootCauseMessage("Connection reset");

        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void resetAfterAccepting_send_resetsTheConnectionAndStoresTheMessage() {
        simulator.failNext(Fault.resetAfterAccepting());

        assertThatThrownBy(() -> client.send(message("a"))).isInstanceOf(IOException.class)
                .hasRootCauseMessage("Connection reset");

        assertThat(simulator.message("a")).isPresent();
    }

    @Test
    void dropAfterAccepting_status_losesTheBlock() throws Exception {
        client.send(message("a"));
        // The JDK's client repeats a GET when the connection is closed without a response, so both must fail.
        simulator.failNext(Operation.STATUS, Fault.dropAfterAccepting(), Fault.dropAfterAccepting());

        assertThatThrownBy(() -> client.get("/v1/status")).isInstanceOf(IOException.class);

        simulator.clearFaults();
        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
    }

    @Test
    void stallBody_send_pausesAfterHalfOfTheBody() throws Exception {
        simulator.failNext(Fault.stallBody(Duration.ofSeconds(30)));

        HttpResponse<InputStream> head = client.postForStream(batch(message("a"), message("b"), message("c"), message("d")));
        String firstHalf = new String(head.body().readNBytes(200), StandardCharsets.UTF_8);
        await().until(() -> CLOCK.sleepers() == 1);
        CLOCK.advance(Duration.ofSeconds(30));
        String rest = new String(head.body().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(firstHalf).startsWith("[{").contains("\"correlationId\":\"a\"").doesNotContain("\"d\"");
        assertThat(rest).contains("\"d\"");
        assertThat(Json.parse((firstHalf + rest).getBytes(StandardCharsets.UTF_8))).hasSize(4);
    }

    @Test
    void stallBody_oneResult_returnsValidJson() throws Exception {
        simulator.failNext(Fault.stallBody(Duration.ZERO));

        assertThat(json(client.send(message("},{")))).hasSize(1);
    }

    @Test
    void delayResponse_send_sendsNothingUntilTheDelayEnds() throws Exception {
        simulator.failNext(Fault.delayResponse(Duration.ofSeconds(30)));
        CompletableFuture<Void> headArrived = new CompletableFuture<>();

        CompletableFuture<HttpResponse<String>> response = client.postLater(batch(message("a")), headArrived);
        await().until(() -> CLOCK.sleepers() == 1);
        boolean headDuringDelay = headArrived.isDone();
        int accepted = (int) simulator.statistics().acceptedMessages();
        CLOCK.advance(Duration.ofSeconds(30));

        assertThat(headDuringDelay).isFalse();
        assertThat(accepted).isEqualTo(1);
        assertThat(response.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void trickleBody_send_sendsTheWholeBody() throws Exception {
        simulator.failNext(Fault.trickleBody(Duration.ofMillis(40)));

        assertThat(json(client.send(message("a")))).hasSize(1);
    }

    @Test
    void truncateBody_send_truncatesTheBodyAndStoresTheMessage() {
        simulator.failNext(Fault.truncateBody());

        assertThatThrownBy(() -> client.send(message("a"))).isInstanceOf(IOException.class);

        assertThat(simulator.message("a")).isPresent();
    }

    @ParameterizedTest
    @MethodSource
    void send_faultyBodyForAClientThatAcceptsGzip_isNotCompressed(Fault fault) throws Exception {
        try (SmsSimulator compressing = SmsSimulator.builder().requestsPerSecond(0).gzip(true).build().start()) {
            ServiceClient gzipClient = new ServiceClient(compressing);
            compressing.failNext(fault);

            HttpResponse<InputStream> response = gzipClient.exchangeForStream(
                    gzipClient.sendRequest(batch(message("a"), message("b"))).header("Accept-Encoding", "gzip"));

            assertThat(response.headers().firstValue("Content-Encoding")).contains("identity");
            assertThat(response.headers().firstValue("Content-Length")).isPresent();
        }
    }

    static Stream<Fault> send_faultyBodyForAClientThatAcceptsGzip_isNotCompressed() {
        return Stream.of(Fault.truncateBody(), Fault.stallBody(Duration.ZERO), Fault.trickleBody(Duration.ofMillis(40)));
    }

    @Test
    void garbageBody_send_returnsInvalidJsonAndStoresTheMessage() throws Exception {
        simulator.failNext(Fault.garbageBody());

        HttpResponse<byte[]> response = client.postForBytes(batch(message("a")));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(Json.parse(response.body())).isNull();
        assertThat(simulator.message("a")).isPresent();
    }

    @Test
    void oversizedBody_send_hasTheRequestedSize() throws Exception {
        simulator.failNext(Fault.oversizedBody(1_000_000));

        HttpResponse<String> response = client.send(message("a"));

        assertThat(response.body().length()).isGreaterThan(1_000_000);
        assertThat(json(response)).hasSize(1);
    }

    @Test
    void oneResultFewer_send_omitsTheLastResult() throws Exception {
        simulator.failNext(Fault.oneResultFewer());

        assertThat(correlationIds(client.send(message("a"), message("b")))).containsExactly("a");
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(2);
    }

    @Test
    void oneResultMore_send_addsAResultWithAnUnknownId() throws Exception {
        simulator.failNext(Fault.oneResultMore());

        assertThat(correlationIds(client.send(message("a")))).containsExactly("a", "nobody-sent-this");
    }

    @Test
    void duplicatedCorrelationId_send_repeatsTheFirstId() throws Exception {
        simulator.failNext(Fault.duplicatedCorrelationId());

        assertThat(correlationIds(client.send(message("a"), message("b"), message("c")))).containsExactly("a", "a", "c");
    }

    @Test
    void missingCorrelationIds_send_returnsNoIds() throws Exception {
        simulator.failNext(Fault.missingCorrelationIds());

        JsonNode results = json(client.send(message("a"), message("b")));

        assertThat(results).hasSize(2).noneMatch(result -> result.has("correlationId"));
    }

    @Test
    void oneResultFewer_status_isRejected() {
        assertThatThrownBy(() -> simulator.failNext(Operation.STATUS, Fault.oneResultFewer()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("SEND");
    }

    @ParameterizedTest
    @ValueSource(ints = { 400, 401, 403, 404, 429, 500, 502, 503 })
    void httpStatus_send_returnsHtmlAndStoresNothing(int status) throws Exception {
        simulator.failNext(Fault.httpStatus(status));

        HttpResponse<String> response = client.send(message("a"));

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).startsWith("<html>");
        assertThat(simulator.messages()).isEmpty();
        assertThat(simulator.statistics().tooManyRequests()).isEqualTo(status == 429 ? 1 : 0);
    }

    @Test
    void httpStatusAfterAccepting_429_isCountedAsTooManyRequests() throws Exception {
        simulator.failNext(Fault.httpStatusAfterAccepting(429));

        assertThat(client.send(message("a")).statusCode()).isEqualTo(429);
        assertThat(simulator.statistics().tooManyRequests()).isEqualTo(1);
    }

    @Test
    void httpStatusAfterAccepting_send_returnsHtmlAndStoresTheMessage() throws Exception {
        simulator.failNext(Fault.httpStatusAfterAccepting(502));

        HttpResponse<String> response = client.send(message("a"));

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).startsWith("<html>");
        assertThat(simulator.message("a")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = { 302, 307 })
    void redirect_send_returnsAnotherLocation(int status) throws Exception {
        simulator.failNext(Fault.redirect(status));

        HttpResponse<String> response = client.send(message("a"));

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Location")).contains("/redirected");
        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void failNext_severalFaults_applyInOrder() throws Exception {
        simulator.failNext(Fault.httpStatus(500), Fault.httpStatusAfterAccepting(502), Fault.tooManyRequests());

        assertThat(client.send(message("a")).statusCode()).isEqualTo(500);
        assertThat(client.send(message("b")).statusCode()).isEqualTo(502);
        assertThat(client.send(message("c")).statusCode()).isEqualTo(429);
        assertThat(client.send(message("d")).statusCode()).isEqualTo(200);
        assertThat(simulator.statistics().tooManyRequests()).isEqualTo(1);
        assertThat(simulator.queuedFaults()).isZero();
    }

    @Test
    void failNext_otherOperation_doesNotAffectSend() throws Exception {
        simulator.failNext(Operation.STATUS_BY_DATE, Fault.httpStatus(500));

        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
        assertThat(client.get("/v1/status/date?date=1").statusCode()).isEqualTo(500);
    }

    @Test
    void failNext_invalidRequestInBetween_keepsTheFault() throws Exception {
        simulator.failNext(Fault.garbageBody());

        assertThat(client.post("null").statusCode()).isEqualTo(400);
        assertThat(simulator.queuedFaults()).isEqualTo(1);
    }

    @Test
    void failRandomly_half_failsAboutHalf() throws Exception {
        simulator.failRandomly(0.5, Fault.httpStatus(503));

        for (int i = 0; i < 40; i++) {
            client.send(message("m" + i));
        }

        assertThat(simulator.statistics().faults()).isBetween(8L, 32L);
    }

    @Test
    void randomFault_several_applyInBuilderOrder() throws Exception {
        SmsSimulatorBuilder builder = SmsSimulator.builder().requestsPerSecond(0);
        for (int status = 520; status < 540; status++) {
            builder.randomFault(1, Fault.httpStatus(status));
        }
        try (SmsSimulator seeded = builder.build().start()) {
            assertThat(new ServiceClient(seeded).send(message("a")).statusCode()).isEqualTo(520);
        }
    }

    @Test
    void stop_thenStart_refusesThenRespondsOnTheSamePortWithItsMessages() throws Exception {
        client.send(message("a"));
        String baseUrl = simulator.baseUrl();

        simulator.stop();
        assertThatThrownBy(() -> client.send(message("b"))).isInstanceOf(ConnectException.class);
        simulator.start();

        assertThat(simulator.baseUrl()).isEqualTo(baseUrl);
        assertThat(client.send(message("c")).statusCode()).isEqualTo(200);
        assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).containsExactly("a", "c");
    }

    private static List<String> correlationIds(HttpResponse<String> response) {
        return json(response).findValuesAsText("correlationId");
    }
}
