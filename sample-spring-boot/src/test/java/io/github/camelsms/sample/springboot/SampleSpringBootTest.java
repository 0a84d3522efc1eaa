package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.test.RawHttp;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.QueueBrowser;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import org.apache.camel.FluentProducerTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the application with its embedded simulator and broker, and Actuator over HTTP.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS,
                properties = {
                        "sms.simulator=true", "sms.broker.url=", "sms.status.cron=0/1+*+*+*+*+?" })
@DirtiesContext
class SampleSpringBootTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /** Makes one request: the test client of Spring Boot repeats it a second after a 503. */
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;
    private final ConnectionFactory connections;
    private final FluentProducerTemplate camel;
    private final SmsSimulator simulator;
    private Future<Object> sending = CompletableFuture.completedFuture("");

    SampleSpringBootTest(@LocalServerPort int port, @Autowired ConnectionFactory connections,
                         @Autowired FluentProducerTemplate camel, @Autowired SmsSimulator simulator) {
        this.port = port;
        this.connections = connections;
        this.camel = camel;
        this.simulator = simulator;
    }

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry properties) {
        properties.add("sms.work.dir", folder::toString);
    }

    @Test
    void inbox_file_hasAnOutcomePerLineAndStatuses() throws IOException {
        Files.createDirectories(folder.resolve("inbox"));
        Files.writeString(folder.resolve("inbox/orders.csv"), """
                destination,messageText,correlationId
                11987650001,Your order 1 is ready,order-1
                11900000002,Your order 2 is ready,order-2
                11987650003,Your order 3 is ready,order-3
                """);

        await().untilAsserted(() -> assertThat(results()).satisfiesExactlyInAnyOrder(
                line -> assertThat(line).contains("order-1", "ACCEPTED"),
                line -> assertThat(line).contains("order-2", "REJECTED"),
                line -> assertThat(line).contains("order-3", "ACCEPTED")));
        await().untilAsserted(() -> assertThat(statuses()).anyMatch(status -> status.contains("\"order-1\""))
                .anyMatch(status -> status.contains("\"order-3\"")));
    }

    @Test
    void outbox_message_hasAResult() throws Exception {
        try (JMSContext jms = connections.createContext()) {
            jms.createProducer().setProperty("destination", "11987650004")
                    .setProperty("correlationId", "parcel-4")
                    .send(jms.createQueue("sms.outbox"), "Your parcel is on its way");
            try (JMSConsumer results = jms.createConsumer(jms.createQueue("sms.results"))) {
                Message result = results.receive(60_000);

                assertThat(result.getStringProperty("outcome")).isEqualTo("ACCEPTED");
                assertThat(result.getBody(String.class)).contains("parcel-4");
            }
        }
    }

    @Test
    void health_serviceDownThenUp_isDownThenUp() throws Exception {
        await().until(() -> health("").path("status").asText().equals("UP"));
        await().until(() -> health("/readiness").path("status").asText().equals("UP"));
        simulator.stop();
        try {
            await().untilAsserted(() -> {
                sendUnlessOneWaits();
                assertThat(details("producer:sms-")).contains("\"DOWN\"", "SMS service unavailable");
                assertThat(details("consumer:sms-statuses")).contains("\"DOWN\"", "\"sms.reason\":\"status query of account");
            });
            assertThat(health("").path("status").asText()).isEqualTo("DOWN");
            assertThat(health("/readiness").path("status").asText()).isEqualTo("OUT_OF_SERVICE");
        } finally {
            simulator.start();
        }
        assertThat(sending.get(60, TimeUnit.SECONDS)).asString().contains("ACCEPTED");
        await().untilAsserted(() -> assertThat(details("producer:sms-")).contains("\"UP\"").doesNotContain("\"DOWN\""));
        await().untilAsserted(() -> assertThat(details("consumer:sms-statuses")).contains("\"UP\""));
        await().until(() -> health("").path("status").asText().equals("UP"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "localhost", "127.0.0.1", "[::1]", "192.0.2.1", "LocalHost" })
    void actuator_localHostName_responds(String host) throws Exception {
        assertThat(statusLine(host)).startsWith("HTTP/1.1 200");
    }

    /** A web page can resolve its own host name to this machine. */
    @ParameterizedTest
    @ValueSource(strings = { "rebound.example", "localhost.example", "127.0.0.1.example" })
    void actuator_foreignHostName_isRejected(String host) throws Exception {
        assertThat(statusLine(host)).startsWith("HTTP/1.1 403");
    }

    @Test
    void operationsPage_isInActuator() throws Exception {
        assertThat(actuator("/sms")).contains("SMS operations", "src=\"sms/operations.js\"");
        assertThat(actuator("/sms/figures")).contains("demo@localhost:" + simulator.port());
    }

    @Test
    void metrics_ofTheAccount_areInActuator() throws Exception {
        assertThat(actuator("/metrics")).contains("\"camel.sms.requests.messages\"");
        assertThat(actuator("/metrics/camel.sms.requests.messages"))
                .contains("demo@localhost:" + simulator.port());
    }

    /**
     * The first message after the stop may use a pooled connection and then has an unknown outcome instead of waiting
     * for the service.
     */
    private void sendUnlessOneWaits() {
        if (sending.isDone()) {
            sending = camel.to("sms:send").withHeader("CamelSmsDestination", "11987650005").withBody("hello")
                    .asyncRequest(Object.class);
        }
    }

    private String statusLine(String host) throws IOException {
        return RawHttp.request(URI.create("http://localhost:" + port), "GET /actuator/metrics", host + ":" + port).lines()
                .findFirst().orElse("");
    }

    private String actuator(String path) throws Exception {
        URI address = URI.create("http://localhost:" + port + "/actuator" + path);
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
    }

    private JsonNode health(String group) throws Exception {
        return new ObjectMapper().readTree(actuator("/health" + group));
    }

    /** Returns the states of Camel's checks with this name prefix. */
    private String details(String name) throws Exception {
        JsonNode details = health("").path("components").path("camelHealth").path("details");
        return details.properties().stream().filter(detail -> detail.getKey().startsWith(name))
                .map(Object::toString).collect(Collectors.joining("\n"));
    }

    /** Returns the rows of all files of results. */
    private static List<String> results() throws IOException {
        List<String> rows = new ArrayList<>();
        Path directory = folder.resolve("results");
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.csv")) {
                for (Path file : files) {
                    rows.addAll(Files.readAllLines(file).stream().skip(1).toList());
                }
            }
        }
        return rows;
    }

    /** Returns the messages on the queue of statuses. */
    private List<String> statuses() throws JMSException {
        List<String> statuses = new ArrayList<>();
        try (JMSContext jms = connections.createContext();
             QueueBrowser browser = jms.createBrowser(jms.createQueue("sms.statuses"))) {
            for (Enumeration<?> messages = browser.getEnumeration(); messages.hasMoreElements();) {
                statuses.add(((Message) messages.nextElement()).getBody(String.class));
            }
        } catch (InvalidDestinationException | InvalidDestinationRuntimeException e) {
            // It does not exist yet.
        }
        return statuses;
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}
