package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineExecutors;
import io.github.camelsms.engine.EngineListener;
import io.github.camelsms.engine.EngineListeners;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.MemoryEngine;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.RequestTracing;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for requests of an engine that wait for an HTTP thread for longer than the engine waits for a response.
 */
class UnstartedRequestTest {

    /** Nothing listens there, so that a request that is made is not connected. */
    private static final URI ADDRESS = URI.create("http://localhost:1");
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(40);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(5);

    private final ManualClock clock = new ManualClock();
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<SmsSendResult> results = new ArrayList<>();
    private final List<SmsSendResult> unknown = new ArrayList<>();
    private final AccountClient client = new AccountClient(
            settings -> new SmsServiceClient(new DefaultCamelContext(), settings, alarms, pause -> {
            }, clock::nanos, InstantSource.system()));
    private final MemoryEngine engine = new MemoryEngine(
            new EngineSettings(
                    Duration.ofSeconds(1).toNanos(), Pacing.adaptive, 200, 10_000, 4, false, RESPONSE_TIMEOUT.toNanos()),
            new AccountSender(
                    "account", client, new BoundedExecutor(threads::add, 1), clock::nanos, RequestTracing.NONE,
                    timeout -> true),
            clock, new EngineExecutors(Runnable::run, Runnable::run, Runnable::run),
            EngineListeners.of(new EngineListener() {
                @Override
                public void unknown(List<SmsSendResult> lost) {
                    unknown.addAll(lost);
                }
            }));

    @BeforeEach
    void submit() {
        client.use(new SmsServiceSettings(ADDRESS, "demo", "secret-1", Duration.ofSeconds(10), null));
        engine.submit(
                new SmsMessage("hello", "11987654321", "m1", null), new SubmitOptions(DELIVERY_TIMEOUT), new ResultSink() {
                    @Override
                    public void result(long index, SmsSendResult result) {
                        results.add(result);
                    }

                    @Override
                    public void completed(@Nullable ReadFailure unread) {
                    }
                });
        assertThat(threads).hasSize(1);
    }

    @AfterEach
    void stopClient() {
        client.close();
        alarms.shutdownNow();
    }

    @Test
    void deadline_noThreadYet_isRetriedUntilTheDeliveryTimeout() {
        clock.advance(RESPONSE_TIMEOUT.plusSeconds(1));
        assertThat(results).isEmpty();
        assertThat(engine.state().requestsInFlight()).as("the retry").isEqualTo(1);
        clock.advance(DELIVERY_TIMEOUT);
        assertThat(results).singleElement().satisfies(it -> {
            assertThat(it.outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(it.sentAt()).isNull();
            assertThat(it.reason()).contains("deliveryTimeout", "last trouble: the request did not depart for 40000 ms");
        });
        assertThat(unknown).isEmpty();
    }

    @Test
    void deadline_threadLater_makesOnlyTheRetry() {
        clock.advance(RESPONSE_TIMEOUT);
        threads.remove().run();
        assertThat(results).isEmpty();
        assertThat(engine.state().trouble()).as("one attempt to connect").contains("connect");
    }

    @Test
    void terminate_noThreadYet_isNotSent() {
        CompletableFuture<Void> terminated = engine.terminate().toCompletableFuture();
        assertThat(terminated).isCompleted();
        assertThat(results).singleElement().satisfies(it -> {
            assertThat(it.outcome()).isEqualTo(SmsOutcome.NOT_SENT);
            assertThat(it.reason()).contains("shut down");
        });
        assertThat(unknown).isEmpty();
        threads.remove().run();
        assertThat(results).hasSize(1);
    }
}
