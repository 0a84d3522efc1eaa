package io.github.camelsms.sample.operations;

import java.net.InetAddress;
import java.net.ServerSocket;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HttpAddressTest {

    @Test
    void free_portFree_returnsIt() throws Exception {
        int port;
        try (ServerSocket socket = listen()) {
            port = socket.getLocalPort();
        }

        HttpAddress address = HttpAddress.free("127.0.0.1", port);

        assertThat(address).isEqualTo(new HttpAddress("127.0.0.1", port, null));
        assertThat(address.url()).isEqualTo("http://127.0.0.1:" + port + "/");
    }

    @Test
    void free_portInUse_returnsAnotherWithTheReason() throws Exception {
        try (ServerSocket taken = listen()) {
            HttpAddress address = HttpAddress.free("127.0.0.1", taken.getLocalPort());

            assertThat(address.port()).isPositive().isNotEqualTo(taken.getLocalPort());
            assertThat(address.reason()).startsWith(taken.getLocalPort() + ": ").contains("in use");
        }
    }

    @Test
    void free_lastPortInUse_returnsAnother() throws Exception {
        try (ServerSocket taken = new ServerSocket(65535, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(HttpAddress.free("127.0.0.1", taken.getLocalPort()).port()).isBetween(1, 65534);
        }
    }

    @Test
    void free_portZero_returnsAnyPortWithoutReason() {
        HttpAddress address = HttpAddress.free("127.0.0.1", 0);

        assertThat(address.port()).isPositive();
        assertThat(address.reason()).isNull();
    }

    @Test
    void free_invalidPort_namesPropertyAndValue() {
        assertThatThrownBy(() -> HttpAddress.free("127.0.0.1", 65536)).hasMessageContaining("sms.http.port=65536");
    }

    @Test
    void free_hostOfAnotherMachine_namesPropertyAndValue() {
        // Reserved for documentation: no machine has it.
        assertThatThrownBy(() -> HttpAddress.free("192.0.2.1", 0)).hasMessageContaining("sms.http.host=192.0.2.1");
    }

    @Test
    void isLocal_loopbackAddressesOnly_isTrue() {
        assertThat(new HttpAddress("127.0.0.1", 8080, null).isLocal()).isTrue();
        assertThat(new HttpAddress("0.0.0.0", 8080, null).isLocal()).isFalse();
    }

    @Test
    void url_wildcardOrIpv6Address_isValidInABrowser() {
        assertThat(new HttpAddress("0.0.0.0", 8080, null).url()).isEqualTo("http://localhost:8080/");
        assertThat(new HttpAddress("::1", 8080, null).url()).isEqualTo("http://[::1]:8080/");
    }

    private static ServerSocket listen() throws Exception {
        return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }
}
