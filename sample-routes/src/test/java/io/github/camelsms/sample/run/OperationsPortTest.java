package io.github.camelsms.sample.run;

import java.net.InetAddress;
import java.net.ServerSocket;

import io.github.camelsms.sample.LogLines;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OperationsPortTest {

    @Test
    void freePort_freePort_returnsIt() throws Exception {
        int port;
        try (ServerSocket socket = listen()) {
            port = socket.getLocalPort();
        }

        assertThat(OperationsPort.freePort("127.0.0.1", port)).isEqualTo(port);
    }

    @Test
    void freePort_portInUse_returnsAnother() throws Exception {
        try (ServerSocket taken = listen()) {
            assertThat(OperationsPort.freePort("127.0.0.1", taken.getLocalPort())).isPositive()
                    .isNotEqualTo(taken.getLocalPort());
        }
    }

    @Test
    void freePort_portCannotBeUsed_logsThePortAndTheReason() throws Exception {
        try (ServerSocket taken = listen();
             LogLines lines = new LogLines(OperationsPort.class.getName())) {
            int other = OperationsPort.freePort("127.0.0.1", taken.getLocalPort());

            assertThat(lines.messages()).singleElement().asString()
                    .contains(taken.getLocalPort() + " cannot be listened on (Address already in use", "port " + other);
        }
    }

    @Test
    void freePort_hostOfAnotherMachine_namesPropertyAndValue() {
        // Reserved for documentation: no machine has it.
        assertThatThrownBy(() -> OperationsPort.freePort("192.0.2.1", 0)).hasMessageContaining("sms.http.host=192.0.2.1");
    }

    private static ServerSocket listen() throws Exception {
        return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }
}
