package io.github.camelsms.cli.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.cli.AccountRun;
import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CheckCommandTest {

    private static final String LINE_END = System.lineSeparator();

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @TempDir
    Path directory;

    private AccountRun account;
    private CommandRun check;

    @BeforeEach
    void createCommand() {
        account = new AccountRun(SMS.simulator(), directory);
        check = account.command("check");
    }

    @Test
    void run_fileWithProblems_printsThemAndTheTotalsAndReturns3() throws IOException {
        String file
                = file("+55 11 98765-4321,Hello Ana,a", "11987654322,Olá 😀,b", "1234,Hello Caio,c", "11987654321,Hello Ana,d");

        assertThat(check.run(file, "--no-store", "--price", "0.08")).as(check.err()).isEqualTo(3);

        assertThat(check.out().lines()).satisfiesExactly(
                names -> assertThat(names).isEqualTo("line  destination  encoding  segments  verdict   reason"),
                rejected -> assertThat(rejected)
                        .startsWith("4     ****         -         -         REJECTED  INVALID_NUMBER_FORMAT: "),
                repeated -> assertThat(repeated)
                        .isEqualTo("5     *******4321  GSM_7     1         ALLOWED   an earlier message of this input has the"
                                   + " same destination and text: both are sent"),
                counts -> assertThat(counts).isEqualTo("campaign.csv: 4 messages: 3 allowed, 1 rejected"),
                duplicates -> assertThat(duplicates)
                        .isEqualTo("  not compared with a message store, 0 repeated ids, 1 repeated text"),
                time -> assertThat(time).isEqualTo("  3 segments, 1 request, sent in less than 1 s"),
                cost -> assertThat(cost).isEqualTo("  cost: 0.24"));
        assertNothingSent();
    }

    @Test
    void run_longFile_estimatesTheTime() throws IOException {
        String rows = IntStream.range(0, 40_600).mapToObj(i -> "119%08d,Hello%n".formatted(80000000 + i))
                .collect(Collectors.joining("", "destination,messageText\n", ""));
        Path file = Files.writeString(directory.resolve("campaign.csv"), rows);

        assertThat(check.run(file.toString(), "--no-store")).as(check.err()).isZero();

        assertThat(check.out()).contains("campaign.csv: 40,600 messages: 40,600 allowed",
                "  40,600 segments, 203 requests, sent in about 3 min 2");
    }

    @Test
    void run_all_printsNormalizedNumbersAndEncodings() throws IOException {
        String file = file("+55 11 98765-4321,Hello Ana,a", "11987654322,Olá 😀,b");

        assertThat(check.run(file, "--no-store", "--all", "--show-numbers")).as(check.err()).isZero();

        assertThat(check.out()).containsPattern("2 +11987654321 +GSM_7 +1 +ALLOWED +-")
                .containsPattern("3 +11987654322 +UCS_2 +1 +ALLOWED +-");
    }

    @Test
    void run_json_printsRowsAndTotals() throws IOException {
        assertThat(check.run(file("11987654321,Hello Ana,a", "12,Hello Caio,c"), "--no-store", "--json")).isEqualTo(3);

        assertThat(check.out().lines()).satisfiesExactly(
                row -> assertThat(row)
                        .startsWith("{\"line\":3,\"correlationId\":\"c\",\"destination\":\"****\",\"encoding\":null,"
                                    + "\"segments\":0,\"verdict\":\"REJECTED\",\"code\":\"-5\",\"reason\":\""),
                totals -> assertThat(totals).startsWith(
                        "{\"file\":\"campaign.csv\",\"messages\":2,\"allowed\":1,\"deferred\":0,\"duplicates\":0,\"rejected\":1,"
                                                        + "\"storedBefore\":null,"));
    }

    @Test
    void run_afterASend_findsWhatWasStoredAndTheOptOuts() throws IOException {
        String file = file("11987654321,Hello Ana,a");
        account.out("send", file);
        account.out("opt-out", "add", "11987654322");
        String more = file("11987654321,Hello Ana,a", "1187654322,Hello Bia,b", "11987654323,Hello Caio,c");

        assertThat(check.run(more)).as(check.err()).isEqualTo(3);

        assertThat(check.out()).containsPattern("2 .* DUPLICATE +it was stored before and is ACCEPTED: it is not sent again")
                .containsPattern("3 .* REJECTED +OPTED_OUT: ")
                .contains("campaign.csv: 3 messages: 1 allowed, 1 duplicate, 1 rejected", "1 stored before",
                        "1 segment, 1 request");
        assertThat(SMS.simulator().messages()).hasSize(1);
        assertThat(account.out("messages", "count", "--json")).contains("{\"state\":\"ACCEPTED\",\"messages\":1}")
                .contains("{\"state\":\"REJECTED\",\"messages\":0}");
    }

    @Test
    void run_namedStoreMissing_createsNoneAndReturns2() throws IOException {
        assertThat(check.run(file("11987654321,Hello,a"))).isEqualTo(2);

        assertThat(check.err().lines()).singleElement().asString().contains("there is no message store ", "--no-store");
        assertThat(directory.resolve("messages.db")).doesNotExist();
    }

    @Test
    void run_withoutSettings_needsNeitherAccountNorStore() throws IOException {
        CommandRun command = new CommandRun("check").home(directory);

        assertThat(command.run(file("11987654321,Hello,a"))).as(command.err()).isZero();

        assertThat(command.out()).startsWith("campaign.csv: 1 message: 1 allowed" + LINE_END);
        assertThat(directory.resolve(".camel-sms")).doesNotExist();
    }

    @Test
    void run_standardStoreOfAnEarlierCommand_isUsed() throws IOException {
        CommandRun add = new CommandRun("opt-out", "add").home(directory);
        add.run("11987654321");
        CommandRun command = new CommandRun("check").home(directory).with("SMS_BASE_URL", SMS.baseUrl())
                .with("SMS_USERNAME", "demo").with("SMS_PASSWORD", "demo");

        assertThat(command.run(file("11987654321,Hello,a"))).as(command.err()).isEqualTo(3);

        assertThat(command.out()).contains("OPTED_OUT");
    }

    @Test
    void run_negativePrice_isWrongUsage() throws IOException {
        assertThat(check.run(file("11987654321,Hello,a"), "--price", "-1")).isEqualTo(2);

        assertThat(check.err()).contains("--price=-1 is negative");
    }

    @Test
    void run_noFileOfMessages_returns1() throws IOException {
        Path file = Files.writeString(directory.resolve("names.csv"), "name\nAna\n");

        assertThat(check.run(file.toString(), "--no-store")).isEqualTo(1);

        assertThat(check.err().lines()).singleElement().asString().startsWith("camel-sms: File names.csv cannot be read: ");
    }

    private void assertNothingSent() {
        assertThat(SMS.simulator().statistics().sendRequests()).isZero();
    }

    private String file(String... rows) throws IOException {
        return Files.writeString(directory.resolve("campaign.csv"),
                "destination,messageText,correlationId\n" + String.join("\n", rows) + "\n").toString();
    }
}
