package io.github.camelsms.simulator;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;

class SmsSimulatorExtensionTest {

    @RegisterExtension
    static final SmsSimulatorExtension SHARED = new SmsSimulatorExtension();

    private static int sharedPort;

    @RegisterExtension
    final SmsSimulatorExtension own = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @BeforeAll
    static void listensBeforeTheFirstTest() {
        sharedPort = SHARED.simulator().port();
        assertThat(SHARED.simulator().isRunning()).isTrue();
    }

    @RepeatedTest(2)
    void staticField_nextTest_hasFreshStateOnTheSamePort() throws Exception {
        assertThat(SHARED.simulator().messages()).isEmpty();

        // The second repetition would receive 429 if the reset did not clear the rate limit.
        assertThat(new ServiceClient(SHARED.simulator()).send(message("a")).statusCode()).isEqualTo(200);

        assertThat(SHARED.simulator().port()).isEqualTo(sharedPort);
        SHARED.simulator().stop();
    }

    @RepeatedTest(2)
    void instanceField_eachTest_hasItsOwnSimulator() throws Exception {
        assertThat(new ServiceClient(own.simulator()).send(message("a")).statusCode()).isEqualTo(200);
        assertThat(own.simulator().messages()).hasSize(1);
        assertThat(own.baseUrl()).isNotEqualTo(SHARED.baseUrl());
    }

    @Nested
    class InANestedClass {

        @Test
        void staticField_ofTheOuterClass_isStillListening() {
            assertThat(SHARED.simulator().isRunning()).isTrue();
            assertThat(SHARED.simulator().port()).isEqualTo(sharedPort);
        }
    }
}
