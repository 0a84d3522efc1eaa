package io.github.camelsms.cli.send;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.cli.AccountRun;
import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SendCommandTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @TempDir
    Path directory;

    private CommandRun send;

    @BeforeEach
    void createCommand() {
        send = again();
    }

    @Test
    void run_oneMessage_printsItsOutcomeAndId() {
        assertThat(send.run("--to", "11987654321", "--text", "Good morning", "--id", "order-1")).as(send.err()).isZero();

        assertThat(send.out()).matches("ACCEPTED \\d+ order-1\\R");
        assertThat(send.err()).isEmpty();
        assertThat(SMS.simulator().messages()).singleElement().extracting(sent -> sent.correlationId()).isEqualTo("order-1");
    }

    @Test
    void run_textFromStandardInput_sendsIt() {
        assertThat(send.in("Good morning\n").run("--to", "11987654321", "--json")).as(send.err()).isZero();

        assertThat(send.out().lines()).singleElement().asString().startsWith("{").contains("\"outcome\":\"ACCEPTED\"");
    }

    @Test
    void run_sameIdTwice_sendsOnce() {
        send.run("--to", "11987654321", "--text", "Good morning", "--id", "order-1");

        assertThat(again().run("--to", "11987654321", "--text", "Good morning", "--id", "order-1")).isZero();

        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void run_invalidNumber_isRejected() {
        assertThat(send.run("--to", "12", "--text", "Good morning", "--id", "order-1")).isEqualTo(3);

        assertThat(send.out()).startsWith("REJECTED order-1: ");
    }

    @Test
    void run_lostResponse_isUnknown() {
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        assertThat(send.run("--to", "11987654321", "--text", "Good morning")).isEqualTo(5);

        assertThat(send.out()).startsWith("UNKNOWN ");
    }

    @Test
    void run_wrongPassword_namesTheCredentials() {
        assertThat(send.with("SMS_PASSWORD", "wrong").run("--to", "11987654321", "--text", "Good morning")).isEqualTo(7);

        assertThat(send.out()).startsWith("NOT_SENT ").contains("401");
        assertThat(send.out() + send.err()).doesNotContain("wrong");
    }

    @Test
    void run_serviceUnreachable_givesUpAfterTheTimeout() {
        assertThat(send.with("SMS_BASE_URL", "http://localhost:1").run("--to", "11987654321", "--text", "x", "--timeout", "1s"))
                .isEqualTo(6);

        assertThat(send.out()).startsWith("NOT_SENT ").contains("refused");
    }

    @Test
    void run_file_printsCountsAndProblems() throws IOException {
        assertThat(send.run(file(450).toString(), "--requests-per-second", "100", "--results",
                directory.resolve("results.csv").toString())).as(send.err()).isEqualTo(3);

        assertThat(send.out().lines()).hasSize(2).satisfiesExactly(
                first -> assertThat(first).isEqualTo("campaign.csv: 451 messages: 450 accepted, 1 rejected"),
                second -> assertThat(second).startsWith("  line 452: REJECTED: "));
        assertThat(Files.readAllLines(directory.resolve("results.csv"))).hasSize(452);
        assertThat(send.err()).isEmpty();
    }

    @Test
    void run_sameFileTwice_sendsNothingAgain() throws IOException {
        String file = file(3).toString();
        send.run(file);
        CommandRun again = again();

        assertThat(again.run(file, "--json")).isEqualTo(3);

        assertThat(again.out()).startsWith("{\"file\":\"campaign.csv\",\"messages\":4,\"accepted\":3,\"rejected\":1,");
        assertThat(SMS.simulator().statistics().acceptedMessages()).isEqualTo(3);
        assertThat(SMS.simulator().statistics().duplicateMessages()).isZero();
    }

    @Test
    void run_noFileOfMessages_sendsNothing() throws IOException {
        Path file = Files.writeString(directory.resolve("names.csv"), "name\nAna\n");

        assertThat(send.run(file.toString())).isEqualTo(1);

        assertThat(send.err().lines()).singleElement().asString().startsWith("camel-sms: File names.csv cannot be read: ");
    }

    @Test
    void run_neitherFileNorNumber_isWrongUsage() {
        assertThat(send.run()).isEqualTo(2);

        assertThat(send.err()).contains("--to");
    }

    private CommandRun again() {
        return new AccountRun(SMS.simulator(), directory).command("send");
    }

    /** A file with so many messages, and an invalid number. */
    private Path file(int messages) throws IOException {
        String rows = IntStream.range(0, messages).mapToObj(i -> "119%08d,Good morning%n".formatted(80000000 + i))
                .collect(Collectors.joining());
        return Files.writeString(directory.resolve("campaign.csv"), "destination,messageText\n" + rows + "12,Good morning\n");
    }
}
