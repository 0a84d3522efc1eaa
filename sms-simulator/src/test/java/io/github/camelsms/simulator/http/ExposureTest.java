package io.github.camelsms.simulator.http;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.github.camelsms.simulator.ServiceClient;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The access of other machines and web pages to a simulator, over real sockets. */
class ExposureTest {

    private static final int TIMEOUT_MILLIS = 10_000;

    @RegisterExtension
    static final SmsSimulatorExtension SIMULATOR = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    private final SmsSimulator simulator = SIMULATOR.simulator();
    private final ServiceClient client = new ServiceClient(simulator);
    private final List<String> warnings = new ArrayList<>();

    @Test
    void start_defaultHost_listensOnLoopbackOnly() throws Exception {
        for (InetAddress address : otherAddresses()) {
            assertThatThrownBy(() -> connect(address, simulator.port())).as(address.toString())
                    .isInstanceOf(IOException.class);
        }
        assertThat(raw("GET /v1/status HTTP/1.1", "localhost:" + simulator.port())).startsWith("HTTP/1.1 401");
    }

    @Test
    void start_httpsOnDefaultHost_listensOnLoopbackOnly() throws Exception {
        try (SmsSimulator secure = SmsSimulator.builder().https(true).build().start()) {
            int port = URI.create(secure.httpsBaseUrl()).getPort();
            for (InetAddress address : otherAddresses()) {
                assertThatThrownBy(() -> connect(address, port)).as(address.toString()).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void start_wildcardAddress_listensOnAllInterfacesAndWarns() throws Exception {
        try (SmsSimulator open = SmsSimulator.builder().host("0.0.0.0").build().start(warnings::add)) {
            for (InetAddress address : ownAddresses()) {
                connect(address, open.port());
            }
            assertThat(open.baseUrl()).isEqualTo("http://localhost:" + open.port());
        }
        assertThat(warnings).singleElement().asString().contains("0.0.0.0", "/__admin/sms", "no password", "127.0.0.1");
    }

    @Test
    void start_addressOfAnInterface_isInTheBaseUrl() throws Exception {
        for (InetAddress address : ownAddresses()) {
            warnings.clear();
            try (SmsSimulator open = SmsSimulator.builder().host(address.getHostAddress()).build().start(warnings::add)) {
                assertThat(open.baseUrl()).isEqualTo("http://" + address.getHostAddress() + ":" + open.port());
                assertThat(new ServiceClient(open).send(message("a")).statusCode()).isEqualTo(200);
            }
            assertThat(warnings).hasSize(address.isLoopbackAddress() ? 0 : 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "127.0.0.1", "localhost" })
    void start_loopback_doesNotWarn(String host) {
        try (SmsSimulator quiet = SmsSimulator.builder().host(host).build().start(warnings::add)) {
            assertThat(warnings).isEmpty();
            assertThat(quiet.baseUrl()).isEqualTo("http://localhost:" + quiet.port());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "192.0.2.254", "no-such-host.invalid" })
    void start_hostOfAnotherMachine_namesHostAndRemedy(String host) {
        try (SmsSimulator elsewhere = SmsSimulator.builder().host(host).build()) {
            assertThatThrownBy(elsewhere::start).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("host '" + host + "'").hasMessageContaining("127.0.0.1");
            assertThat(elsewhere.isRunning()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "POST   | /__admin/mappings",
            "POST   | /__admin/mappings/import",
            "GET    | /__admin/mappings",
            "DELETE | /__admin/mappings",
            "POST   | /__admin/mappings/save",
            "POST   | /__admin/mappings/reset",
            "POST   | /__admin/reset",
            "PUT    | /__admin/files/written.txt",
            "GET    | /__admin/files",
            "GET    | /__admin/requests",
            "POST   | /__admin/recordings/start",
            "POST   | /__admin/recordings/snapshot",
            "POST   | /__admin/settings",
            "POST   | /__admin/shutdown",
            "GET    | /__admin/scenarios",
            "GET    | /__admin/health",
            "GET    | /__admin/version",
            "GET    | /__admin/certs/wiremock-ca.crt",
            "GET    | /__admin/",
            "GET    | /__admin/docs",
            "GET    | /__admin/docs/openapi",
            "GET    | /__admin/docs/",
            "GET    | /__admin/webapp",
            "GET    | /__admin",
            "GET    | /__admin/recorder",
            "GET    | /__admin/recorder/",
            "GET    | /__admin/recorder/index.html",
            "GET    | /__admin/swagger-ui",
            "GET    | /__admin/swagger-ui/",
            "GET    | /__admin/swagger-ui/index.html",
            "GET    | /__admin/swagger-ui;a=b/index.html",
            "GET    | /__admin/sms/../recorder/",
            "GET    | /__admin/no-such-page",
            "OPTIONS | /__admin/recorder/",
            "HEAD   | /__admin/swagger-ui/",
            "POST   | /__admin/sms/../mappings",
            "POST   | /__admin/sms/%2e%2e/mappings",
            "POST   | /__admin//mappings",
            "POST   | /__admin/sms/statistics/../../mappings",
            "GET    | /__admin/sms",
            "GET    | /__files/of-the-project.txt" })
    void wireMockRoutes_anyRequest_return404(String method, String path) throws Exception {
        String response = raw(
                method + " " + path + " HTTP/1.1", "localhost:" + simulator.port(),
                "{\"priority\":1,\"request\":{\"urlPath\":\"/v1/send\"},\"response\":{\"proxyBaseUrl\":\"http://127.0.0.1:9\"}}");

        assertThat(response).matches("(?s)HTTP/1.1 (400|404) .*");
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
    }

    @Test
    void wireMockStubsAndFiles_inTheWorkingDirectory_areNotServed() throws Exception {
        assertThat(client.get("/v1/status").body()).contains("\"code\":6");
        assertThat(client.get("/__files/of-the-project.txt").body()).doesNotContain("of the project");
    }

    @Test
    void proxy_toAnotherServer_isRejected() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String target = "127.0.0.1:" + other.getLocalPort();

            raw("GET http://" + target + "/secret HTTP/1.1", target);

            other.setSoTimeout(1);
            assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
        }
        WireMockConfiguration configuration = SimulatorServer.configuration(
                new SimulatorSettings.Server("127.0.0.1", 0, null, "", "demo", "demo", 200, false),
                ListenAddress.of("127.0.0.1"));
        assertThat(configuration.getProxyTargetRules()).satisfies(rules -> {
            assertThat(rules.isAllowed("127.0.0.1")).isFalse();
            assertThat(rules.isAllowed("192.0.2.1")).isFalse();
            assertThat(rules.isAllowed("::1")).isFalse();
            assertThat(rules.isAllowed("example.org")).isFalse();
        });
        assertThat(configuration.browserProxySettings().enabled()).isFalse();
    }

    @Test
    void connect_toAnotherServer_isRejectedImmediately() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String target = "127.0.0.1:" + other.getLocalPort();

            String response = rawRequest("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");

            assertThat(response).startsWith("HTTP/1.1 405 ").contains("is not a proxy");
            other.setSoTimeout(1);
            assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = { "localhost", "127.0.0.1", "[::1]", "sms.localhost" })
    void admin_hostOfThisMachine_isAllowed(String host) throws Exception {
        assertThat(raw("GET /__admin/sms/statistics HTTP/1.1", host + ":" + simulator.port())).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = { "rebound.example", "localhost.example", "127.0.0.1.example", "rebound.example:80" })
    void admin_hostThatResolvesToThisMachine_isRejected(String host) throws Exception {
        String response = raw("POST /__admin/sms/reset HTTP/1.1", host);

        assertThat(response).startsWith("HTTP/1.1 403").contains("Host");
    }

    @Test
    void admin_hostOfTheListenAddress_isAllowed() throws Exception {
        for (InetAddress address : ownAddresses()) {
            try (SmsSimulator open = SmsSimulator.builder().host(address.getHostAddress()).build().start(warnings::add)) {
                HttpResponse<String> response = new ServiceClient(open).get("/__admin/sms/statistics");

                assertThat(response.statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void admin_requestFromAWebPage_isRejected() throws Exception {
        client.send(message("a"));

        HttpResponse<String> response = client.exchange(
                client.request("/__admin/sms/reset").header("Origin", "https://page.example")
                        .POST(HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(simulator.messages()).hasSize(1);
    }

    private static void connect(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), TIMEOUT_MILLIS);
        }
    }

    /** Addresses at which a server on 127.0.0.1 must not be reached. */
    private static List<InetAddress> otherAddresses() throws IOException {
        List<InetAddress> addresses = new ArrayList<>(interfaceAddresses());
        addresses.add(InetAddress.getByName("127.0.0.2"));
        return addresses;
    }

    /** Addresses of this machine; at least one where 127.0.0.2 is one of them. */
    private static List<InetAddress> ownAddresses() throws IOException {
        return OS.LINUX.isCurrentOs() ? otherAddresses() : interfaceAddresses();
    }

    private static List<InetAddress> interfaceAddresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .toList();
    }

    private String raw(String line, String host) throws IOException {
        return raw(line, host, "");
    }

    @Test
    void send_hugeBodyWithoutCredentials_isNotKept() throws Exception {
        byte[] chunk = (Integer.toHexString(1024 * 1024) + "\r\n" + "x".repeat(1024 * 1024) + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), simulator.port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream request = socket.getOutputStream();
            request.write("POST /v1/send HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 20; i++) {
                request.write(chunk);
            }
            request.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine())
                    .startsWith("HTTP/1.1 413");
        }
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
    }

    /** WireMock would decompress it in memory, with or without the header. */
    @ParameterizedTest
    @ValueSource(strings = { "Content-Encoding: gzip", "X-Other: 1" })
    void send_compressedBodyWithoutCredentials_isNotDecompressed(String header) throws Exception {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(new byte[20 * 1024 * 1024]);
        }
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), simulator.port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(
                    ("POST /v1/send HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nContent-Length: " + compressed.size()
                     + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            compressed.writeTo(socket.getOutputStream());

            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine())
                    .startsWith("HTTP/1.1 415");
        }
        assertThat(client.send(message("a")).statusCode()).isEqualTo(200);
    }

    /** Sends a request that an HTTP client does not allow; returns the whole response. */
    private String raw(String line, String host, String body) throws IOException {
        return rawRequest(
                line + "\r\nHost: " + host + "\r\nConnection: close\r\nContent-Type: application/json\r\n"
                          + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Returns all bytes until the server closes the connection. */
    private String rawRequest(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), simulator.port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
