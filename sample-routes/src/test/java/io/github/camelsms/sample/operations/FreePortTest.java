package io.github.camelsms.sample.operations;

import java.net.InetAddress;
import java.net.ServerSocket;

import io.github.camelsms.sample.LogLines;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FreePortTest {

    @Test
    void find_freePort_returnsIt() throws Exception {
        int port;
        try (ServerSocket socket = listen()) {
            port = socket.getLocalPort();
        }

        assertThat(FreePort.find("127.0.0.1", port)).isEqualTo(port);
    }

    @Test
    void find_portInUse_returnsAnother() throws Exception {
        try (ServerSocket taken = listen()) {
            assertThat(FreePort.find("127.0.0.1", taken.getLocalPort())).isPositive().isNotEqualTo(taken.getLocalPort());
        }
    }

    @Test
    void find_portCannotBeUsed_logsThePortAndTheReason() throws Exception {
        try (ServerSocket taken = listen();
             LogLines lines = new LogLines(FreePort.class.getName())) {
            int other = FreePort.find("127.0.0.1", taken.getLocalPort());

            assertThat(lines.messages()).singleElement().asString()
                    .contains(taken.getLocalPort() + " cannot be listened on (Address already in use", "port " + other);
        }
    }

    @Test
    void find_hostOfAnotherMachine_namesPropertyAndValue() {
        // Reserved for documentation: no machine has it.
        assertThatThrownBy(() -> FreePort.find("192.0.2.1", 0)).hasMessageContaining("sms.http.host=192.0.2.1");
    }

    private static ServerSocket listen() throws Exception {
        return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }
}
