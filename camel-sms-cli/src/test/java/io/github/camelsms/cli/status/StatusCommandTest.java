package io.github.camelsms.cli.status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.github.camelsms.cli.AccountRun;
import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StatusCommandTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(
            SmsSimulator.builder().requestsPerSecond(0).deliveryDelay(Duration.ZERO, Duration.ZERO)
                    .everyStatus(MessageStatus.NOT_DELIVERED));

    @TempDir
    Path directory;

    private AccountRun account;

    @BeforeEach
    void createAccount() {
        account = new AccountRun(SMS.simulator(), directory);
    }

    @Test
    void run_storedMessage_showsItsDeliveryStatus() {
        send("order-1");

        String[] lines = account.out("status", "--id", "order-1").split("\\R");

        assertThat(lines).hasSize(2);
        assertThat(lines[0]).matches("correlationId +state +deliveryStatus +sentAt +destination +reason");
        assertThat(lines[1]).startsWith("order-1").contains("ACCEPTED", "NOT_DELIVERED", "*******4321");
    }

    @Test
    void run_messageThatIsNotStored_needsTheDay() {
        CommandRun status = account.command("status");

        assertThat(status.run("--id", "order-1")).isEqualTo(1);

        assertThat(status.err()).contains("order-1 is not in the store", "--date");
    }

    @Test
    void run_day_showsStatusesAndCounts() {
        send("order-1");
        String today = account.day("order-1");

        assertThat(account.out("status", "--date", today)).contains("order-1", "NOT_DELIVERED")
                .containsPattern("(?m)^" + today + ": 1 message: 1 NOT_DELIVERED$");
        assertThat(account.out("status", "--date", today, "--json").lines()).singleElement().asString()
                .startsWith("{\"correlationId\":\"order-1\",\"status\":\"NOT_DELIVERED\"");
    }

    @Test
    void run_dayNotReached_showsStoredMessagesThatWereNotReached() {
        send("order-1");
        String today = account.day("order-1");

        assertThat(account.out("status", "--date", today, "--not-reached"))
                .contains("order-1").contains("not reached on " + today + ": 1 message: 1 NOT_DELIVERED");
    }

    @Test
    void run_file_countsItsMessages() throws IOException {
        String file = Files.writeString(directory.resolve("campaign.csv"),
                "destination,messageText\n11987654321,Good morning\n12,Good morning\n").toString();
        account.command("send").run(file);

        assertThat(account.out("status", "--file", file))
                .contains("campaign.csv: 2 messages: 1 NOT_DELIVERED, 1 not stored");
    }

    @Test
    void run_serviceUnreachable_returns6() {
        CommandRun status = account.command("status").with("SMS_BASE_URL", "http://localhost:1");

        assertThat(status.run("--date", "2026-11-29")).isEqualTo(6);

        assertThat(status.err().lines()).singleElement().asString().contains("refused");
    }

    @Test
    void run_wrongPassword_returns7() {
        CommandRun status = account.command("status").with("SMS_PASSWORD", "wrong");

        assertThat(status.run("--date", "2026-11-29")).isEqualTo(7);

        assertThat(status.err().lines()).singleElement().asString().contains("401");
    }

    private void send(String id) {
        account.out("send", "--to", "11987654321", "--text", "Good morning", "--id", id);
    }
}
