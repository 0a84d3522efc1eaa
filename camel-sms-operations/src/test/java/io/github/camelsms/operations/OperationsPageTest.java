package io.github.camelsms.operations;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
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
 * Tests for the operations page on a runtime, with requests as a browser sends them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OperationsPageTest {

    private static final String NUMBER = "11987650137";
    private static final String WORD = "Zanzibar-4711";

    private final HttpClient client = HttpClient.newHttpClient();
    private final SmsSimulator simulator
            = SmsSimulator.builder().rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build().start();
    @SuppressWarnings("NullAway.Init")
    private OperatedApplication application;
    /** Path of the page. */
    @SuppressWarnings("NullAway.Init")
    private String page;

    /** Starts an application with the page. */
    abstract OperatedApplication start(SmsSimulator simulator, Path file) throws Exception;

    /** Returns the path of the health checks, which are not part of the page. */
    abstract String health();

    @BeforeAll
    void startAndSend(@TempDir Path folder) throws Exception {
        application = start(simulator, folder.resolve("sms.db"));
        page = URI.create(application.page()).getPath();
        application.store(List.of(
                new SmsMessage(WORD, NUMBER, "order-1", null), new SmsMessage(WORD, "11900001234", "order-2", null)));
        Awaitility.await().atMost(Duration.ofSeconds(60))
                .until(() -> account().at("/messages/accepted").asInt() == 1
                        && account().at("/messages/rejected").asInt() == 1);
    }

    @AfterAll
    void stop() {
        application.close();
        simulator.close();
    }

    @ParameterizedTest
    @CsvSource({
            "'', text/html", "/operations.css, text/css", "/operations.js, text/javascript",
            "/figures, application/json" })
    void page_andItsFiles_areServedWithTheirContentTypes(String file, String type) throws Exception {
        HttpResponse<String> response = get(page + file);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("Content-Type")).singleElement().asString().startsWith(type);
        assertThat(response.headers().allValues("Content-Security-Policy")).singleElement().asString()
                .contains("default-src 'none'");
        assertThat(response.headers().map()).doesNotContainKeys("User-Agent", "Host");
    }

    @ParameterizedTest
    @CsvSource({
            "GET, '', 200", "HEAD, '', 200", "GET, /operations.css, 200", "GET, /figures, 200", "HEAD, /figures, 200",
            "POST, /figures, 405", "POST, '', 405" })
    void anyResponse_includingErrors_hasTheSecurityHeaders(String method, String file, int status) throws Exception {
        String response = raw(method, page + file, "127.0.0.1");

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
    void page_foreignHostHeader_isRejected(String host) throws Exception {
        for (String file : List.of("", "/figures", "/operations.js")) {
            String response = raw("GET", page + file, host);

            assertThat(response).as(file).startsWith("HTTP/1.1 403 ").doesNotContain("accounts");
            assertThat(headers(response)).containsEntry("x-content-type-options", "nosniff");
        }
    }

    /** The probes of a container platform may name any host. */
    @Test
    void health_foreignHostHeader_isServed() throws Exception {
        assertThat(raw("GET", health(), "cluster.example")).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(strings = { "user@rebound.example", "" })
    void page_noHost_isRejected(String host) throws Exception {
        assertThat(raw("GET", page + "/figures", host)).matches("(?s)HTTP/1.1 (400|403) .*").doesNotContain("accounts");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "localhost", "LOCALHOST:1234", "127.0.0.1", "192.0.2.9", "[::1]:8080", "sms.example.org", "sms.example.org:443" })
    void page_localhostIpAddressOrConfiguredHost_isServed(String host) throws Exception {
        assertThat(raw("GET", page + "/figures", host)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void page_fileReferencesAndLinks_areServed() throws Exception {
        String html = get(page).body();
        Matcher file = Pattern.compile("(?:src|href)=\"(?!#|data:)([^\"]+)\"").matcher(html);

        assertThat(file.results().map(match -> match.group(1)).distinct()).hasSize(5).noneMatch(path -> path.contains("//"))
                .allSatisfy(path -> {
                    String target = URI.create(application.page()).resolve(path).getPath();
                    assertThat(get(target).statusCode()).as(target).isEqualTo(200);
                });
        assertThat(html).doesNotContain("{{");
        assertThat(get(page + "/operations.js").body() + get(page + "/operations.css").body())
                .doesNotContain("//cdn", "http:", "https:", "innerHTML", "@import");
    }

    @Test
    void figures_afterSending_countTheMessages() throws Exception {
        JsonNode account = account();

        assertThat(account.get("sending").asText()).isEqualTo("RUNNING");
        assertThat(account.at("/messages/accepted").asInt()).isEqualTo(1);
        assertThat(account.at("/messages/rejectedByReason/INVALID_NUMBER_FORMAT").asInt()).isEqualTo(1);
        assertThat(account.at("/lastRequests/0/result").asText()).isEqualTo("PROCESSED");
        assertThat(account.at("/backlog/messages").isNumber()).isTrue();
        // The page distinguishes null from 0.
        assertThat(account.has("trouble")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "/operations.css", "/operations.js", "/figures" })
    void anyResponse_body_containsNoNumberOrText(String file) throws Exception {
        assertThat(get(page + file).body()).isNotEmpty().doesNotContain(NUMBER, WORD);
    }

    @ParameterizedTest
    @ValueSource(strings = { "/index.html", "/operations.js.map", "/..%2Fpom.xml", "/figures/x" })
    void otherPath_anyRequest_isNotServed(String file) throws Exception {
        assertThat(get(page + file).statusCode()).isIn(400, 404);
    }

    /** Clients that send large bodies could otherwise fill the memory. */
    @ParameterizedTest
    @ValueSource(strings = { "Content-Length: 10485760", "Transfer-Encoding: chunked" })
    void page_requestWithBody_isRefusedBeforeTheBodyIsRead(String header) throws Exception {
        URI address = URI.create(application.page());
        for (String line : List.of("GET " + page, "POST " + page + "/figures")) {
            try (Socket socket = new Socket(address.getHost(), address.getPort())) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream().write(
                        (line + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));

                assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 413");
            }
        }
    }

    private String raw(String method, String path, String host) throws IOException {
        return RawHttp.request(URI.create(application.page()), method + " " + path, host);
    }

    /** Returns the headers by lower-case name. */
    private static Map<String, String> headers(String response) {
        return response.lines().skip(1).takeWhile(line -> !line.isEmpty()).collect(
                Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                        line -> line.substring(line.indexOf(':') + 1).strip(), (one, other) -> one));
    }

    private JsonNode account() throws Exception {
        JsonNode accounts = new ObjectMapper().readTree(get(page + "/figures").body()).get("accounts");
        assertThat(accounts).hasSize(1);
        return accounts.get(0);
    }

    /** Gets a path of this application, or an address of another one. */
    final HttpResponse<String> get(String path) throws Exception {
        URI address = URI.create(application.page()).resolve(path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
