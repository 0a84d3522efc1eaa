package io.github.camelsms.cli.messages;

import java.nio.file.Path;

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

class MessagesCommandTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @TempDir
    Path directory;

    private AccountRun account;

    @BeforeEach
    void createAccount() {
        account = new AccountRun(SMS.simulator(), directory);
    }

    @Test
    void count_afterASend_countsByState() {
        send("order-1");

        assertThat(account.out("messages", "count")).containsPattern("ACCEPTED +1\\R").containsPattern("UNKNOWN +0\\R");
    }

    @Test
    void find_ids_showsStoredOnesWithoutNumbersAndTexts() {
        send("order-1");

        assertThat(account.out("messages", "find", "order-1", "order-2")).contains("order-1", "*******4321")
                .doesNotContain("order-2", "11987654321", "Good morning");
    }

    @Test
    void resend_rejectedMessage_sendsItAndShowsTheOutcome() {
        SMS.simulator().failNext(Fault.httpStatus(400));
        send("order-1");
        CommandRun resend = account.command("messages", "resend");

        assertThat(resend.run("order-1")).as(resend.err()).isZero();

        assertThat(resend.out().lines().reduce((first, last) -> last)).get().asString().startsWith("order-1")
                .contains("ACCEPTED");
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void cancel_acceptedMessage_changesNothingAndReturns1() {
        send("order-1");
        CommandRun cancel = account.command("messages", "cancel");

        assertThat(cancel.run("order-1", "order-2")).isEqualTo(1);

        assertThat(cancel.err()).contains("message order-1 is ACCEPTED: cancel did not change it",
                "message order-2 is not stored: cancel did not change it");
    }

    @Test
    void settle_unknownMessage_setsItsOutcome() {
        SMS.simulator().failNext(Fault.dropAfterAccepting());
        send("order-1");

        assertThat(account.out("messages", "settle", "order-1", "--outcome", "ACCEPTED", "--reason", "confirmed"))
                .containsPattern("order-1 +ACCEPTED +true");
    }

    @Test
    void erase_number_erasesIt() {
        send("order-1");

        assertThat(account.out("messages", "erase", "11987654321")).containsPattern("erased\\R1\\R");
        assertThat(account.out("messages", "find", "order-1")).doesNotContain("4321");
    }

    @Test
    void purge_newMessage_keepsIt() {
        send("order-1");

        assertThat(account.out("messages", "purge", "--json")).isEqualTo("{\"purged\":0}" + System.lineSeparator());
    }

    @Test
    void find_nothingToFind_isWrongUsage() {
        CommandRun find = account.command("messages", "find");

        assertThat(find.run()).isEqualTo(2);

        assertThat(find.err()).contains("give either ids, or a day with --date");
    }

    private void send(String id) {
        account.command("send").run("--to", "11987654321", "--text", "Good morning", "--id", id);
    }
}
