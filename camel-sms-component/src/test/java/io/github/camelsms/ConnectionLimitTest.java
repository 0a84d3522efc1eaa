package io.github.camelsms;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.options.SmsOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionLimitTest {

    private static final List<SmsMessage> BATCH = List.of(new SmsMessage("hello", "11987654321", "m1", null));

    private final SmsServiceStub service = new SmsServiceStub();
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final SmsServiceClient client = new SmsServiceClient(
            new DefaultCamelContext(),
            new SmsServiceSettings(URI.create(service.baseUrl()), "demo", "secret-1", Duration.ofMinutes(5), null),
            deadlines, pause -> {
            }, System::nanoTime, InstantSource.system());

    @AfterEach
    void stop() {
        service.releaseResponses();
        client.stop();
        threads.shutdownNow();
        deadlines.shutdownNow();
        service.close();
    }

    /** A request that waits for a connection would depart later than its pace allows. */
    @Test
    void send_allQueriesAndRequestsInFlight_haveConnections() {
        client.start();
        service.holdResponses();
        int calls = QueryExecutor.MAX_RUNNING + SmsOptions.MAX_IN_FLIGHT;
        List<CompletableFuture<SendResponse>> responses = IntStream.range(0, calls).mapToObj(
                i -> CompletableFuture.supplyAsync(() -> client.send(BATCH, status -> {
                }, () -> true), threads)).toList();

        AccountFixture.await().until(() -> service.heldResponses() == calls);

        service.releaseResponses();
        assertThat(responses).allSatisfy(each -> assertThat(each.join()).isInstanceOf(SendResponse.Processed.class));
    }
}
