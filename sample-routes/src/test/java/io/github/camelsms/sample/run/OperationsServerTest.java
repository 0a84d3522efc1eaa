package io.github.camelsms.sample.run;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.sample.tally.Tally;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The whole application, with what it serves asked for as a browser does.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsServerTest {

    private static final String NUMBER = "11987650137";
    private static final String WORD = "Zanzibar-4711";
    private static final String PASSWORD = "geheim-0815";

    private final HttpClient client = HttpClient.newHttpClient();
    private final EmbeddedServices services = new EmbeddedServices();
    private final Main main = new Main();
    @SuppressWarnings("NullAway.Init")
    private String url;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Properties overrides = new Properties();
        overrides.setProperty("sms.work.dir", folder.toString());
        // As with java -D, which goes before the properties of the context.
        System.setProperty("sms.http.port", "0");
        overrides.setProperty("sms.service.password", PASSWORD);
        overrides.setProperty("sms.files.unchangedFor", "1");
        overrides.setProperty("sms.files.delay", "50");
        overrides.setProperty("sms.status.cron", "0/1+*+*+*+*+?");
        main.setOverrideProperties(overrides);
        main.addMainListener(new ApplicationSetup(services, overrides, new Tally()));
        main.start();
        url = new SampleProperties(main.getCamelContext()).text("sms.http.url");
        Files.writeString(folder.resolve("inbox/orders.csv"), "destination,messageText,correlationId\n"
                                                              + NUMBER + "," + WORD + ",order-1\n"
                                                              + "11900001234," + WORD + ",order-2\n");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> account().at("/messages/accepted").asInt() == 1);
    }

    @AfterAll
    void stop() throws Exception {
        System.clearProperty("sms.http.port");
        main.shutdown();
        services.close();
    }

    @Test
    void notice_whenStarted_saysWhereThePageIs() {
        assertThat(StartedNotice.text(main.getCamelContext()).lines()).contains("Operations page: " + url);
    }

    @ParameterizedTest
    @CsvSource({
            "'', text/html; charset=utf-8", "operations.css, text/css; charset=utf-8",
            "operations.js, text/javascript; charset=utf-8", "q/dev/sms, application/json" })
    void page_andItsParts_areServedWithTheirTypes(String path, String type) throws Exception {
        HttpResponse<String> answer = get(path);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().allValues("Content-Type")).containsExactly(type);
        assertThat(answer.headers().allValues("Content-Security-Policy")).singleElement().asString()
                .contains("default-src 'none'");
        assertThat(answer.headers().map()).doesNotContainKeys("User-Agent", "Host");
    }

    @Test
    void page_namesFiles_onlyItsOwn() throws Exception {
        Matcher file = Pattern.compile("(?:src|href)=\"(?!#|data:)([^\"]+)\"").matcher(get("").body());

        assertThat(file.results().map(match -> match.group(1))).isNotEmpty().doesNotContain("http").allSatisfy(
                path -> assertThat(get(path).statusCode()).as(path).isEqualTo(200));
        assertThat(get("operations.js").body() + get("operations.css").body()).doesNotContain("//cdn", "http:", "https:",
                "innerHTML", "@import");
    }

    @Test
    void figures_afterAFile_areThoseOfItsMessages() throws Exception {
        JsonNode account = account();

        assertThat(account.get("sending").asText()).isEqualTo("RUNNING");
        assertThat(account.at("/messages/accepted").asInt()).isEqualTo(1);
        assertThat(account.at("/messages/rejectedByReason/INVALID_NUMBER_FORMAT").asInt()).isEqualTo(1);
        assertThat(account.at("/lastRequests/0/result").asText()).isEqualTo("ANSWERED");
    }

    @Test
    void health_whenAllIsWell_isUp() throws Exception {
        HttpResponse<String> answer = get("observe/health?exposureLevel=full");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"UP\"", "sms");
    }

    @Test
    void metrics_areServed() throws Exception {
        assertThat(get("observe/metrics").body()).contains("camel_exchanges_total");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "", "operations.css", "operations.js", "q/dev/sms", "observe/metrics",
            "observe/health?exposureLevel=full&data=true&stackTrace=true" })
    void everythingServed_holdsNoNumberTextOrPassword(String path) throws Exception {
        assertThat(get(path).body()).isNotEmpty().doesNotContain(NUMBER, WORD, PASSWORD);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "pom.xml", "application.properties", "operations/index.html", "..%2Fpom.xml", "q/dev", "q/dev/send",
            "q/dev/properties", "observe/info", "operations.js.map" })
    void everythingElse_isNotServed(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void figures_posted_areRefused() throws Exception {
        HttpRequest post = HttpRequest.newBuilder(URI.create(url + "q/dev/sms")).POST(BodyPublishers.ofString("x")).build();

        assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
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
