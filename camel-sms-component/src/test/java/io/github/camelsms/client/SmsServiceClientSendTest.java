package io.github.camelsms.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

class SmsServiceClientSendTest {

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    @Test
    void send_serviceAcceptsAndRejects_returnsAResultPerMessage() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json("""
                [{"status":"OK","code":5,"id_sms":"77","correlationId":"a"},
                 {"status":"NOK","code":-5,"message":"INVALID_NUMBER_FORMAT","correlationId":"b"}]"""))) {
            SendResponse response = ClientFixture.send(fixture.client(server.address(), ClientFixture.LONG), "a", "b");

            assertThat(response).isEqualTo(new SendResponse.Processed(
                    List.of(
                            SmsSendResult.accepted(5, "77", "a"), SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "b"))));
        }
    }

    @Test
    void send_concurrentCallers_eachReceivesItsOwnResponse() throws Exception {
        Pattern id = Pattern.compile("\"correlationId\":\"([^\"]+)\"");
        try (StubServer server = StubServer.responding(connection -> {
            Matcher asked = id.matcher(connection.request().body());
            assertThat(asked.find()).isTrue();
            connection.write(StubServer.response(200, "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"sms-" + asked.group(1)
                                                      + "\",\"correlationId\":\"" + asked.group(1) + "\"}]"));
        })) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);
            ExecutorService threads = Executors.newFixedThreadPool(16);
            List<Future<SendResponse>> responses = threads.invokeAll(
                    IntStream.range(0, 400)
                            .mapToObj(i -> (Callable<SendResponse>) () -> ClientFixture.send(client, "id-" + i))
                            .toList());
            threads.shutdown();

            for (int i = 0; i < responses.size(); i++) {
                assertThat(responses.get(i).get()).isEqualTo(
                        new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "sms-id-" + i, "id-" + i))));
            }
            assertThat(server.requests()).hasSize(400);
            assertThat(server.connections()).isLessThanOrEqualTo(16);
        }
    }

    @Test
    void send_anyBatch_sendsTheSpecifiedRequestOnly() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json("[]"))) {
            fixture.client(URI.create(server.address() + "/sms-api/"), ClientFixture.LONG).send(
                    List.of(
                            new SmsMessage("Olá \"você\" 😀", "11987654321", "a", Instant.parse("2026-01-02T03:04:05.678Z")),
                            SmsMessage.of("hi", "1187654321")),
                    status -> {
                    }, () -> true);

            assertThat(server.requests()).hasSize(1);
            StubServer.Request request = server.requests().get(0);
            assertThat(request.line()).isEqualTo("POST /sms-api/v1/send HTTP/1.1");
            assertThat(request.header("Authorization")).isEqualTo(
                    "Basic " + Base64.getEncoder().encodeToString("joão:p:ß".getBytes(StandardCharsets.UTF_8)));
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.header("Accept")).isEqualTo("application/json");
            assertThat(request.body()).isEqualTo(
                    "{\"sms\":[{\"messageText\":\"Olá \\\"você\\\" 😀\",\"destination\":\"11987654321\","
                                                 + "\"correlationId\":\"a\",\"scheduledDate\":1767323045},"
                                                 + "{\"messageText\":\"hi\",\"destination\":\"1187654321\"}]}");
            assertThat(request.head().lines().map(line -> line.replaceFirst(":.*", ""))).containsExactlyInAnyOrder(
                    "POST /sms-api/v1/send HTTP/1.1", "Authorization", "Content-Type", "Accept", "Accept-Encoding",
                    "Content-Length", "Host", "Connection", "User-Agent", "");
        }
    }
}
