package io.github.camelsms.client;

import java.time.Duration;
import java.time.Instant;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests which responses prove that the service has no record of a message. */
class StatusLookUpTest {

    private static final StatusQuery QUERY = new StatusQuery(Instant.ofEpochSecond(1767323045), "a", null);

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private StatusLookUp lookUp(StubServer server) {
        StatusLookUp result = fixture.client(server.address(), ClientFixture.LONG).statuses().lookUp(QUERY);
        assertThat(server.requests()).hasSize(1);
        return result;
    }

    private StatusLookUp lookUp(String body) throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(body))) {
            return lookUp(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"OK\",\"code\":6,\"message\":\"-\"}", "{\"code\":6}",
            "{\"status\":\"OK\",\"code\":6,\"remaining\":\"0\"}", "{\"status\":\"OK\",\"code\":\"6\",\"has_more\":\"false\"}",
            "{\"status\":\"OK\",\"code\":6,\"sent_status\":[]}" })
    void lookUp_code6_returnsNoRecord(String body) throws Exception {
        assertThat(lookUp(body)).isEqualTo(new StatusLookUp.NoRecord());
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"OK\",\"code\":5,\"message\":\"REQUIRED_OK\",\"sent_status\":[]}", "[]", "{\"sent_status\":[]}",
            "{\"status\":\"OK\",\"code\":6,\"next\":\"?date=1767323045&page=2\"}",
            "{\"status\":\"OK\",\"code\":6,\"sent_status\":[{\"correlationId\":\"a\",\"destination\":\"11987654321\",\"status\":\"SENT\"}]}" })
    void lookUp_noItemsAndNotExactlyCode6_provesNothing(String body) throws Exception {
        assertThat(lookUp(body)).isInstanceOf(StatusLookUp.Found.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"NOK\",\"code\":6}", "{\"status\":\"NOK\",\"code\":-20,\"message\":\"error\"}", "",
            "<html>not found</html>", "{}" })
    void lookUp_otherResponse_returnsFailure(String body) throws Exception {
        assertThat(lookUp(body)).isInstanceOf(StatusLookUp.Failed.class);
    }

    @Test
    void lookUp_statusOfTheMessage_returnsFound() throws Exception {
        StatusLookUp result = lookUp(
                "{\"status\":\"OK\",\"code\":5,\"sent_status\":[{\"correlationId\":\"a\",\"destination\":\"11987654321\",\"status\":\"DELIVERED\"}]}");

        assertThat(result).isInstanceOfSatisfying(
                StatusLookUp.Found.class,
                found -> assertThat(found.statuses()).extracting(SmsStatus::correlationId).containsExactly("a"));
    }

    @Test
    void lookUp_throttled_isNotRetried() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.status(429, "{}", "Retry-After: 7"))) {
            assertThat(lookUp(server)).isInstanceOfSatisfying(StatusLookUp.Failed.class, failed -> {
                assertThat(failed.isThrottled()).isTrue();
                assertThat(failed.retryAfter()).isEqualTo(Duration.ofSeconds(7));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"OK\",\"code\":6}",
            "{\"sent_status\":[{\"correlationId\":\"a\",\"destination\":\"11987654321\",\"status\":\"SENT\"}]}" })
    void lookUp_endOfTheResponseIsLost_returnsFailure(String body) throws Exception {
        String cut = "HTTP/1.1 200 OK\r\nContent-Length: " + (body.length() + 1) + "\r\n\r\n" + body;
        try (StubServer server = StubServer.responding(StubServer.raw(cut))) {
            assertThat(lookUp(server)).isInstanceOfSatisfying(
                    StatusLookUp.Failed.class,
                    failed -> assertThat(failed.reason()).startsWith("incomplete response (HTTP status 200)"));
        }
    }
}
