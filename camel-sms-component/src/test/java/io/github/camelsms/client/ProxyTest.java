package io.github.camelsms.client;

import java.util.Map;

import io.github.camelsms.model.SendResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls through a proxy from Camel's global options.
 */
@Timeout(60)
class ProxyTest {

    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private SmsServiceClient client(StubServer server, SmallProxy proxy) {
        fixture.context().setGlobalOptions(Map.of(
                "http.proxyHost", "localhost", "http.proxyPort", proxy.port(), "http.proxyScheme", "http"));
        return fixture.client(server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
    }

    @Test
    void send_http_usesTheProxy() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED)); SmallProxy proxy = new SmallProxy(null)) {
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).singleElement().asString()
                    .startsWith("POST " + server.address() + "/v1/send HTTP/1.1\r\n");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void send_https_usesATunnelWithoutCredentials() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED)); SmallProxy proxy = new SmallProxy(null)) {
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).singleElement().asString()
                    .startsWith("CONNECT localhost:" + server.port() + " HTTP/1.1\r\n").doesNotContain("Authorization");
            assertThat(server.requests()).singleElement().extracting(request -> request.header("Authorization")).asString()
                    .startsWith("Basic ");
        }
    }

    @Test
    void readByDate_https_hidesTheQueryFromTheProxy() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json("{\"status\":\"OK\",\"code\":6}"));
             SmallProxy proxy = new SmallProxy(null)) {
            StatusQuery query = new StatusQuery(java.time.Instant.EPOCH, null, "11987654321");
            assertThat(client(server, proxy).statuses().readByDate(query, false)).isInstanceOf(StatusResponse.Statuses.class);

            assertThat(proxy.requests()).singleElement().asString().doesNotContain("11987654321");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 403, 407, 502 })
    void send_tunnelRefused_isNotSentNamingTheProxy(int status) throws Exception {
        String refusal = "HTTP/1.1 " + status + " No\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED));
             SmallProxy proxy = new SmallProxy(refusal)) {
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOfSatisfying(
                    SendResponse.NotConnected.class,
                    it -> assertThat(it.reason()).contains("proxy responded with HTTP status " + status));

            assertThat(proxy.requests()).hasSize(1);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void send_httpProxyRequiresCredentials_isUnknownAndSentOnce() throws Exception {
        String refusal = "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED)); SmallProxy proxy = new SmallProxy(refusal)) {
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOfSatisfying(
                    SendResponse.Unknown.class, it -> assertThat(it.code()).isEqualTo(407));

            assertThat(proxy.requests()).hasSize(1);
        }
    }

    @Test
    void send_proxyUnreachable_isNotSent() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED))) {
            SmallProxy proxy = new SmallProxy(null);
            proxy.close();
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOf(SendResponse.NotConnected.class);
            assertThat(server.requests()).isEmpty();
        }
    }
}
