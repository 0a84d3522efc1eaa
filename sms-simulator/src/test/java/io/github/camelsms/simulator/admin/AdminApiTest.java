package io.github.camelsms.simulator.admin;

import java.lang.reflect.RecordComponent;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.stream.Stream;

import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.ServiceClient;
import io.github.camelsms.simulator.SimulatorStatistics;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

import static io.github.camelsms.simulator.ServiceClient.json;
import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;

class AdminApiTest {

    @RegisterExtension
    static final SmsSimulatorExtension SIMULATOR = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    private final SmsSimulator simulator = SIMULATOR.simulator();
    private final ServiceClient client = new ServiceClient(simulator);

    @Test
    void statistics_noRequests_haveNoGap() throws Exception {
        JsonNode statistics = json(client.get("/__admin/sms/statistics"));

        assertThat(statistics.path("sendRequests").asInt()).isZero();
        assertThat(statistics.path("smallestGapMillis").isNull()).isTrue();
        assertThat(statistics.path("smallestAdmittedGapMillis").isNull()).isTrue();
    }

    @Test
    void statistics_afterRequests_equalTheJavaStatistics() throws Exception {
        client.send(message("a"), message("a"), "{}");
        client.send(message("a"));
        client.get("/v1/status");

        JsonNode statistics = json(client.get("/__admin/sms/statistics"));

        assertThat(statistics.path("sendRequests").asInt()).isEqualTo(2);
        assertThat(statistics.path("statusRequests").asInt()).isEqualTo(1);
        assertThat(statistics.path("acceptedMessages").asInt()).isEqualTo(3);
        assertThat(statistics.path("rejectedMessages").asInt()).isEqualTo(1);
        assertThat(statistics.path("duplicateMessages").asInt()).isEqualTo(2);
        assertThat(statistics.path("reportedStatuses").asInt()).isEqualTo(3);
        assertThat(statistics.path("batchSizes")).hasToString("{\"1\":1,\"3\":1}");
        assertThat(statistics.path("smallestGapMillis").asDouble()).isEqualTo(simulator.statistics().smallestGapMillis());
        assertThat(statistics.fieldNames()).toIterable().containsExactlyElementsOf(
                Stream.of(SimulatorStatistics.class.getRecordComponents()).map(RecordComponent::getName).toList());
    }

    @Test
    void messages_pageByPage_returnsAll() throws Exception {
        client.send(Collections.nCopies(5, message("a")).toArray(String[]::new));

        JsonNode first = json(client.get("/__admin/sms/messages?limit=3"));
        JsonNode second = json(client.get("/__admin/sms/messages?limit=3&offset=" + first.path("nextOffset").asInt()));

        assertThat(first.path("total").asInt()).isEqualTo(5);
        assertThat(first.path("messages")).hasSize(3);
        assertThat(second.path("messages")).hasSize(2);
        assertThat(second.has("nextOffset")).isFalse();
        assertThat(first.path("messages").path(0).path("correlationId").asText()).isEqualTo("a");
        assertThat(first.path("messages").path(0).path("timesAccepted").asInt()).isEqualTo(5);
        assertThat(first.toString()).doesNotContain("87654321");
    }

    @Test
    void messages_limitOutOfRange_returns400() throws Exception {
        HttpResponse<String> response = client.get("/__admin/sms/messages?limit=many");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).path("error").asText()).isEqualTo("limit is 'many': it must be from 0 to 10000");
    }

    @Test
    void faults_queuedTwice_affectTwoRequests() throws Exception {
        HttpResponse<String> response = post("/__admin/sms/faults", "{\"fault\":\"httpStatus:503\",\"times\":2}");

        assertThat(json(response).path("queued").asInt()).isEqualTo(2);
        assertThat(client.send(message("a")).statusCode()).isEqualTo(503);
        assertThat(client.send(message("a")).statusCode()).isEqualTo(503);
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
    }

    @Test
    void faults_withProbability1_affectStatusUntilCleared() throws Exception {
        post("/__admin/sms/faults", "{\"fault\":\"httpStatus:500\",\"operation\":\"status\",\"probability\":1}");

        assertThat(client.get("/v1/status").statusCode()).isEqualTo(500);
        assertThat(client.get("/v1/status").statusCode()).isEqualTo(500);
        client.exchange(client.request("/__admin/sms/faults").DELETE());
        assertThat(client.get("/v1/status").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "''                                             | the body must have the form",
            "null                                           | the body must have the form",
            "{\"fault\":\"explode\"}                        | unknown fault 'explode'",
            "{\"fault\":\"truncateBody\",\"times\":0}       | times is 0",
            "{\"fault\":\"truncateBody\",\"times\":\"two\"} | times is \"two\": it must be",
            "{\"fault\":\"truncateBody\",\"times\":1.5}     | times is 1.5: it must be",
            "{\"fault\":\"truncateBody\",\"operation\":\"x\"} | unknown operation 'x'",
            "{\"fault\":\"truncateBody\",\"probability\":2} | probability 2.0 is not between 0 and 1",
            "{\"fault\":\"oneResultMore\",\"operation\":\"STATUS\"} | use it for SEND" })
    void faults_badBody_returns400WithTheReason(String body, String error) throws Exception {
        HttpResponse<String> response = post("/__admin/sms/faults", body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).path("error").asText()).contains(error);
    }

    @Test
    void reset_afterRequests_removesThem() throws Exception {
        client.send(message("a"));
        simulator.failNext(Fault.garbageBody());

        assertThat(post("/__admin/sms/reset", "").statusCode()).isEqualTo(200);

        assertThat(simulator.messages()).isEmpty();
        assertThat(simulator.queuedFaults()).isZero();
        assertThat(simulator.statistics().sendRequests()).isZero();
        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.exchange(client.request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }
}
