package io.github.camelsms.client;

import java.nio.file.Path;

import io.github.camelsms.model.SendResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.apache.camel.support.jsse.SSLContextParameters;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for certificates without a path to a trusted authority, and the remedies in their reasons.
 */
class CertificatePathTest {

    private static final String ACCEPTED = "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]";
    private static final int WHOLE_CHAIN = 3;

    @TempDir
    static Path folder;
    private static TestChain chain;

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    @BeforeAll
    static void makeCertificates() throws Exception {
        chain = new TestChain(folder);
    }

    private SendResponse send(int certificates, SSLContextParameters trust) throws Exception {
        try (StubServer server = StubServer.responding(chain.server(certificates), StubServer.json(ACCEPTED))) {
            return ClientFixture.send(fixture.client(server.address(), ClientFixture.LONG, trust), "a");
        }
    }

    @ParameterizedTest
    @CsvSource({ "3, ca", "3, mid", "1, mid" })
    void send_pathToTheTrustStore_receivesTheResponse(int certificates, String authority) throws Exception {
        assertThat(send(certificates, chain.trust(authority))).isInstanceOf(SendResponse.Processed.class);
    }

    @Test
    void send_trustStoreReplacedByOneWithoutTheAuthority_namesTheTrustStore() throws Exception {
        assertNoPath(send(WHOLE_CHAIN, chain.trust("other")), "the trust store of sslContextParameters or camel.ssl");
    }

    @Test
    void send_emptyTrustStore_namesTheTrustStore() throws Exception {
        assertNoPath(send(WHOLE_CHAIN, chain.trust()), "the trust store of sslContextParameters or camel.ssl");
    }

    @Test
    void send_serviceOmitsItsIntermediateCertificate_namesTheChain() throws Exception {
        assertNoPath(send(1, chain.trust("ca")), "the trust store of sslContextParameters or camel.ssl");
    }

    @Test
    void send_authorityUnknownToTheJdk_namesTheTrustStoreOfTheJvm() throws Exception {
        assertNoPath(send(WHOLE_CHAIN, null), "the JVM's trust store");
    }

    private static void assertNoPath(SendResponse response, String trustStore) {
        assertThat(response).isInstanceOfSatisfying(
                SendResponse.NotConnected.class, it -> assertThat(it.reason())
                        .startsWith("TLS handshake with localhost:").contains("(PKIX path building failed)", trustStore)
                        .endsWith(
                                "Add the authority of the service to it, or have the service send its intermediate certificates"));
    }
}
