package io.github.camelsms.quarkus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the packaged application, run with {@code java -jar}.
 */
class PackagedApplicationIT {

    private static final Path APPLICATION = Path.of("target/quarkus-app/quarkus-run.jar");
    private static final Path LOG = Path.of("target/application.log");

    @Test
    void application_started_sendsMessagesAndReadsTheirStatuses() throws Exception {
        try (SmsSimulator simulator
                = SmsSimulator.builder().requestsPerSecond(0).everyStatus(MessageStatus.DELIVERED).build().start()) {
            Process application = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dcamel.component.sms.base-url=" + simulator.baseUrl(), "-jar", APPLICATION.toString())
                    .redirectErrorStream(true).redirectOutput(LOG.toFile()).start();
            try {
                await().atMost(Duration.ofMinutes(2)).until(() -> delivered() == 3 || !application.isAlive());

                assertThat(LOG).content().contains("sent: ACCEPTED").contains("Apache Camel Quarkus");
                assertThat(delivered()).isEqualTo(3);
                assertThat(simulator.statistics().acceptedMessages()).isEqualTo(3);
            } finally {
                application.destroy();
                application.waitFor();
            }
        }
    }

    private static long delivered() throws IOException {
        return Files.readString(LOG).lines().filter(line -> line.endsWith(": DELIVERED")).count();
    }
}
