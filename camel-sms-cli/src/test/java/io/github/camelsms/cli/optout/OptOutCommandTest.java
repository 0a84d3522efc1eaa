package io.github.camelsms.cli.optout;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.cli.AccountRun;
import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class OptOutCommandTest {

    private static final String LINE_END = System.lineSeparator();

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @TempDir
    Path directory;

    @Test
    void add_severalNumbers_countsNewOnes() {
        add("11987654321");

        assertThat(out("add", "11987654321", "11987654322", "--json"))
                .isEqualTo("{\"added\":1,\"duplicates\":1}" + LINE_END);
    }

    @ParameterizedTest
    @ValueSource(strings = { "11987654321", "1187654321", "+55 11 98765-4321", "(11) 8765-4321" })
    void find_anySpelling_findsTheNumber(String number) {
        add("+55 11 98765-4321", "--reason", "asked by phone");

        assertThat(out("find", number, "--json")).startsWith("{\"number\":\"*******4321\",\"optedOut\":true,\"since\":\"20")
                .endsWith("\"reason\":\"asked by phone\"}" + LINE_END);
    }

    @Test
    void find_noOptOut_saysSo() {
        add("11987654321");

        assertThat(out("find", "+55 11 98765-4322", "--json"))
                .isEqualTo("{\"number\":\"*********4322\",\"optedOut\":false,\"since\":null,\"reason\":null}" + LINE_END);
    }

    @Test
    void find_withoutNumbers_showsAllInTheirOrder() {
        add("11987654322", "11987654321");

        assertThat(out("find").lines()).satisfiesExactly(
                names -> assertThat(names).matches("number +optedOut +since +reason"),
                first -> assertThat(first).startsWith("*******4321  true"),
                second -> assertThat(second).startsWith("*******4322  true"));
        assertThat(out("find", "--show-numbers")).contains("11987654321", "11987654322");
    }

    @Test
    void find_moreThanAPage_showsAll() throws IOException {
        out("import", file(2_500).toString());

        assertThat(out("find", "--json").lines()).hasSize(2_500);
    }

    @Test
    void remove_anotherSpelling_removesTheNumber() {
        add("11987654321");

        assertThat(out("remove", "1187654321", "11987654322")).isEqualTo("removed" + LINE_END + "1" + LINE_END);
        assertThat(out("find")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
            "add, 'number 2 cannot be used: destination has 4 digits; give area code and number, 10 or 11 digits in all; nothing was changed'",
            "remove, 'number 2 cannot be used: destination is not a phone number; nothing was changed'",
            "find, 'number 2 is not a phone number: give area code and number'" })
    void run_wrongNumber_namesItAndReturns2(String operation, String message) {
        add("11987654323");
        CommandRun command = command(operation);

        assertThat(command.run("11987654321", operation.equals("add") ? "1234" : "none")).isEqualTo(2);

        assertThat(command.err()).isEqualTo("camel-sms: " + message + LINE_END);
        assertThat(out("find").lines()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = { "find", "remove" })
    void run_storeMissing_createsNoneAndReturns2(String operation) {
        CommandRun command = command(operation);

        assertThat(command.run("11987654321")).isEqualTo(2);

        assertThat(command.err().lines()).singleElement().asString().contains("there is no message store ", "--store");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void run_withoutAccount_needsOnlyTheStore() {
        CommandRun add = new CommandRun("opt-out", "add").home(directory);

        assertThat(add.run("11987654321")).as(add.err()).isZero();

        assertThat(directory.resolve(".camel-sms").resolve("messages.db")).exists();
    }

    @Test
    void import_fileWithWrongRows_addsTheOthersAndReturns3() throws IOException {
        Path file = Files.writeString(directory.resolve("opt-outs.csv"),
                "name;destination\nAna;11987654321\nBia;1234\nCaio;+55 11 8765-4321\n");
        CommandRun command = command("import");

        assertThat(command.run(file.toString(), "--reason", "old system")).isEqualTo(3);

        assertThat(command.out().lines()).satisfiesExactly(
                names -> assertThat(names).isEqualTo("added  duplicates  rejected"),
                counts -> assertThat(counts).isEqualTo("1      1           1"),
                problem -> assertThat(problem).startsWith("  line 3: destination has 4 digits"));
        assertThat(out("find")).contains("*******4321", "old system");
    }

    @Test
    void import_standardInput_readsIt() {
        CommandRun command = command("import").in("11987654321\n11987654322\n");

        assertThat(command.run("-", "--json")).as(command.err()).isZero();

        assertThat(command.out())
                .isEqualTo("{\"added\":2,\"duplicates\":0,\"rejected\":0,\"problems\":[]}" + LINE_END);
    }

    @Test
    void import_fileMissing_createsNoStore() {
        CommandRun command = command("import");

        assertThat(command.run(directory.resolve("none.csv").toString())).isEqualTo(1);

        assertThat(command.err()).startsWith("camel-sms: there is no file ");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void import_noListOfNumbers_saysWhy() {
        CommandRun command = command("import").in("name\nAna\n");

        assertThat(command.run("-")).isEqualTo(1);

        assertThat(command.err().lines()).singleElement().asString()
                .contains("line 1 is neither a number nor a header with the column destination");
    }

    @Test
    void import_interrupted_endsAfterATransactionAndCanBeRepeated() throws IOException {
        byte[] list = Files.readAllBytes(file(5_000));
        CommandRun command = command("import");

        assertThat(command.in(new InterruptingStream(list, command)).run("-", "--json")).isEqualTo(130);

        assertThat(command.err()).startsWith("camel-sms: interrupted: ");
        Matcher added = Pattern.compile("\\{\"added\":(\\d+),").matcher(command.out());
        assertThat(added.find()).as(command.out()).isTrue();
        int count = Integer.parseInt(added.group(1));
        assertThat(count).isBetween(1_000, 4_000).matches(number -> number % 1_000 == 0);
        CommandRun again = command("import").in(new ByteArrayInputStream(list));
        assertThat(again.run("-", "--json")).as(again.err()).isZero();
        assertThat(again.out()).startsWith("{\"added\":" + (5_000 - count) + ",\"duplicates\":" + count + ",");
    }

    @Test
    void send_optedOutNumber_isRejectedWithoutARequest() {
        add("+55 11 98765-4321");
        CommandRun send = account().command("send");

        assertThat(send.run("--to", "1187654321", "--text", "Good morning", "--id", "order-1")).isEqualTo(3);

        assertThat(send.out()).startsWith("REJECTED order-1: OPTED_OUT");
        assertThat(SMS.simulator().messages()).isEmpty();
    }

    @Test
    void resend_numberRemoved_sendsWhatWasRejected() {
        add("11987654321");
        assertThat(account().command("send").run("--to", "11987654321", "--text", "Good morning", "--id", "order-2"))
                .isEqualTo(3);
        out("remove", "11987654321");

        assertThat(account().out("messages", "resend", "order-2")).contains("order-2        ACCEPTED");

        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::correlationId).contains("order-2");
    }

    @Test
    void run_noCommand_namesTheHelp() {
        CommandRun command = new CommandRun("opt-out");

        assertThat(command.run()).isEqualTo(2);

        assertThat(command.err()).contains("name a command of opt-out, or see --help");
    }

    private Path file(int numbers) throws IOException {
        return Files.writeString(directory.resolve("opt-outs.csv"), IntStream.range(0, numbers)
                .mapToObj(i -> "119%08d%n".formatted(80000000 + i)).collect(Collectors.joining("", "destination\n", "")),
                StandardCharsets.US_ASCII);
    }

    private void add(String... arguments) {
        CommandRun add = command("add");
        assertThat(add.run(arguments)).as(add.err()).isZero();
    }

    private String out(String... arguments) {
        CommandRun command = account().command("opt-out");
        assertThat(command.run(arguments)).as(command.err()).isZero();
        return command.out();
    }

    private CommandRun command(String operation) {
        return account().command("opt-out", operation);
    }

    private AccountRun account() {
        return new AccountRun(SMS.simulator(), directory);
    }

    /** Standard input of a command that is interrupted after half of it was read. */
    private static final class InterruptingStream extends FilterInputStream {

        private final CommandRun command;
        private final int half;

        InterruptingStream(byte[] content, CommandRun command) {
            super(new ByteArrayInputStream(content));
            this.command = command;
            this.half = content.length / 2;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            if (in.available() <= half) {
                command.interrupt();
            }
            return read;
        }
    }
}
