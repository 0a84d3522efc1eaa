package io.github.camelsms.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.client.OutcomeTableTest.Transport;
import io.github.camelsms.model.SendResponse;
import org.apache.hc.client5.http.impl.InMemoryDnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.apache.camel.support.jsse.SSLContextParameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for establishing connections, over real sockets.
 */
@Timeout(60)
class SmsServiceClientConnectTest {

    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";
    private static final int BACKLOG = 1;

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private SendResponse send(URI address, Duration timeout) {
        return ClientFixture.send(fixture.client(address, timeout), "a");
    }

    @ParameterizedTest
    @EnumSource
    void send_connectionRefused_isNotConnected(Transport transport) throws Exception {
        StubServer server = transport.server(StubServer.json(ACCEPTED));
        server.close();

        assertThat(send(server.address(), ClientFixture.LONG))
                .isEqualTo(new SendResponse.NotConnected("connection to localhost:" + server.port() + " refused"));
    }

    @Test
    void send_departureDeniedAfterConnect_isWithheldWithoutWriting() throws Exception {
        try (StubServer server = Transport.PLAIN.server(StubServer.json(ACCEPTED))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG);

            SendResponse response = client.send(ClientFixture.batch("a"), status -> {
            }, () -> false);

            assertThat(response).isInstanceOf(SendResponse.Withheld.class);
            await().until(() -> server.connections() == 1);
            assertThat(server.requests()).isEmpty();
            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
        }
    }

    @ParameterizedTest
    @CsvSource({ "http,80", "https,443" })
    void send_unknownHost_isNotConnected(String scheme, int port) {
        assertThat(send(URI.create(scheme + "://does-not-exist.invalid"), ClientFixture.LONG)).isEqualTo(
                new SendResponse.NotConnected(
                        "host of does-not-exist.invalid:" + port + " not found: the name lookup failed"));
    }

    @Test
    void send_connectTimeout_isNotConnected() throws Exception {
        try (ServerSocket full = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
            List<Socket> crowd = fill(full);

            URI address = URI.create("http://127.0.0.1:" + full.getLocalPort());
            SmsServiceClient client
                    = fixture.client(address, ClientFixture.LONG, ClientFixture.connectWithin(ClientFixture.SHORT));

            assertThat(ClientFixture.send(client, "a")).isEqualTo(
                    new SendResponse.NotConnected("no connection to 127.0.0.1:" + full.getLocalPort() + " within 400 ms"));
            assertThat(ClientFixture.send(fixture.client(address, ClientFixture.SHORT), "a")).isEqualTo(
                    new SendResponse.NotConnected("no connection to 127.0.0.1:" + full.getLocalPort() + " within 400 ms"));
            for (Socket socket : crowd) {
                socket.close();
            }
        }
    }

    /** A name may have two addresses, of which the first does not respond. */
    @ParameterizedTest
    @CsvSource({ "400, 30000, Processed, 1", "30000, 800, NotConnected, 0" })
    void send_firstAddressDead_triesTheNextUntilTheDeadline(
            long connectMillis, long requestMillis, String expected, int requests)
            throws Exception {
        try (StubServer server = Transport.PLAIN.server(StubServer.json(ACCEPTED));
             ServerSocket dead = new ServerSocket(server.port(), BACKLOG, InetAddress.getByName("127.0.0.2"))) {
            List<Socket> crowd = fill(dead);
            InMemoryDnsResolver names = new InMemoryDnsResolver();
            names.add("sms.test", dead.getInetAddress(), InetAddress.getByName("127.0.0.1"));
            SmsServiceClient client = fixture.client(
                    URI.create("http://sms.test:" + server.port()), Duration.ofMillis(requestMillis),
                    ClientFixture.connectWithin(Duration.ofMillis(connectMillis)), names);

            assertThat(ClientFixture.send(client, "a")).asString().startsWith(expected);
            assertThat(server.requests()).hasSize(requests);
            assertThat(server.connections()).isEqualTo(requests);
            StatusResponse poll = client.statuses().readNotConsulted();
            // Otherwise it would report a block of statuses as lost.
            assertThat(poll instanceof StatusResponse.Failed failed && failed.kind() == StatusResponse.Kind.NOT_CONNECTED)
                    .isEqualTo(requests == 0);
            assertThat(server.requests()).hasSize(2 * requests);
            for (Socket socket : crowd) {
                socket.close();
            }
        }
    }

    /**
     * Fills the backlog of a socket, until it accepts no further connection. The end of a handshake may be processed
     * late, so that the number of connections tells nothing.
     */
    private static List<Socket> fill(ServerSocket server) throws IOException {
        List<Socket> crowd = new ArrayList<>();
        while (true) {
            Socket socket = new Socket();
            try {
                socket.connect(server.getLocalSocketAddress(), 1000);
                crowd.add(socket);
            } catch (SocketTimeoutException e) {
                socket.close();
                if (crowd.size() > BACKLOG) {
                    return crowd;
                }
            }
        }
    }

    @Test
    void send_tlsHandshakeTimeout_isNotConnected() throws Exception {
        try (StubServer server = StubServer.silent()) {
            SmsServiceClient client = fixture.client(
                    URI.create("https://localhost:" + server.port()), ClientFixture.LONG,
                    ClientFixture.connectWithin(ClientFixture.SHORT));

            assertThat(ClientFixture.send(client, "a")).isEqualTo(
                    new SendResponse.NotConnected("no connection to localhost:" + server.port() + " within 400 ms"));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void send_serviceWithoutTls_isNotConnected() throws Exception {
        try (StubServer server = StubServer.plainText("220 hello\r\n")) {
            SendResponse response = send(URI.create("https://localhost:" + server.port()), ClientFixture.LONG);

            assertThat(response).isInstanceOfSatisfying(
                    SendResponse.NotConnected.class,
                    it -> assertThat(it.reason()).startsWith("TLS handshake with localhost:" + server.port() + " failed: "));
        }
    }

    @Test
    void send_clientNotStarted_isNotConnected() {
        SmsServiceClient client = fixture.client(URI.create("http://localhost:1"), ClientFixture.LONG);
        client.stop();

        assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.NotConnected.class);
    }

    @Test
    void send_untrustedCertificate_isNotConnected() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED))) {
            SendResponse response = send(server.address(), ClientFixture.LONG);

            assertThat(response).isInstanceOfSatisfying(
                    SendResponse.NotConnected.class,
                    it -> assertThat(it.reason()).startsWith("TLS handshake with localhost:"));
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void send_certificateTrustedByParameters_receivesTheResponse() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED))) {
            SSLContextParameters trust = TestCertificate.LOCALHOST.trust();

            SendResponse response = ClientFixture.send(fixture.client(server.address(), ClientFixture.LONG, trust), "a");

            assertThat(response).isInstanceOf(SendResponse.Processed.class);
        }
    }

    @Test
    void send_certificateTrustedByContextOnly_isNotConnected() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED))) {
            fixture.context().setSSLContextParameters(TestCertificate.LOCALHOST.trust());

            assertThat(send(server.address(), ClientFixture.LONG))
                    .isInstanceOf(SendResponse.NotConnected.class);
        }
    }

    @Test
    void send_certificateOfAnotherHost_isNotConnected() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED))) {
            SendResponse response
                    = ClientFixture.send(
                            fixture.client(server.address("127.0.0.1"), ClientFixture.LONG, TestCertificate.LOCALHOST.trust()),
                            "a");

            assertThat(response).isInstanceOf(SendResponse.NotConnected.class);
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_connectionRefusedAfterASuccessfulRequest_isNotConnected(Transport transport) throws Exception {
        try (StubServer server = transport.server(StubServer.status(200, ACCEPTED, "Connection: close"))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            server.refuse();

            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.NotConnected.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void send_handshakeClosedAfterASuccessfulRequest_isNotConnected() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.status(200, ACCEPTED, "Connection: close"))) {
            SmsServiceClient client = fixture.client(
                    server.address(), ClientFixture.LONG, TestCertificate.LOCALHOST.trust());
            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.Processed.class);
            server.cutNewConnections();

            assertThat(ClientFixture.send(client, "a")).isInstanceOf(SendResponse.NotConnected.class);
            assertThat(server.requests()).hasSize(1);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void send_httpToATlsPort_isUnknown() throws Exception {
        try (StubServer server = StubServer.respondingTls(StubServer.json(ACCEPTED))) {
            SendResponse response = send(URI.create("http://localhost:" + server.port()), ClientFixture.LONG);

            assertThat(response).isInstanceOf(SendResponse.Unknown.class);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
