package io.github.camelsms.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import io.github.camelsms.LogLines;
import io.github.camelsms.client.OutcomeTableTest.Transport;
import io.github.camelsms.model.SendResponse;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for limits and connection reuse of send requests, over real sockets; see {@link OutcomeTableTest} for the
 * faults. The time limit is for a deadline that never expires.
 */
@Timeout(60)
class SmsServiceClientFaultTest {

    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private SendResponse send(URI address, Duration timeout) {
        return ClientFixture.send(fixture.client(address, timeout), "a");
    }

    @Test
    void send_responseTricklesPastTheDeadline_isUnknown() throws Exception {
        assertUnknown("within 400 ms", connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
            connection.drip(" ".repeat(100_000));
        }, ClientFixture.SHORT);
    }

    @Test
    void send_oversizedResponse_isUnknown() throws Exception {
        byte[] spaces = " ".repeat(1024 * 1024).getBytes(StandardCharsets.US_ASCII);
        assertUnknown("larger than 8 MiB", connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            for (int i = 0; i < 900 && !connection.isClosed(); i++) {
                connection.write(spaces);
            }
            connection.stall();
        }, ClientFixture.LONG);
    }

    /** Millions of empty members inside compressed data keep a thread busy without a byte that could be counted. */
    @ParameterizedTest
    @ValueSource(strings = { "Content-Encoding: gzip, gzip", "Content-Encoding: gzip\r\nContent-Encoding: deflate" })
    void send_contentEncodingsOneInsideTheOther_isUnknown(String header) throws Exception {
        byte[] empty = gzipped(new byte[0], 1);
        byte[] bomb = gzipped(empty, 100_000);
        assertUnknown("several content encodings", connection -> {
            connection.write("HTTP/1.1 200 OK\r\n" + header + "\r\nContent-Length: " + bomb.length + "\r\n\r\n");
            connection.write(bomb);
        }, ClientFixture.LONG);
    }

    private static byte[] gzipped(byte[] content, int times) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            for (int i = 0; i < times; i++) {
                gzip.write(content);
            }
        }
        return zipped.toByteArray();
    }

    @Test
    void send_gzipBombInResponse_isUnknown() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            byte[] zeros = new byte[1024 * 1024];
            for (int i = 0; i < 256; i++) {
                gzip.write(zeros);
            }
        }
        assertUnknown("larger than 8 MiB", connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bomb.size() + "\r\n\r\n");
            connection.write(bomb.toByteArray());
        }, ClientFixture.LONG);
    }

    @Test
    void send_linesBeforeTheResponse_areNotLogged() throws Exception {
        try (LogLines lines = LogLines.of(Map.of("org.apache.hc", Level.TRACE));
             StubServer server = StubServer.responding(StubServer.raw("to 71976543210\r\n" + StubServer.response(200, "")))) {
            assertThat(send(server.address(), ClientFixture.LONG)).isInstanceOf(SendResponse.Unknown.class);

            assertThat(lines.all()).isNotEmpty().noneMatch(line -> line.text().contains("71976543210"));
        }
    }

    @Test
    void send_gzipResponse_isRead() throws Exception {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(ACCEPTED.getBytes(StandardCharsets.UTF_8));
        }
        try (StubServer server = StubServer.responding(connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + zipped.size() + "\r\n\r\n");
            connection.write(zipped.toByteArray());
        })) {
            assertThat(send(server.address(), ClientFixture.LONG)).isInstanceOf(SendResponse.Processed.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_idleConnectionClosedByService_usesANewConnection(Transport transport) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (StubServer server = transport.server(acceptingAndThenClosing(closed))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            ClientFixture.send(client, "a");
            closed.await();

            awaitCheckBeforeReuse();

            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    /**
     * It is a race whether the close is noticed in time. In both cases the request is sent at most once.
     */
    @ParameterizedTest
    @EnumSource
    void send_connectionJustClosedByService_isUnknownOrSentOnce(Transport transport) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (StubServer server = transport.server(acceptingAndThenClosing(closed))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            ClientFixture.send(client, "a");
            closed.await();

            SendResponse response = ClientFixture.send(client, "a");

            if (response instanceof SendResponse.Processed) {
                assertThat(server.requests()).extracting(StubServer.Request::connection).containsExactly(1, 2);
            } else {
                assertThat(response).isInstanceOf(SendResponse.Unknown.class);
                assertThat(server.requests()).hasSize(1);
            }
        }
    }

    /** Waits until an idle connection is checked before it is reused. */
    private static void awaitCheckBeforeReuse() {
        long idleSince = System.currentTimeMillis();
        await().until(() -> System.currentTimeMillis() - idleSince > ConnectionPool.CHECKED_AFTER.toMilliseconds());
    }

    private static StubServer.Behavior acceptingAndThenClosing(CountDownLatch closed) {
        return connection -> {
            connection.write(StubServer.response(200, ACCEPTED));
            connection.close();
            closed.countDown();
        };
    }

    @Test
    void send_unexpectedDataOnIdleConnection_usesANewConnection() throws Exception {
        StubServer.Behavior responseAndMore = connection -> {
            connection.write(StubServer.response(200, ACCEPTED));
            connection.write(StubServer.response(408, ""));
        };
        try (StubServer server = StubServer.responding(responseAndMore, StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);
            ClientFixture.send(client, "a");
            awaitCheckBeforeReuse();

            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    static Stream<Arguments> leftovers() {
        return Stream.of("]", "\r\n", StubServer.response(408, ""), StubServer.response(200, "[]"), " ".repeat(100_000))
                .flatMap(more -> Stream.of(Transport.values()).map(transport -> Arguments.of(transport, more)));
    }

    /** The client would take the rest of a response for the response to the next request. */
    @ParameterizedTest
    @MethodSource("leftovers")
    void send_responseLongerThanItsLength_usesANewConnection(Transport transport, String more) throws Exception {
        StubServer.Behavior longer = connection -> connection.write(StubServer.response(200, ACCEPTED) + more);
        try (StubServer server = transport.server(longer, StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);

            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            assertThat(server.requests()).extracting(StubServer.Request::connection).containsExactly(1, 2, 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_dataAfterTheResponse_usesANewConnection(Transport transport) throws Exception {
        CountDownLatch more = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        StubServer.Behavior later = connection -> {
            connection.write(StubServer.response(200, ACCEPTED));
            more.await();
            connection.write(StubServer.response(408, ""));
            written.countDown();
        };
        try (StubServer server = transport.server(later, StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            ClientFixture.send(client, "a");
            more.countDown();
            written.await();

            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_connectionKeptByServiceInAnyTransport_isReused(Transport transport) throws Exception {
        try (StubServer server = transport.server(StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            for (int i = 0; i < 5; i++) {
                ClientFixture.send(client, "a");
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void send_connectionKeptByService_reusesIt() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);

            ClientFixture.send(client, "a");
            ClientFixture.send(client, "a");

            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private void assertUnknown(String reason, StubServer.Behavior behavior, Duration timeout) throws Exception {
        try (StubServer server = StubServer.responding(behavior)) {
            SendResponse response = send(server.address(), timeout);

            assertThat(response).isInstanceOfSatisfying(SendResponse.Unknown.class, it -> {
                assertThat(it.reason()).contains(reason).doesNotContain("\n").doesNotContain("1198765");
            });
            assertThat(server.requests()).hasSize(1);
        }
    }
}
