package io.github.camelsms.client;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.StatusQuery;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests for side effects of HTTP calls: cookies, upgrades, deadlines, connections.
 */
@Timeout(60)
class HttpCallsTest {

    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private static void callAll(SmsServiceClient client) {
        ClientFixture.send(client, "a");
        client.statuses().readNotConsulted();
        client.statuses().readByDate(new StatusQuery(Instant.EPOCH, null, null), false);
    }

    @Test
    void call_serviceSetsCookies_sendsNoCookie() throws Exception {
        try (StubServer server = StubServer.responding(
                StubServer.status(200, ACCEPTED, "Set-Cookie: session=1; Path=/", "Set-Cookie: b=2"))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);

            callAll(client);
            callAll(client);

            assertThat(server.requests()).hasSize(6).allSatisfy(request -> assertThat(request.header("Cookie")).isEmpty());
        }
    }

    @Test
    void call_http_requestsNoUpgrade() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED))) {
            callAll(fixture.client(server.address(), ClientFixture.LONG));

            assertThat(server.requests()).hasSize(3).allSatisfy(request -> {
                assertThat(request.header("Upgrade")).isEmpty();
                assertThat(request.header("HTTP2-Settings")).isEmpty();
                assertThat(request.header("Connection")).isEqualTo("keep-alive");
                assertThat(request.line()).endsWith(" HTTP/1.1");
            });
        }
    }

    @Test
    void send_severalRetryAfterHeaders_usesTheLongest() throws Exception {
        try (StubServer server = StubServer.responding(
                StubServer.status(429, "", "Retry-After: 2", "Retry-After: soon", "Retry-After: 7", "Retry-After: 3"))) {
            assertThat(ClientFixture.send(fixture.client(server.address(), ClientFixture.LONG), "a"))
                    .isInstanceOfSatisfying(
                            SendResponse.Throttled.class, it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(7)));
        }
    }

    @Test
    void send_completed_cancelsItsDeadline() throws Exception {
        ManualDeadlines deadlines = new ManualDeadlines();
        CamelContext context = new DefaultCamelContext();
        context.start();
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED), StubServer.Connection::close)) {
            SmsServiceClient client = new SmsServiceClient(
                    context, new SmsServiceSettings(server.address(), "demo", "demo", ClientFixture.LONG, null), deadlines,
                    pause -> {
                    }, () -> 0, InstantSource.system());
            client.start();

            ClientFixture.send(client, "a");
            assertThat(deadlines.ofCalls()).hasSize(1).allMatch(Future::isCancelled);
            ClientFixture.send(client, "a");
            assertThat(deadlines.ofCalls()).hasSize(2).allMatch(Future::isCancelled);
            client.stop();
            assertThat(deadlines.periodic()).hasSize(1).allMatch(Future::isCancelled);
        } finally {
            context.stop();
            deadlines.shutdownNow();
        }
    }

    /** A scheduler may run a task while it is being cancelled. */
    @Test
    void send_deadlineOfACompletedCall_doesNotCloseTheConnection() throws Exception {
        ManualDeadlines deadlines = new ManualDeadlines();
        CamelContext context = new DefaultCamelContext();
        context.start();
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED))) {
            SmsServiceClient client = new SmsServiceClient(
                    context, new SmsServiceSettings(server.address(), "demo", "demo", ClientFixture.LONG, null), deadlines,
                    pause -> {
                    }, () -> 0, InstantSource.system());
            client.start();

            ClientFixture.send(client, "a");
            deadlines.expire();
            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            assertThat(server.connections()).isEqualTo(1);
            client.stop();
        } finally {
            context.stop();
            deadlines.shutdownNow();
        }
    }

    @Test
    void execute_errorInACall_releasesTheConnection() {
        ManualDeadlines deadlines = new ManualDeadlines();
        HttpPost request = new HttpPost("http://localhost");

        assertThatThrownBy(() -> execute(request, deadlines, () -> {
            throw new OutOfMemoryError("no room");
        })).isInstanceOf(OutOfMemoryError.class);

        assertThat(request.isCancelled()).isTrue();
        assertThat(deadlines.ofCalls()).hasSize(1).allMatch(Future::isCancelled);
        deadlines.shutdownNow();
    }

    @Test
    void execute_exceptionInACall_releasesTheConnection() {
        ManualDeadlines deadlines = new ManualDeadlines();
        for (Exception failure : List.of(new IOException("reset"), new IllegalStateException("shut down"))) {
            HttpPost request = new HttpPost("http://localhost");

            HttpReply reply = execute(request, deadlines, () -> {
                throw failure;
            });

            assertThat(reply).isInstanceOf(HttpReply.NotConnected.class);
            assertThat(request.isCancelled()).isTrue();
        }
        deadlines.shutdownNow();
    }

    /** The connection may already serve another call. */
    @Test
    void execute_deadlineOfACompletedCall_doesNotCancelItsRequest() {
        ManualDeadlines deadlines = new ManualDeadlines();
        HttpPost request = new HttpPost("http://localhost");
        execute(request, deadlines, () -> new HttpReply.Lost(null, "-"));

        deadlines.expire();

        assertThat(request.isCancelled()).isFalse();
        deadlines.shutdownNow();
    }

    @Test
    void execute_deadlinePassed_doesNotAffectWhatItsThreadReadsAfterwards() {
        ManualDeadlines deadlines = new ManualDeadlines();
        HttpReply reply = execute(new HttpPost("http://localhost"), deadlines, () -> {
            deadlines.expire();
            HttpCall.checkDeadline();
            return new HttpReply.Lost(null, "-");
        });

        assertThat(reply).isInstanceOf(HttpReply.NotConnected.class);
        assertThatCode(HttpCall::checkDeadline).doesNotThrowAnyException();
        deadlines.shutdownNow();
    }

    /** Executes a call with a client that only does this. */
    private static HttpReply execute(HttpPost request, ManualDeadlines deadlines, Callable<HttpReply> execution) {
        HttpClient client = (HttpClient) Proxy.newProxyInstance(
                HttpCallsTest.class.getClassLoader(), new Class<?>[] { HttpClient.class },
                (proxy, method, arguments) -> execution.call());
        FailureReason reasons = new FailureReason(
                ClientFixture.settings(URI.create("http://localhost"), ClientFixture.LONG, null), Credentials.NONE);
        return new HttpCall(request, Credentials.NONE, reasons, InstantSource.system(), () -> true)
                .execute(client, null, deadlines, ClientFixture.LONG);
    }

    @Test
    void start_client_evictsIdleConnectionsPeriodically() throws Exception {
        ManualDeadlines deadlines = new ManualDeadlines();
        CamelContext context = new DefaultCamelContext();
        context.start();
        CountDownLatch closedByClient = new CountDownLatch(1);
        try (StubServer server = StubServer.responding(
                StubServer.status(200, ACCEPTED, "Keep-Alive: timeout=1"))) {
            SmsServiceClient client = new SmsServiceClient(
                    context, new SmsServiceSettings(server.address(), "demo", "demo", ClientFixture.LONG, null), deadlines,
                    pause -> {
                    }, () -> 0, InstantSource.system());
            client.start();
            ClientFixture.send(client, "a");
            server.whenConnectionEnds(closedByClient::countDown);

            await().until(() -> {
                deadlines.runPeriodic();
                return closedByClient.getCount() == 0;
            });

            assertThat(deadlines.period()).isEqualTo(ConnectionPool.IDLE_LIMIT.toDuration());
            client.stop();
        } finally {
            context.stop();
            deadlines.shutdownNow();
        }
    }

    @Test
    void evict_pool_closesExpiredAndIdleConnections() {
        List<String> calls = new ArrayList<>();
        ConnectionPool.evict(new PoolingHttpClientConnectionManager() {
            @Override
            public void closeExpired() {
                calls.add("expired");
            }

            @Override
            public void closeIdle(TimeValue idleTime) {
                calls.add("idle for " + idleTime);
            }
        });
        assertThat(calls).containsExactly("expired", "idle for 30 SECONDS");
    }
}
