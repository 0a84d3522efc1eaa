package io.github.camelsms.client;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a late client of a server that was closed does not reach another one.
 */
class StubServerTest {

    private static final int SERVERS = 1_000;

    @Test
    void port_manyServersOneAfterAnother_isNeverUsedAgain() throws Exception {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < SERVERS; i++) {
            try (StubServer server = StubServer.silent()) {
                ports.add(server.port());
            }
        }
        assertThat(ports).hasSize(SERVERS);
    }
}
