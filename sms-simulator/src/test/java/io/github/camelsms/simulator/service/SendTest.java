package io.github.camelsms.simulator.service;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.github.camelsms.simulator.ServiceClient;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

import static io.github.camelsms.simulator.ServiceClient.batch;
import static io.github.camelsms.simulator.ServiceClient.json;
import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;

class SendTest {

    @RegisterExtension
    static final SmsSimulatorExtension SIMULATOR = new SmsSimulatorExtension(
            SmsSimulator.builder().requestsPerSecond(0).keepTexts(true).rejectedDestinations("1190000....?"));

    private final SmsSimulator simulator = SIMULATOR.simulator();
    private final ServiceClient client = new ServiceClient(simulator);

    @Test
    void send_validMessage_returnsItsId() throws Exception {
        HttpResponse<String> response = client.send(message("a-1"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode result = json(response).path(0);
        assertThat(result.path("status").asText()).isEqualTo("OK");
        assertThat(result.path("code").asInt()).isEqualTo(5);
        assertThat(result.path("id_sms").asText()).isNotEmpty();
        assertThat(result.path("correlationId").asText()).isEqualTo("a-1");
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(1);
    }

    @Test
    void send_validAndInvalidMessages_returnsOneResultPerMessage() throws Exception {
        JsonNode results = json(
                client.send(message("a"), "{\"messageText\":\"x\",\"destination\":\"12\",\"correlationId\":\"b\"}",
                        message("c")));

        assertThat(results.findValuesAsText("code")).containsExactly("5", "-5", "5");
        assertThat(results.path(1).path("status").asText()).isEqualTo("NOK");
        assertThat(results.path(1).path("message").asText()).isEqualTo("INVALID_NUMBER_FORMAT");
        assertThat(results.path(1).path("correlationId").asText()).isEqualTo("b");
        assertThat(results.path(1).has("id_sms")).isFalse();
        assertThat(simulator.statistics().rejectedMessages()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"destination\":\"11987654321\"}                                         | messageText is missing",
            "{\"messageText\":\"\",\"destination\":\"11987654321\"}                    | messageText is missing",
            "{\"messageText\":7,\"destination\":\"11987654321\"}                       | messageText is not a string",
            "{\"messageText\":\"x\"}                                                   | destination is missing",
            "{\"messageText\":\"x\",\"destination\":\"119876543210\"} | destination has 12 characters: at most 11 are allowed",
            "{\"messageText\":\"x\",\"destination\":\"119876543\"}                     | INVALID_NUMBER_FORMAT",
            "{\"messageText\":\"x\",\"destination\":\"1198765432a\"}                   | INVALID_NUMBER_FORMAT",
            "{\"messageText\":\"x\",\"destination\":\"11900001234\"}                   | INVALID_NUMBER_FORMAT",
            "{\"messageText\":\"x\",\"destination\":\"11987654321\",\"scheduledDate\":\"soon\"} | scheduledDate is not a Unix timestamp in seconds",
            "null                                                                      | the message is not a JSON object",
            "17                                                                        | the message is not a JSON object" })
    void send_invalidMessage_rejectsItWithTheReason(String message, String reason) throws Exception {
        JsonNode result = json(client.send(message)).path(0);

        assertThat(result.path("code").asInt()).isEqualTo(-5);
        assertThat(result.path("message").asText()).isEqualTo(reason);
        assertThat(result.path("correlationId").isNull()).isTrue();
        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void send_textOf161Characters_rejectsIt() throws Exception {
        String text = String.join("", Collections.nCopies(161, "é"));

        JsonNode result = json(client.send("{\"messageText\":\"" + text + "\",\"destination\":\"1187654321\"}")).path(0);

        assertThat(result.path("message").asText()).isEqualTo("messageText has 161 characters: at most 160 are allowed");
    }

    @Test
    void send_correlationIdOf51Characters_rejectsIt() throws Exception {
        String id = "x".repeat(51);

        JsonNode result = json(client.send(message(id))).path(0);

        assertThat(result.path("message").asText()).isEqualTo("correlationId has 51 characters: at most 50 are allowed");
        assertThat(result.path("correlationId").asText()).isEqualTo(id);
    }

    @Test
    void send_everyFieldAtItsLimit_acceptsTheMessage() throws Exception {
        JsonNode result = json(
                client.send(
                        "{\"messageText\":\"" + "x".repeat(160) + "\",\"destination\":\"11987654321\",\"correlationId\":\""
                            + "y".repeat(50) + "\",\"scheduledDate\":1795231234}"))
                .path(0);

        assertThat(result.path("code").asInt()).isEqualTo(5);
        assertThat(simulator.messages().get(0).scheduledDate()).hasToString("2026-11-21T03:20:34Z");
    }

    @Test
    void send_nonAsciiText_keepsItsCharacters() throws Exception {
        client.send("{\"messageText\":\"Olá 😀\",\"destination\":\"0187654321\"}");

        assertThat(simulator.messages().get(0).text()).isEqualTo("Olá 😀");
        assertThat(simulator.messages().get(0).destination()).isEqualTo("0187654321");
    }

    @Test
    void send_manyMessages_returnsUniqueIds() throws Exception {
        String[] messages = Collections.nCopies(200, message("same")).toArray(String[]::new);
        Set<String> ids = new HashSet<>();

        for (int i = 0; i < 3; i++) {
            ids.addAll(json(client.send(messages)).findValuesAsText("id_sms"));
        }

        assertThat(ids).hasSize(600);
        assertThat(simulator.statistics().duplicateMessages()).isEqualTo(599);
        assertThat(simulator.message("same")).hasValueSatisfying(m -> assertThat(m.timesAccepted()).isEqualTo(600));
        assertThat(simulator.statistics().batchSizes()).containsOnly(Map.entry(200, 3L));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "", " ", "null", "[]", "{}", "7", "\"sms\"", "{\"sms\":null}", "{\"sms\":{}}", "{\"sms\":[]}", "{\"sms\":[",
            "<sms/>",
            "{\"sms\":[{}]} {}" })
    void send_invalidBody_returns400(String body) throws Exception {
        HttpResponse<String> response = client.post(body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).path("status").asText()).isEqualTo("NOK");
        assertThat(simulator.statistics().badRequests()).isEqualTo(1);
    }

    @Test
    void send_201Messages_returns400AndAcceptsNone() throws Exception {
        HttpResponse<String> response = client.post(batch(Collections.nCopies(201, message("a")).toArray(String[]::new)));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("the array has 201 messages: 1 to 200 are allowed");
        assertThat(simulator.messages()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
            "application/json, 200", "Application/JSON; charset=utf-8, 200", "application/json ;charset=utf-8, 200",
            "text/plain, 415", "application/json-patch+json, 415", "application/jsonl, 415" })
    void send_contentType_mustBeJson(String contentType, int status) throws Exception {
        HttpRequest.Builder request = client.request("/v1/send").header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(batch(message("a"))));

        assertThat(client.exchange(request).statusCode()).isEqualTo(status);
    }

    @Test
    void send_wrongMethod_returns405() throws Exception {
        assertThat(client.get("/v1/send").statusCode()).isEqualTo(405);
        assertThat(simulator.statistics().otherRequests()).isEqualTo(1);
    }

    @Test
    void request_unknownPath_returns404() throws Exception {
        assertThat(client.get("/v2/send").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "Basic", "Basic !!!", "Basic ZGVtbzp3cm9uZw==", "Bearer ZGVtbzpkZW1v" })
    void request_wrongCredentials_returns401AndAcceptsNothing(String authorization) throws Exception {
        HttpRequest.Builder request = client.anonymous("/v1/send").header("Content-Type", "application/json")
                .header("Authorization", authorization).POST(HttpRequest.BodyPublishers.ofString(batch(message("a"))));

        HttpResponse<String> response = client.exchange(request);

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(simulator.statistics().unauthorized()).isEqualTo(1);
        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void request_withoutCredentials_returns401() throws Exception {
        assertThat(client.exchange(client.anonymous("/v1/status")).statusCode()).isEqualTo(401);
    }
}
