package io.github.camelsms.cli.send;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.cli.CommandProcess;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Interrupts a process that sends a file, as Ctrl-C does. */
class InterruptedSendTest {

    private static final int MESSAGES = 5_000;

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(5));

    @TempDir
    Path directory;

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void send_interruptedAndRepeated_saysHowToGoOnAndSendsEachMessageOnce() throws Exception {
        Path file = Files.writeString(directory.resolve("campaign.csv"), file());
        try (CommandProcess first = send(file)) {
            await().until(() -> SMS.simulator().statistics().acceptedMessages() >= 200);

            first.interrupt();

            assertThat(first.exitCode()).as(first.err()).isEqualTo(130);
            assertThat(first.err().lines()).singleElement().asString()
                    .startsWith("camel-sms: interrupted: ")
                    .endsWith("of 5,000 messages are not sent; the others are not sent again. To go on: camel-sms send " + file
                              + " --requests-per-second 5");
            assertThat(first.out()).startsWith("campaign.csv: 5,000 messages: ");
        }
        long accepted = SMS.simulator().statistics().acceptedMessages();
        assertThat(accepted).isLessThan(MESSAGES);

        try (CommandProcess second = send(file)) {
            assertThat(second.exitCode()).as(second.err()).isZero();

            assertThat(second.out()).startsWith("campaign.csv: 5,000 messages: 5,000 accepted");
        }
        assertThat(SMS.simulator().messages()).hasSize(MESSAGES);
        assertThat(SMS.simulator().statistics().duplicateMessages()).isZero();
    }

    private CommandProcess send(Path file) throws IOException {
        return CommandProcess.ofClasses(directory, SMS.baseUrl(), "send", file.toString(), "--requests-per-second", "5");
    }

    private static String file() {
        return IntStream.range(0, MESSAGES).mapToObj(i -> "119%08d,Good morning%n".formatted(80000000 + i))
                .collect(Collectors.joining("", "destination,messageText\n", ""));
    }
}
