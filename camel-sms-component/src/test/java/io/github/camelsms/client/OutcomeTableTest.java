package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.client.StubServer.Behavior;
import io.github.camelsms.model.SendResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static io.github.camelsms.client.StubServer.json;
import static io.github.camelsms.client.StubServer.raw;
import static io.github.camelsms.client.StubServer.response;
import static io.github.camelsms.client.StubServer.status;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests each network and service fault of a send request: the response has the right class, and the request is never
 * repeated. Each row runs on a new and on a reused connection, with and without TLS. No row waits: the deadline expires
 * manually, after the server has done its part.
 */
@Timeout(60)
class OutcomeTableTest {

    private static final String A = "{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}";
    private static final String B
            = "{\"status\":\"NOK\",\"code\":-5,\"message\":\"INVALID_NUMBER_FORMAT\",\"correlationId\":\"b\"}";
    private static final String BOTH = array(A, B);
    private static final String HALF = response(200, BOTH).replaceAll("(?s).{20}$", "");
    private static final String THROTTLED = "{\"status\":\"NOK\",\"code\":429,\"message\":\"too many\"}";

    private static final CamelContext CONTEXT = new DefaultCamelContext();
    private static final ManualDeadlines DEADLINES = new ManualDeadlines();

    enum Link {
        FRESH,
        USED_BEFORE
    }

    enum Transport {
        PLAIN,
        TLS;

        StubServer server(Behavior... behaviors) throws Exception {
            return this == PLAIN ? StubServer.responding(behaviors) : StubServer.respondingTls(behaviors);
        }
    }

    /**
     * @param response pattern of the response's class and code, or the initials of the messages' outcomes
     */
    record Row(String fault, String response, Behavior behavior) {
    }

    static Stream<Row> rows() {
        return Stream.of(
                throttled(), refused(), truncatedHeads(), lost(), late(), unusable(), perMessage()).flatMap(rows -> rows);
    }

    private static Stream<Row> throttled() {
        return Stream.of(
                new Row("429", "Throttled null", status(429, "")),
                new Row("429 with Retry-After", "Throttled PT7S", status(429, "", "Retry-After: 7")),
                new Row("429 with Retry-After of none", "Throttled PT0S", status(429, "", "Retry-After: 0")),
                new Row(
                        "429 with a date", "Throttled PT12S", status(429, "", "Retry-After: Fri, 02 Jan 2026 03:04:15 GMT")),
                new Row("429 with an error page", "Throttled null", status(429, "<h1>slow down</h1>")),
                new Row("429 with a text", "Throttled null", status(429, "[Error] {slow down")),
                new Row("429 that ends after its head", "Throttled null", raw("HTTP/1.1 429 Whatever\r\n\r\n")),
                new Row("429 after blank lines", "Throttled null", raw("\r\n\r\n" + response(429, ""))),
                new Row(
                        "429 after an interim response", "Throttled null",
                        raw("HTTP/1.1 103 Early Hints\r\n\r\n" + response(429, ""))),
                new Row("429 with a word in brackets", "Throttled null", status(429, "[Error]")),
                new Row("429 with a word", "Throttled null", status(429, "n")),
                new Row("429 with code 429", "Throttled null", status(429, THROTTLED)),
                new Row("429 that names an accepted message", "AR", status(429, BOTH)),
                new Row("429 in the body", "Throttled null", json(THROTTLED)),
                new Row("429 in the body with Retry-After", "Throttled PT3S", status(200, THROTTLED, "Retry-After: 3")),
                new Row("429 in the body as text", "Throttled null", json("{\"code\":\"429\"}")),
                new Row("429 in an array", "Throttled null", json(array(THROTTLED))),
                new Row("429 in an error object", "Throttled null", json("{\"error\":{\"code\":429}}")),
                new Row("429 in a list of errors", "Throttled null", json("{\"errors\":[{\"code\":429}]}")),
                new Row("429 beside no results", "Throttled null", json("{\"code\":429,\"sms\":[]}")),
                new Row(
                        "429 in each item", "Throttled null",
                        json("[{\"code\":429,\"correlationId\":\"a\"},{\"code\":429,\"correlationId\":\"b\"}]")));
    }

    private static Stream<Row> refused() {
        Stream<Row> unauthorized = Stream.of(401, 403).flatMap(code -> Stream.of(
                new Row(
                        String.valueOf(code), "Unauthorized " + code,
                        status(code, "<h1>no</h1>", "WWW-Authenticate: Basic realm=\"sms\"")),
                new Row(code + " in the body", "Unauthorized " + code, json("{\"status\":\"NOK\",\"code\":" + code + "}"))));
        Stream<Row> notUnderstood = Stream.of(400, 404, 405, 413, 415, 422).map(
                code -> new Row(String.valueOf(code), "NotUnderstood " + code, status(code, "<h1>what?</h1>")));
        return Stream.concat(unauthorized, notUnderstood);
    }

    /** A complete head could announce a body with results, so not even a rejection is believed. */
    private static Stream<Row> truncatedHeads() {
        return Stream.of(200, 401, 404, 429).flatMap(code -> Stream.of(
                new Row("truncated status line " + code, "Unknown null", raw("HTTP/1.1 " + code)),
                new Row("truncated after the status line " + code, "Unknown null", raw("HTTP/1.1 " + code + " Whatever\r\n")),
                new Row(
                        "truncated after a header " + code, "Unknown null",
                        raw("HTTP/1.1 " + code + " Whatever\r\nContent-Type: application/json\r\n")),
                new Row(
                        "truncated in a length " + code, "Unknown null",
                        raw("HTTP/1.1 " + code + " Whatever\r\nContent-Length: 0")),
                new Row(
                        "truncated before the blank line " + code, "Unknown null",
                        raw("HTTP/1.1 " + code + " Whatever\r\nContent-Length: 0\r\n\r")),
                new Row(
                        "truncated after an interim response " + code, "Unknown null",
                        raw("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 " + code + " Whatever\r\n"))));
    }

    private static Stream<Row> lost() {
        return Stream.of(
                new Row("closed before the response", "Unknown null", StubServer.Connection::close),
                new Row("cut before the response", "Unknown null", StubServer.Connection::cut),
                new Row("reset before the response", "Unknown null", StubServer.Connection::reset),
                new Row("truncated head", "Unknown null", raw("HTTP/1.1 200 OK\r\nContent-Le")),
                new Row("truncated body", "Unknown 200", raw(HALF)),
                new Row("cut in the body", "Unknown (200|null)", connection -> {
                    connection.write(HALF);
                    connection.cut();
                }),
                new Row("reset in the body", "Unknown (200|null)", connection -> {
                    connection.write(HALF);
                    connection.reset();
                }),
                new Row(
                        "truncated chunk", "Unknown 200",
                        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n[{\"status\"")),
                new Row(
                        "chunks without an end", "Unknown 200",
                        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n")),
                new Row(
                        "chunk of no size", "Unknown 200",
                        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n[]\r\n")),
                new Row("not HTTP", "Unknown null", raw("220 smtp.example.com ready\r\n\r\n")),
                new Row("a line before the response", "Unknown null", raw("to 71976543210\r\n" + response(200, BOTH))),
                new Row("a line before a rejection", "Unknown null", raw("to 71976543210\r\n" + response(400, ""))),
                new Row("broken gzip", "Unknown 200", status(200, "this is not gzip", "Content-Encoding: gzip")),
                new Row("oversized", "Unknown 200", connection -> {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
                    byte[] spaces = " ".repeat(1024 * 1024).getBytes(StandardCharsets.US_ASCII);
                    for (int i = 0; i < 9; i++) {
                        connection.write(spaces);
                    }
                    connection.stall();
                }),
                new Row("endless headers", "Unknown null", connection -> {
                    connection.write("HTTP/1.1 200 OK\r\n" + "X-Header: again\r\n".repeat(1000));
                    connection.stall();
                }));
    }

    private static Stream<Row> late() {
        return Stream.of(
                lateAfter("no response", ""),
                lateAfter("stalled head", "HTTP/1.1 200 OK\r\n"),
                lateAfter("stalled before the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
                lateAfter("stalled body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{"),
                lateAfter("stalled chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n[{"),
                lateAfter("endless interim responses", "HTTP/1.1 102 Processing\r\n\r\n".repeat(100)),
                new Row("dripping body", "Unknown (200|null)", connection -> {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
                    for (int i = 0; i < 100; i++) {
                        connection.write(" ");
                    }
                    DEADLINES.expire();
                    connection.drip(" ".repeat(90_000));
                }));
    }

    private static Row lateAfter(String fault, String begin) {
        return new Row(fault, "Unknown (200|null)", connection -> {
            connection.write(begin);
            DEADLINES.expire();
            connection.stall();
        });
    }

    private static Stream<Row> unusable() {
        Stream<Row> bodies = Stream.of(
                new Row("empty", "Unknown 200", json("")),
                new Row("no content", "Unknown 204", connection -> connection.write("HTTP/1.1 204 No Content\r\n\r\n")),
                new Row("no JSON", "Unknown 200", json("<html>all is well</html>")),
                new Row("half a JSON", "Unknown 200", json("[{\"status\":\"OK\",")),
                new Row("JSON and more", "Unknown 200", json(BOTH + "]")),
                new Row("very deep JSON", "Unknown 200", json("[".repeat(100_000))),
                new Row("a number", "Unknown 200", json("5")),
                new Row("null", "Unknown 200", json("null")),
                new Row("no results", "Unknown 200", json("[]")),
                new Row("500 in the body", "Unknown 200", json("{\"status\":\"NOK\",\"code\":500}")));
        Stream<Row> redirects = Stream.of(301, 302, 303, 307, 308).map(
                code -> new Row(String.valueOf(code), "Unknown " + code, status(code, "", "Location: /v1/send")));
        Stream<Row> others = Stream.of(402, 406, 408, 409, 418, 421, 425, 451, 500, 501, 504, 507, 511).map(
                code -> new Row(String.valueOf(code), "Unknown " + code, status(code, "<h1>oops</h1>")));
        Stream<Row> again = Stream.of(502, 503).map(
                code -> new Row(code + " with Retry-After", "Unknown " + code, status(code, BOTH, "Retry-After: 0")));
        // The body has no length, so the connection may have been lost before the first result.
        Stream<Row> halfRejections = Stream.of(401, 404, 429).flatMap(
                code -> Stream.of(
                        "[", "[{\"status\":\"O", "{\"sms\":", "{\"code\":" + code, "[{\"retry\":tru", "[{\"id_sms\":n",
                        "[-", "[1.", "[1e", "[\"\\", "[\"\\u00").map(
                                half -> new Row(
                                        code + " with half a JSON: " + half, "Unknown " + code,
                                        raw("HTTP/1.1 " + code + " Whatever\r\nConnection: close\r\n\r\n" + half))));
        return Stream.of(bodies, redirects, others, again, halfRejections).flatMap(rows -> rows);
    }

    private static Stream<Row> perMessage() {
        return Stream.of(
                new Row("OK and NOK", "AR", json(BOTH)),
                new Row("another success", "AR", status(202, BOTH)),
                new Row("interim response first", "AR", connection -> {
                    connection.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
                    connection.write(response(200, BOTH));
                }),
                new Row(
                        "chunked", "AR", connection -> connection.write(
                                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                                                        + Integer.toHexString(BOTH.length()) + "\r\n" + BOTH
                                                                        + "\r\n0\r\n\r\n")),
                new Row("until the end of the stream", "AR", connection -> {
                    connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + BOTH);
                    connection.close();
                }),
                new Row("reordered", "AR", json(array(B, A))),
                new Row("duplicated", "AR", json(array(A, B, A))),
                new Row("contradicting", "UR", json(array(A, B, B.replace("\"b\"", "\"a\"")))),
                new Row("fewer", "AU", json(array(A))),
                new Row("more", "AR", json(array(A, B, A.replace("\"a\"", "\"x\"")))),
                new Row("others", "UU", json(array(A.replace("\"a\"", "\"x\""), B.replace("\"b\"", "\"y\"")))),
                new Row("one with a server error", "AU", json(array(A, B.replace("-5", "500")))),
                new Row("one throttled", "AN", json(array(A, "{\"code\":429,\"correlationId\":\"b\"}"))));
    }

    private static String array(String... items) {
        return "[" + String.join(",", items) + "]";
    }

    static Stream<Arguments> table() {
        return rows().flatMap(row -> Stream.of(Link.values()).flatMap(
                link -> Stream.of(Transport.values()).map(transport -> Arguments.of(row.fault(), link, transport, row))));
    }

    @BeforeAll
    static void startContext() {
        CONTEXT.start();
    }

    @AfterAll
    static void stopContext() {
        CONTEXT.stop();
        DEADLINES.shutdownNow();
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("table")
    void send_fault_returnsItsOutcomeAfterOneRequest(String fault, Link link, Transport transport, Row row)
            throws Exception {
        Behavior good = json(BOTH);
        try (StubServer server = link == Link.FRESH
                ? transport.server(row.behavior()) : transport.server(good, row.behavior())) {
            SmsServiceClient client = client(server);
            if (link == Link.USED_BEFORE) {
                assertThat(summary(ClientFixture.send(client, "a", "b"))).isEqualTo("AR");
            }
            int before = server.requests().size();

            SendResponse response = ClientFixture.send(client, "a", "b");

            assertThat(summary(response)).matches(row.response());
            assertThat(server.requests()).hasSize(before + 1);
            assertThat(server.requests()).extracting(StubServer.Request::connection).containsOnly(1);
            assertThat(server.connections()).isEqualTo(1);
            client.stop();
            assertThat(response.toString()).doesNotContain("\n").doesNotContain("1198765");
        }
    }

    private static SmsServiceClient client(StubServer server) {
        SmsServiceClient client = new SmsServiceClient(
                CONTEXT,
                new SmsServiceSettings(
                        server.address(), "demo", "demo", ClientFixture.LONG, TestCertificate.LOCALHOST.trust()),
                DEADLINES, pause -> {
                    throw new AssertionError("a send request is not repeated");
                }, () -> 0, () -> Instant.parse("2026-01-02T03:04:03Z"));
        client.start();
        return client;
    }

    private static String summary(SendResponse response) {
        if (response instanceof SendResponse.Processed processed) {
            return processed.results().stream().map(result -> result.outcome().name().substring(0, 1))
                    .collect(Collectors.joining());
        }
        if (response instanceof SendResponse.Throttled throttled) {
            return "Throttled " + throttled.retryAfter();
        }
        if (response instanceof SendResponse.Unauthorized unauthorized) {
            return "Unauthorized " + unauthorized.code();
        }
        if (response instanceof SendResponse.NotUnderstood notUnderstood) {
            return "NotUnderstood " + notUnderstood.code();
        }
        return response instanceof SendResponse.Unknown unknown ? "Unknown " + unknown.code() : "NotConnected";
    }
}
