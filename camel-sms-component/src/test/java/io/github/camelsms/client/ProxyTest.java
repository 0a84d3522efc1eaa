package io.github.camelsms.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.test.HttpProxy;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.component.http.HttpClientConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls through a proxy from the options, the JVM's properties or Camel's global options.
 */
@Timeout(60)
class ProxyTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private SmsServiceClient client(StubServer server, HttpProxy proxy) {
        fixture.context().setGlobalOptions(Map.of(
                "http.proxyHost", "localhost", "http.proxyPort", Integer.toString(proxy.port()), "http.proxyScheme", "http"));
        return fixture.client(server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
    }

    private SmsServiceClient client(StubServer server, HttpProxy proxy, @Nullable String password, @Nullable String direct) {
        ConnectionSettings.Proxy through = new ConnectionSettings.Proxy(
                "127.0.0.1", proxy.port(), "http", password == null ? null : "josé", password, direct);
        return fixture.client(server.address(), ClientFixture.LONG, new ConnectionSettings(SECOND, through, false, null));
    }

    private static StubServer server(boolean isTls) throws Exception {
        return isTls
                ? StubServer.respondingTls(StubServer.json(ACCEPTED)) : StubServer.responding(StubServer.json(ACCEPTED));
    }

    /** Base64 of <code>josé:p:ß</code> in UTF-8. */
    private static String basic(String password) {
        return "Basic " + Base64.getEncoder().encodeToString(("josé:" + password).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void send_proxyWithBasicAuthentication_makesOneRequest(boolean isTls) throws Exception {
        try (StubServer server = server(isTls);
             HttpProxy proxy = HttpProxy.requiring("Basic realm=\"x\"", basic("p:ß"))) {
            assertThat(ClientFixture.send(client(server, proxy, "p:ß", null), "a"))
                    .isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).hasSize(1);
            assertThat(server.requests()).singleElement()
                    .satisfies(request -> assertThat(request.header("Proxy-Authorization")).isEmpty());
        }
    }

    @Test
    void send_proxyWithDigestAuthentication_requestsTheTunnelAgain() throws Exception {
        try (StubServer server = server(true);
             HttpProxy proxy = HttpProxy.requiring(
                     "Digest realm=\"x\", qop=\"auth\", nonce=\"n\"", "Digest ")) {
            assertThat(ClientFixture.send(client(server, proxy, "secret", null), "a"))
                    .isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).hasSize(2);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void send_wrongProxyPassword_isNotSentNamingProxyAndOptions() throws Exception {
        try (StubServer server = server(true);
             HttpProxy proxy = HttpProxy.requiring("Basic realm=\"x\"", basic("right"))) {
            assertThat(ClientFixture.send(client(server, proxy, "wrong-password", null), "a")).isEqualTo(
                    new SendResponse.NotConnected(
                            "connection to localhost:" + server.port() + " through proxy 127.0.0.1:" + proxy.port()
                                                  + " failed: the proxy responded with HTTP status 407: check proxyAuthUsername and proxyAuthPassword"));

            assertThat(proxy.requests()).hasSize(1);
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "localhost", "*.example.com, LOCALHOST", "local*" })
    void send_hostWithoutProxy_isReachedDirectly(String nonProxyHosts) throws Exception {
        try (StubServer server = server(true); HttpProxy proxy = HttpProxy.open()) {
            assertThat(ClientFixture.send(client(server, proxy, null, nonProxyHosts), "a"))
                    .isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).isEmpty();
        }
    }

    @Test
    void send_otherHostsWithoutProxy_usesTheProxy() throws Exception {
        try (StubServer server = server(true); HttpProxy proxy = HttpProxy.open()) {
            assertThat(ClientFixture.send(client(server, proxy, null, "127.0.0.1,*.localhost"), "a"))
                    .isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).hasSize(1);
        }
    }

    @Test
    void send_unreachableProxy_isNotSentNamingTheProxy() throws Exception {
        try (StubServer server = server(true)) {
            HttpProxy proxy = HttpProxy.open();
            proxy.close();

            assertThat(ClientFixture.send(client(server, proxy, null, null), "a")).isEqualTo(
                    new SendResponse.NotConnected(
                            "connection to localhost:" + server.port() + " through proxy 127.0.0.1:" + proxy.port()
                                                  + " refused"));
        }
    }

    @Test
    void send_unknownProxy_isNotSentNamingTheProxy() {
        ConnectionSettings.Proxy unknown
                = new ConnectionSettings.Proxy("does-not-exist.invalid", 3128, "http", null, null, null);
        SmsServiceClient client = fixture.client(
                URI.create("https://localhost:1"), ClientFixture.LONG, new ConnectionSettings(SECOND, unknown, false, null));

        assertThat(ClientFixture.send(client, "a")).isEqualTo(
                new SendResponse.NotConnected(
                        "no connection to localhost:1 through proxy does-not-exist.invalid:3128: the name lookup of the proxy failed"));
    }

    @ParameterizedTest
    @CsvSource({ "true,'',1", "true,*.test,1", "true,*.example.invalid,0", "false,'',0" })
    void send_proxyInThePropertiesOfTheJvm_isUsedIfWanted(boolean useSystemProperties, String nonProxyHosts, int requests)
            throws Exception {
        try (StubServer server = server(false); HttpProxy proxy = HttpProxy.open()) {
            Map<String, String> properties = Map.of(
                    "http.proxyHost", "127.0.0.1", "http.proxyPort", Integer.toString(proxy.port()), "http.nonProxyHosts",
                    nonProxyHosts);
            properties.forEach(System::setProperty);
            try {
                SmsServiceClient client = fixture.client(
                        URI.create("http://sms.example.invalid:" + server.port()), ClientFixture.LONG,
                        new ConnectionSettings(SECOND, null, useSystemProperties, null));
                ClientFixture.send(client, "a");
            } finally {
                properties.keySet().forEach(System::clearProperty);
            }

            assertThat(proxy.requests()).hasSize(requests);
            assertThat(server.requests()).hasSize(requests);
        }
    }

    @Test
    void send_configurerOfTheUser_changesTheClientButNotItsGuarantees() throws Exception {
        BasicCredentialsProvider known = new BasicCredentialsProvider();
        known.setCredentials(new AuthScope(null, -1), new UsernamePasswordCredentials("u", "p".toCharArray()));
        HttpClientConfigurer configurer = builder -> builder
                .addRequestInterceptorLast((request, entity, context) -> request.addHeader("X-Gateway-Key", "k"))
                .setConnectionManager(new BasicHttpClientConnectionManager())
                .setDefaultCredentialsProvider(known)
                .setRetryStrategy(new DefaultHttpRequestRetryStrategy(9, TimeValue.ofMilliseconds(1)));
        ConnectionSettings connection = new ConnectionSettings(SECOND, null, false, configurer);
        try (StubServer unavailable = StubServer.responding(StubServer.status(503, ""));
             StubServer challenging = StubServer.responding(
                     StubServer.status(401, "", "WWW-Authenticate: Basic realm=\"x\""))) {
            ClientFixture.send(fixture.client(unavailable.address(), ClientFixture.LONG, connection), "a");
            ClientFixture.send(fixture.client(challenging.address(), ClientFixture.LONG, connection), "a");

            assertThat(unavailable.requests()).singleElement()
                    .satisfies(request -> assertThat(request.header("X-Gateway-Key")).isEqualTo("k"));
            assertThat(challenging.requests()).hasSize(1);
        }
    }

    @Test
    void toString_proxy_hidesThePassword() {
        assertThat(new ConnectionSettings.Proxy("127.0.0.1", 3128, "http", "u", "s3cret", null).toString())
                .contains("127.0.0.1:3128").doesNotContain("s3cret");
    }

    @Test
    void send_http_usesTheProxy() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED)); HttpProxy proxy = HttpProxy.open()) {
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOf(SendResponse.Processed.class);

            assertThat(proxy.requests()).singleElement().asString()
                    .startsWith("POST " + server.address() + "/v1/send HTTP/1.1\r\n");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void send_https_usesATunnelWithoutCredentials() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED)); HttpProxy proxy = HttpProxy.open()) {
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
             HttpProxy proxy = HttpProxy.open()) {
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
             HttpProxy proxy = HttpProxy.refusing(refusal)) {
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
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED));
             HttpProxy proxy = HttpProxy.refusing(refusal)) {
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOfSatisfying(
                    SendResponse.Unknown.class, it -> assertThat(it.code()).isEqualTo(407));

            assertThat(proxy.requests()).hasSize(1);
        }
    }

    @Test
    void send_proxyUnreachable_isNotSent() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json(ACCEPTED))) {
            HttpProxy proxy = HttpProxy.open();
            proxy.close();
            assertThat(ClientFixture.send(client(server, proxy), "a")).isInstanceOf(SendResponse.NotConnected.class);
            assertThat(server.requests()).isEmpty();
        }
    }
}
