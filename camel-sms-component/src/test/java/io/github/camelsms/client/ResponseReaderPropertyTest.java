package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Invariants of responses composed of anything that a service, a proxy or a broken connection can send. The seeds are
 * fixed, so that each run is the same on every machine. A failure is reported with its seed and smallest example.
 */
class ResponseReaderPropertyTest {

    private static final String[] FIELDS = {
            "status", "code", "correlationId", "id_sms", "message", "Status", "CODE", "sms", "sent_status", "error",
            "errors", "data", "destination", "sentDate", "unixSentDate", "next", "links", "x" };
    private static final String[] SCALARS = {
            "\"OK\"", "\"ok \"", "\"NOK\"", "\"SENT\"", "\"DELIVERED\"", "5", "\"5\"", "-5", "429", "\"429\"", "401", "6",
            "-20", "400", "\"a\"", "\"b\"", "\"\"", "null", "true", "1e999999999", "\"1e-999999999\"",
            "12345678901234567890123", "\"11987654321\"", "\"Your code is 4711\"", "\"2026-01-02 03:04:05-03\"",
            "\"1767323045\"", "\"?page=2\"", "\"http://[\"", "{}", "[]" };

    @Property(seed = "4711", tries = 2000)
    void send_responseOfAnyShape_neverReportsAcceptedMessageAsNotSent(
            @ForAll("sizes") int size, @ForAll("httpStatuses") int status, @ForAll("json") String body) {
        ResponseCheck.send(size, status, utf8(body), "application/json");
    }

    @Property(seed = "4712", tries = 2000)
    void send_acceptedItemAnywhere_neverReportsAcceptedMessageAsNotSent(
            @ForAll("sizes") int size, @ForAll("httpStatuses") int status, @ForAll("json") String before,
            @ForAll("json") String after) {
        String accepted = "{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}";
        ResponseCheck.send(size, status, utf8("{\"x\":" + before + ",\"y\":[" + accepted + "],\"z\":" + after + "}"), null);
        ResponseCheck.send(size, status, utf8("[" + before + "," + accepted + "," + after + "]"), null);
        ResponseCheck.send(size, status, utf8("{\"x\":" + before + ",\"y\":" + accepted + ",\"z\":" + after + "}"), null);
    }

    @Property(seed = "4713", tries = 1000)
    void send_anyBytes_returnsAResponse(
            @ForAll("sizes") int size, @ForAll("httpStatuses") int status, @ForAll byte[] body,
            @ForAll("contentTypes") String contentType) {
        ResponseCheck.send(size, status, body, contentType);
    }

    @Property(seed = "4714", tries = 2000)
    void statuses_responseOfAnyShape_losesNoStatus(@ForAll("httpStatuses") int status, @ForAll("json") String body) {
        ResponseCheck.statuses(status, utf8(body), "application/json", List.of());
    }

    @Property(seed = "4715", tries = 2000)
    void statuses_itemAnywhere_losesNoStatus(
            @ForAll("httpStatuses") int status, @ForAll("json") String before, @ForAll("json") String after) {
        String item = "{\"status\":\"DELIVERED\",\"destination\":\"11987654321\",\"correlationId\":\"a\"}";
        ResponseCheck.statuses(
                status, utf8("{\"x\":" + before + ",\"y\":[" + item + "],\"z\":" + after + "}"), null, List.of());
        ResponseCheck.statuses(status, utf8("[" + before + "," + item + "," + after + "]"), null, List.of());
    }

    @Property(seed = "4716", tries = 1000)
    void statuses_anyBytes_returnsAResponse(
            @ForAll("httpStatuses") int status, @ForAll byte[] body, @ForAll("contentTypes") String contentType,
            @ForAll List<String> links) {
        ResponseCheck.statuses(status, body, contentType, links);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(1, 3);
    }

    @Provide
    Arbitrary<Integer> httpStatuses() {
        return Arbitraries.of(200, 200, 200, 202, 204, 302, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503);
    }

    @Provide
    Arbitrary<String> contentTypes() {
        return Arbitraries.of("application/json", "application/json;charset=utf-16", "text/html; charset=\"none such\"", "")
                .injectNull(0.1).map(type -> type == null ? "charset=ISO-8859-1" : type);
    }

    @Provide
    Arbitrary<String> json() {
        return json(4);
    }

    private static Arbitrary<String> json(int depth) {
        Arbitrary<String> scalar = Arbitraries.of(SCALARS);
        if (depth == 0) {
            return scalar;
        }
        Arbitrary<String> inner = Arbitraries.lazy(() -> json(depth - 1));
        Arbitrary<String> field = Combinators.combine(Arbitraries.of(FIELDS), Arbitraries.oneOf(scalar, scalar, inner))
                .as((name, value) -> "\"" + name + "\":" + value);
        Arbitrary<String> object = field.list().ofMaxSize(5).map(all -> "{" + String.join(",", all) + "}");
        Arbitrary<String> array = inner.list().ofMaxSize(4).map(all -> all.stream().collect(Collectors.joining(",", "[", "]")));
        return Arbitraries.oneOf(object, object, array, scalar);
    }
}
