package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import io.github.camelsms.model.SendAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What each fault of network and service makes of a send request, over real sockets. The time limit is for a deadline
 * that does not come.
 */
@Timeout(60)
class SmsServiceClientFaultTest {

    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private SendAnswer send(URI address, Duration timeout) {
        return fixture.client(address, timeout).send(ClientFixture.batch("a"));
    }

    static Stream<Arguments> lostAnswers() {
        String half = StubServer.response(200, ACCEPTED).replaceAll("(?s).{20}$", "");
        return Stream.of(
                Arguments.of("dropped before the answer", null, (StubServer.Behaviour) StubServer.Connection::close),
                Arguments.of("reset before the answer", null, (StubServer.Behaviour) StubServer.Connection::reset),
                Arguments.of("truncated body", 200, StubServer.raw(half)),
                Arguments.of("truncated head", null, StubServer.raw("HTTP/1.1 200 OK\r\nContent-Le")),
                Arguments.of("reset in the body", 200, (StubServer.Behaviour) connection -> {
                    connection.write(half);
                    connection.reset();
                }),
                Arguments.of(
                        "truncated chunk", 200,
                        StubServer.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n[{\"status\"")),
                Arguments.of("not HTTP", null, StubServer.raw("220 smtp.example.com ready\r\n\r\n")),
                Arguments.of(
                        "broken gzip", 200,
                        StubServer.status(200, "this is not gzip", "Content-Encoding: gzip")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lostAnswers")
    void send_answerLost_unknown(String fault, @Nullable Integer code, StubServer.Behaviour behaviour) throws Exception {
        assertUnknown(code, behaviour, ClientFixture.LONG);
    }

    static Stream<Arguments> slowAnswers() {
        return Stream.of(
                Arguments.of("no answer", null, (StubServer.Behaviour) StubServer.Connection::stall),
                Arguments.of("stalled head", null, (StubServer.Behaviour) connection -> {
                    connection.write("HTTP/1.1 200 OK\r\n");
                    connection.stall();
                }),
                Arguments.of("stalled body", 200, (StubServer.Behaviour) connection -> {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{");
                    connection.stall();
                }),
                Arguments.of("dripping body", 200, (StubServer.Behaviour) connection -> {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
                    connection.drip(" ".repeat(100_000));
                }),
                Arguments.of(
                        "dripping head", null,
                        (StubServer.Behaviour) connection -> connection.drip("HTTP/1.1 200 OK\r\nX: " + "x".repeat(60_000))),
                Arguments.of("endless interim answers", null, (StubServer.Behaviour) connection -> {
                    while (!connection.isClosed()) {
                        connection.write("HTTP/1.1 102 Processing\r\n\r\n");
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("slowAnswers")
    void send_answerSlowerThanDeadline_unknown(String fault, @Nullable Integer code, StubServer.Behaviour behaviour)
            throws Exception {
        assertUnknown(code, "within 400 ms", behaviour, ClientFixture.SHORT);
    }

    static Stream<Arguments> unusableAnswers() {
        return Stream.of(
                Arguments.of("empty", 200, StubServer.json("")),
                Arguments.of("no JSON", 200, StubServer.json("<html>all is well</html>")),
                Arguments.of("half a JSON", 200, StubServer.json("[{\"status\":\"OK\",")),
                Arguments.of("JSON and more", 200, StubServer.json(ACCEPTED + "]")),
                Arguments.of("very deep JSON", 200, StubServer.json("[".repeat(100_000))),
                Arguments.of("a number", 200, StubServer.json("5")),
                Arguments.of("null", 200, StubServer.json("null")),
                Arguments.of("no content", 204, StubServer.raw("HTTP/1.1 204 No Content\r\n\r\n")),
                Arguments.of("redirect", 301, StubServer.status(301, "", "Location: /elsewhere")),
                Arguments.of("redirect of a POST", 307, StubServer.status(307, "", "Location: /v1/send")),
                Arguments.of("timeout", 408, StubServer.status(408, "")),
                Arguments.of("conflict", 409, StubServer.status(409, ACCEPTED)),
                Arguments.of("error", 500, StubServer.status(500, "<h1>oops</h1>", "Content-Type: text/html")),
                Arguments.of("bad gateway", 502, StubServer.status(502, "<h1>oops</h1>")),
                Arguments.of("unavailable", 503, StubServer.status(503, "", "Retry-After: 0")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusableAnswers")
    void send_answerUnusable_unknown(String fault, Integer code, StubServer.Behaviour behaviour) throws Exception {
        assertUnknown(code, behaviour, ClientFixture.LONG);
    }

    @Test
    void send_answerOversized_unknown() throws Exception {
        byte[] spaces = " ".repeat(1024 * 1024).getBytes(StandardCharsets.US_ASCII);
        assertUnknown(200, "larger than 8 MiB", connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            for (int i = 0; i < 900 && !connection.isClosed(); i++) {
                connection.write(spaces);
            }
            connection.stall();
        }, ClientFixture.LONG);
    }

    @Test
    void send_answerIsGzipBomb_unknown() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            byte[] zeros = new byte[1024 * 1024];
            for (int i = 0; i < 256; i++) {
                gzip.write(zeros);
            }
        }
        assertUnknown(200, "larger than 8 MiB", connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bomb.size() + "\r\n\r\n");
            connection.write(bomb.toByteArray());
        }, ClientFixture.LONG);
    }

    @Test
    void send_answerInGzip_read() throws Exception {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(ACCEPTED.getBytes(StandardCharsets.UTF_8));
        }
        try (StubServer server = StubServer.answering(connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + zipped.size() + "\r\n\r\n");
            connection.write(zipped.toByteArray());
        })) {
            assertThat(send(server.address(), ClientFixture.LONG)).isInstanceOf(SendAnswer.Answered.class);
        }
    }

    @Test
    void send_connectionClosedByServiceWhileIdle_sentOnNewConnection() throws Exception {
        try (StubServer server = StubServer.answering(StubServer.raw(StubServer.response(200, ACCEPTED)))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);
            client.send(ClientFixture.batch("a"));

            // The connection must be idle for longer than the age at which it is checked before it is used again.
            await().pollDelay(Duration.ofMillis(150)).until(() -> server.requests().size() == 1);

            assertThat(client.send(ClientFixture.batch("a"))).isInstanceOf(SendAnswer.Answered.class);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void send_serviceSpokeUnaskedWhileIdle_sentOnNewConnection() throws Exception {
        StubServer.Behaviour answerAndMore = connection -> {
            connection.write(StubServer.response(200, ACCEPTED));
            connection.write(StubServer.response(408, ""));
        };
        try (StubServer server = StubServer.answering(answerAndMore, StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);
            client.send(ClientFixture.batch("a"));
            await().pollDelay(Duration.ofMillis(150)).until(() -> server.requests().size() == 1);

            assertThat(client.send(ClientFixture.batch("a"))).isInstanceOf(SendAnswer.Answered.class);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void send_connectionKeptByService_usedAgain() throws Exception {
        try (StubServer server = StubServer.answering(StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);

            client.send(ClientFixture.batch("a"));
            client.send(ClientFixture.batch("a"));

            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 401, 403 })
    void send_credentialsRefused_unauthorized(int status) throws Exception {
        try (StubServer server = StubServer.answering(
                StubServer.status(status, "<h1>no</h1>", "WWW-Authenticate: Basic realm=\"sms\""))) {
            assertThat(send(server.address(), ClientFixture.LONG)).isInstanceOfSatisfying(
                    SendAnswer.Unauthorized.class, it -> assertThat(it.code()).isEqualTo(status));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 400, 404, 405, 413, 415, 422 })
    void send_requestNotUnderstood_notUnderstood(int status) throws Exception {
        try (StubServer server = StubServer.answering(StubServer.status(status, "<h1>what?</h1>"))) {
            assertThat(send(server.address(), ClientFixture.LONG)).isInstanceOfSatisfying(
                    SendAnswer.NotUnderstood.class, it -> {
                        assertThat(it.code()).isEqualTo(status);
                        assertThat(it.reason()).contains("HTTP status " + status).contains("check").doesNotContain("\n");
                    });
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void send_throttledByHttpStatus_throttledAndNotRepeated() throws Exception {
        try (StubServer server = StubServer.answering(StubServer.status(429, "", "Retry-After: 7"))) {
            assertThat(send(server.address(), ClientFixture.LONG)).isInstanceOfSatisfying(
                    SendAnswer.Throttled.class, it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(7)));
            assertThat(server.requests()).hasSize(1);
        }
    }

    private void assertUnknown(@Nullable Integer code, StubServer.Behaviour behaviour, Duration timeout) throws Exception {
        assertUnknown(code, "", behaviour, timeout);
    }

    private void assertUnknown(
            @Nullable Integer code, String reason, StubServer.Behaviour behaviour, Duration timeout)
            throws Exception {
        try (StubServer server = StubServer.answering(behaviour)) {
            SendAnswer answer = send(server.address(), timeout);

            assertThat(answer).isInstanceOfSatisfying(SendAnswer.Unknown.class, it -> {
                assertThat(it.code()).isEqualTo(code);
                assertThat(it.reason()).isNotBlank().contains(reason).doesNotContain("\n").doesNotContain("1198765");
            });
            assertThat(server.requests()).hasSize(1);
        }
    }
}
