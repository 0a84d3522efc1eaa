package io.github.camelsms.sample.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.test.RawHttp;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the HTTP server of the complete application, with requests as a browser sends them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsServerTest {

    private static final String NUMBER = "11987650137";
    private static final String WORD = "Zanzibar-4711";
    private static final String PASSWORD = "geheim-0815";

    private final HttpClient client = HttpClient.newHttpClient();
    private final SmsSimulator simulator
            = SmsSimulator.builder().password(PASSWORD).rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build()
                    .start();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final SampleMain main = new SampleMain(new PrintStream(out, true, StandardCharsets.UTF_8));
    @SuppressWarnings("NullAway.Init")
    private EmbeddedBroker broker;
    @SuppressWarnings("NullAway.Init")
    private String url;
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        this.folder = folder;
        main.addOverrideProperty("sms.work.dir", folder.toString());
        broker = EmbeddedBroker.start(folder.resolve("artemis"), EmbeddedBroker.URL);
        main.addOverrideProperty("sms.broker.url", EmbeddedBroker.URL);
        // Like java -D, which takes precedence over the properties of the context.
        System.setProperty("sms.http.port", "0");
        main.addOverrideProperty("sms.service.url", simulator.baseUrl());
        main.addOverrideProperty("sms.service.username", simulator.username());
        main.addOverrideProperty("sms.service.password", PASSWORD);
        main.addOverrideProperty("sms.http.hosts", "other.example.org, SMS.example.org");
        main.addOverrideProperty("sms.status.cron", "0/1+*+*+*+*+?");
        main.start();
        main.afterStart();
        url = out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("Operations page: ")).findFirst()
                .orElseThrow().substring("Operations page: ".length());
        Files.writeString(folder.resolve("inbox/orders.csv"), "destination,messageText,correlationId\n"
                                                              + NUMBER + "," + WORD + ",order-1\n"
                                                              + "11900001234," + WORD + ",order-2\n");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> account().at("/messages/accepted").asInt() == 1);
    }

    @AfterAll
    void stop() throws Exception {
        System.clearProperty("sms.http.port");
        main.shutdown();
        broker.close();
        simulator.close();
    }

    /** The directory of the system can belong to another user. */
    @Test
    void spoolDirectory_isInTheWorkDirectory() {
        assertThat(main.getCamelContext().getStreamCachingStrategy().getSpoolDirectory().toPath())
                .isEqualTo(folder.resolve("data/rows"));
    }

    @ParameterizedTest
    @CsvSource({
            "'', text/html; charset=utf-8", "operations.css, text/css; charset=utf-8",
            "operations.js, text/javascript; charset=utf-8", "figures, application/json", "q/dev/sms, application/json" })
    void page_andItsFiles_areServedWithTheirContentTypes(String path, String type) throws Exception {
        HttpResponse<String> response = get(path);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("Content-Type")).containsExactly(type);
        assertThat(response.headers().allValues("Content-Security-Policy")).singleElement().asString()
                .contains("default-src 'none'");
        assertThat(response.headers().map()).doesNotContainKeys("User-Agent", "Host");
    }

    @ParameterizedTest
    @CsvSource({
            "GET, /, 200", "HEAD, /, 200", "HEAD, /q/dev/sms, 200", "GET, /operations.css, 200", "GET, /operations.js, 200",
            "GET, /q/dev/sms, 200",
            "GET, /observe/health, 200", "GET, /observe/metrics, 200", "GET, /pom.xml, 404", "GET, /observe/none, 404",
            "POST, /q/dev/sms, 405", "POST, /observe/health, 405" })
    void anyResponse_includingErrors_hasTheSecurityHeaders(String method, String path, int status) throws Exception {
        String response = RawHttp.request(URI.create(url), method + " " + path, "127.0.0.1");

        assertThat(response).startsWith("HTTP/1.1 " + status + " ");
        assertThat(headers(response)).containsAllEntriesOf(
                Map.of(
                        "cache-control", "no-store", "x-content-type-options", "nosniff", "x-frame-options", "DENY",
                        "referrer-policy", "no-referrer", "cross-origin-resource-policy", "same-origin"));
        assertThat(headers(response).get("content-security-policy")).contains("default-src 'none'", "frame-ancestors 'none'");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "rebound.example", "rebound.example:8080", "127.0.0.1.rebound.example", "localhost.rebound.example" })
    void anyPath_foreignHostHeader_isRejected(String host) throws Exception {
        for (String path : List.of("/", "/q/dev/sms", "/observe/health", "/observe/metrics", "/pom.xml")) {
            String response = RawHttp.request(URI.create(url), "GET " + path, host);

            assertThat(response).as(path).startsWith("HTTP/1.1 403 ").doesNotContain("accounts", "camel_");
            assertThat(headers(response)).containsEntry("x-content-type-options", "nosniff");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "user@rebound.example", "" })
    void anyPath_noHost_isRejected(String host) throws Exception {
        assertThat(RawHttp.request(URI.create(url), "GET /q/dev/sms", host)).matches("(?s)HTTP/1.1 (400|403) .*")
                .doesNotContain("accounts");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "localhost", "LOCALHOST:1234", "127.0.0.1", "192.0.2.9", "[::1]:8080", "sms.example.org", "sms.example.org:443" })
    void anyPath_localhostIpAddressOrConfiguredHost_isServed(String host) throws Exception {
        assertThat(RawHttp.request(URI.create(url), "GET /q/dev/sms", host)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void figures_afterAFile_countItsMessages() throws Exception {
        JsonNode account = account();

        assertThat(account.get("sending").asText()).isEqualTo("RUNNING");
        assertThat(account.at("/messages/accepted").asInt()).isEqualTo(1);
        assertThat(account.at("/messages/rejectedByReason/INVALID_NUMBER_FORMAT").asInt()).isEqualTo(1);
        assertThat(account.at("/lastRequests/0/result").asText()).isEqualTo("PROCESSED");
    }

    @Test
    void health_noProblem_isUp() throws Exception {
        HttpResponse<String> response = get("observe/health?exposureLevel=full");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"UP\"", "sms");
    }

    @Test
    void metrics_request_areServed() throws Exception {
        assertThat(get("observe/metrics").body()).contains("camel_exchanges_total", "jvm_memory_used_bytes", "jvm_gc_");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "", "operations.css", "operations.js", "q/dev/sms", "observe/metrics",
            "observe/health?exposureLevel=full&data=true&stackTrace=true" })
    void anyResponse_body_containsNoNumberTextOrPassword(String path) throws Exception {
        assertThat(get(path).body()).isNotEmpty().doesNotContain(NUMBER, WORD, PASSWORD);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "pom.xml", "application.properties", "operations/index.html", "..%2Fpom.xml", "q/dev", "q/dev/send",
            "q/dev/properties", "observe/info", "operations.js.map" })
    void otherPath_anyRequest_isNotServed(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    /**
     * Clients that send large bodies could otherwise fill the memory: some routes read a body before they refuse it.
     */
    @ParameterizedTest
    @ValueSource(strings = { "Content-Length: 10485760", "Transfer-Encoding: chunked" })
    void anyPath_requestWithBody_isRefusedBeforeTheBodyIsRead(String header) throws Exception {
        URI address = URI.create(url);
        for (String line : List.of("GET / HTTP/1.1", "POST /q/dev/sms HTTP/1.1", "GET /observe/health HTTP/1.1")) {
            try (Socket socket = new Socket(address.getHost(), address.getPort())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write(
                        (line + "\r\nHost: localhost\r\n" + header + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));

                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 413 ");
            }
        }
    }

    /** Returns the headers by lower-case name. */
    private static Map<String, String> headers(String response) {
        return response.lines().skip(1).takeWhile(line -> !line.isEmpty()).collect(
                Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                        line -> line.substring(line.indexOf(':') + 1).strip()));
    }

    private JsonNode account() throws Exception {
        List<JsonNode> accounts = new ObjectMapper().readerForListOf(JsonNode.class)
                .readValue(new ObjectMapper().readTree(get("q/dev/sms").body()).get("accounts"));
        assertThat(accounts).hasSize(1);
        return accounts.get(0);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
    }
}
