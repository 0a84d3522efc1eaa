package io.github.camelsms.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.client.StatusResponse.Statuses;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReadNotConsultedTest {

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private static String items(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> "{\"correlationId\":\"id-" + i + "\",\"destination\":\"11987654321\",\"status\":\"SENT\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static StubServer.Behavior page(String items, String more) {
        return StubServer.json(
                "{\"status\":\"OK\",\"code\":5,\"message\":\"REQUIRED_OK\",\"sent_status\":" + items + more + "}");
    }

    @Test
    void readNotConsulted_fullBlock_returnsItAfterOneRequest() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(items(0, 100)))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Statuses.class, it -> {
                assertThat(it.fullBlock()).isTrue();
                assertThat(it.statuses()).hasSize(100).startsWith(
                        new SmsStatus("id-0", "11987654321", null, SmsDeliveryStatus.SENT, "SENT"));
            });
            assertThat(server.requests()).hasSize(1);
            StubServer.Request request = server.requests().get(0);
            assertThat(request.line()).isEqualTo("GET /v1/status HTTP/1.1");
            assertThat(request.header("Authorization")).startsWith("Basic ");
            assertThat(request.header("Accept")).isEqualTo("application/json");
            assertThat(request.header("Upgrade")).isEmpty();
            assertThat(request.header("Content-Length")).isEmpty();
        }
    }

    @Test
    void readAllNotConsulted_severalBlocks_readsAllBlocks() throws Exception {
        try (StubServer server
                = StubServer.responding(page(items(0, 100), ""), page(items(100, 100), ""), page(items(200, 1), ""))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readAllNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Statuses.class, it -> {
                assertThat(it.statuses()).hasSize(201);
                assertThat(it.fullBlock()).isFalse();
            });
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void readAllNotConsulted_manyBlocks_readsMoreThanAThousandStatuses() throws Exception {
        AtomicInteger block = new AtomicInteger();
        try (StubServer server = StubServer.responding(
                connection -> page(items(0, block.incrementAndGet() <= 12 ? 100 : 1), "").respond(connection))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readAllNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Statuses.class, it -> {
                assertThat(it.statuses()).hasSize(1201);
                assertThat(it.fullBlock()).isFalse();
            });
        }
    }

    @Test
    void readAllNotConsulted_errorInALaterBlockWithStatuses_returnsThoseToo() throws Exception {
        String error = "{\"status\":\"NOK\",\"code\":-20,\"message\":\"-\",\"sent_status\":" + items(100, 2) + "}";
        try (StubServer server = StubServer.responding(page(items(0, 100), ""), StubServer.json(error))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readAllNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Failed.class, it -> assertThat(it.readSoFar()).hasSize(102));
        }
    }

    @Test
    void readAllNotConsulted_limitReached_leavesTheRestUnread() throws Exception {
        String item = "{\"correlationId\":\"" + "a".repeat(80_000) + "\",\"status\":\"SENT\"}";
        String block = IntStream.range(0, 100).mapToObj(i -> item).collect(Collectors.joining(",", "[", "]"));
        try (StubServer server = StubServer.responding(page(block, ""))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readAllNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Statuses.class, it -> {
                assertThat(it.statuses()).hasSize(500);
                assertThat(it.fullBlock()).as("more statuses may exist").isTrue();
            });
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void readAllNotConsulted_errorInALaterBlock_isLostWithStatusesRead() throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 100), ""), StubServer.status(429, ""))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG, duration -> {
                throw new StackOverflowError();
            });
            assertThat(client.statuses().readAllNotConsulted()).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.LOST);
                assertThat(it.reason()).contains("StackOverflowError", "may have been consumed");
                assertThat(it.readSoFar()).hasSize(100);
            });
        }
    }

    @Test
    void readNotConsulted_linkInBlock_isNotFollowed() throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 3), ",\"next\":\"?page=2\""))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted();

            assertThat(response).isInstanceOf(Statuses.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("drop", Kind.LOST, (StubServer.Behavior) StubServer.Connection::close),
                Arguments.of("reset", Kind.LOST, (StubServer.Behavior) StubServer.Connection::reset),
                Arguments.of("truncated", Kind.LOST, StubServer.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[")),
                Arguments.of("not HTTP", Kind.LOST, StubServer.raw("garbage\r\n\r\n")),
                Arguments.of("no JSON", Kind.UNRECOGNIZED, StubServer.json("<html>")),
                Arguments.of("empty", Kind.UNRECOGNIZED, StubServer.json("")),
                Arguments.of("error", Kind.UNRECOGNIZED, StubServer.status(500, "<html>")),
                Arguments.of("unavailable", Kind.UNRECOGNIZED, StubServer.status(503, "", "Retry-After: 0")),
                Arguments.of("redirect", Kind.UNRECOGNIZED, StubServer.status(302, "", "Location: /v1/status")),
                Arguments.of("unauthorized", Kind.UNAUTHORIZED, StubServer.status(401, "", "WWW-Authenticate: Basic")),
                Arguments.of("forbidden", Kind.UNAUTHORIZED, StubServer.status(403, "")),
                Arguments.of("not found", Kind.REJECTED, StubServer.status(404, "")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void readNotConsulted_fault_returnsItsKindAfterOneRequest(String fault, Kind kind, StubServer.Behavior behavior)
            throws Exception {
        try (StubServer server = StubServer.responding(behavior)) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Failed.class, it -> assertThat(it.kind()).isEqualTo(kind));
            assertThat(server.requests()).hasSize(1);
            assertThat(fixture.sleeps()).isEmpty();
        }
    }

    @Test
    void readNotConsulted_responseStalls_isLostNamingTheByDateQuery() throws Exception {
        try (StubServer server = StubServer.responding(connection -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{");
            connection.stall();
        })) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.SHORT).statuses().readNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.LOST);
                assertThat(it.reason()).contains("up to 100 statuses").contains("by send date");
            });
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void readNotConsulted_connectionRefused_isNotConnected() throws Exception {
        StubServer server = StubServer.silent();
        server.close();

        assertThat(fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted())
                .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.NOT_CONNECTED));
    }

    @Test
    void readNotConsulted_throttledTemporarily_retriesAfterTheBackoff() throws Exception {
        try (StubServer server = StubServer.responding(
                StubServer.status(429, "", "Retry-After: 3"), StubServer.json("{\"status\":\"NOK\",\"code\":429}"),
                StubServer.status(429, "", "Retry-After: 600"), StubServer.json(items(0, 1)))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted();

            assertThat(response).isInstanceOf(Statuses.class);
            assertThat(fixture.sleeps())
                    .containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(60));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "Retry-After: 0", "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT" })
    void readNotConsulted_retryAfterWithoutDelay_waitsASecond(String retryAfter) throws Exception {
        try (StubServer server = StubServer.responding(
                StubServer.status(429, "", retryAfter, "Date: Wed, 21 Oct 2015 07:29:00 GMT"),
                StubServer.json(items(0, 1)))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted();

            assertThat(response).isInstanceOf(Statuses.class);
            assertThat(fixture.sleeps()).containsExactly(Duration.ofSeconds(1));
        }
    }

    @Test
    void readNotConsulted_throttledPermanently_isThrottledAfterFiveBackoffs() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.status(429, "", "Retry-After: 2"))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readNotConsulted();

            assertThat(response).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.THROTTLED);
                assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(2));
            });
            assertThat(server.requests()).hasSize(6);
            assertThat(fixture.sleeps()).hasSize(5);
        }
    }
}
