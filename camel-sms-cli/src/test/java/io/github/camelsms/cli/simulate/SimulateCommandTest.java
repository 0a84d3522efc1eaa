package io.github.camelsms.cli.simulate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SimulateCommandTest {

    private final CommandRun simulate = new CommandRun("simulate");

    @Test
    void run_help_listsEveryOption() {
        assertThat(simulate.run("--help")).isZero();

        assertThat(simulate.out())
                .startsWith("Usage: camel-sms simulate [OPTIONS]")
                .contains("--port=PORT", "--requests-per-second", "--status-envelope=sent-status-object|bare-array")
                .contains(new SimulatorOptions(this).spec().optionsMap().keySet())
                .doesNotContain("null");
        assertThat(simulate.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "--host= ; --host '': the host is blank: give an address of this machine, such as 127.0.0.1",
            "--prot=1 ; unknown option --prot: see --help",
            "8089 ; unknown argument 8089: see --help",
            "--pasword=secret ; unknown option --pasword: did you mean --password?",
            "--port ; Missing required parameter for option '--port' (PORT)",
            "--port=x ; --port 'x': use a whole number",
            "--port=70000 ; --port '70000': port 70000 is not from 0 to 65535",
            "--https=yes ; --https 'yes': use true or false",
            "--zone=Mars ; --zone 'Mars': Unknown time-zone ID: Mars",
            "--seed=x ; --seed 'x': use a whole number",
            "--username=a:b ; --username 'a:b': the user name must not contain a colon, which HTTP Basic does not allow",
            "--link-form=round ; --link-form 'round': use one of absolute|relative|query-only",
            "--request-latency=60-20 ; --request-latency '60-20': request latency from 60 to 20 ms is not a range: give two times of zero or more, the smaller first",
            "--random-fault=truncateBody ; --random-fault 'truncateBody': use NAME=NUMBER" })
    void run_wrongOption_printsOneLineAndReturns2(String option, String message) {
        assertThat(simulate.run(option)).isEqualTo(2);

        assertThat(simulate.err()).isEqualTo("camel-sms: " + message + System.lineSeparator());
        assertThat(simulate.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "--pasword, secret", "--password, secret, --port, x", "--port, x, --password, secret" })
    void run_wrongOptionBesideAPassword_doesNotPrintThePassword(ArgumentsAccessor arguments) {
        assertThat(simulate.run(arguments.toList().toArray(String[]::new))).isEqualTo(2);

        assertThat(simulate.err().lines()).singleElement().asString().doesNotContain("secret");
    }

    @Test
    void run_valueThatBeginsWithAt_isNotAFile() {
        simulate.interrupt();

        assertThat(simulate.run("--port", "0", "--username", "@name")).as(simulate.err()).isZero();

        assertThat(simulate.out()).contains("user name @name");
    }

    @Test
    void run_optionGivenTwice_usesTheLastValue() {
        simulate.interrupt();

        assertThat(simulate.run("--port", "0", "--username", "first", "--username", "last")).as(simulate.err()).isZero();

        assertThat(simulate.out()).contains("user name last");
    }

    @Test
    void run_everyOption_isAccepted() {
        simulate.interrupt();

        assertThat(
                simulate.run(
                        "--host", "127.0.0.1", "--port", "0", "--username", "u", "--password", "p", "--https", "true",
                        "--base-path", "/sms",
                        "--threads",
                        "40", "--gzip", "true", "--requests-per-second", "2.5", "--rate-limiter", "token-bucket",
                        "--rate-limit-scope", "all-operations", "--too-many-requests-response", "body-array", "--retry-after",
                        "true",
                        "--request-latency", "1-2", "--response-latency", "3", "--delivery-delay", "10-20",
                        "--status-by-date-lag", "5", "--status-weight",
                        "DELIVERED=5", "--status-envelope", "NESTED", "--status-field", "a", "--status-parent-field", "b",
                        "--link-field", "c", "--link-parent-field", "d", "--link-form", "query-only", "--result-order",
                        "shuffled",
                        "--zone", "UTC", "--rejected-destinations", "119.*", "--random-fault", "httpStatus:503=0.1", "--seed",
                        "9223372036854775807"))
                .as(simulate.err()).isZero();

        assertThat(simulate.out()).contains("SMS simulator listens on http://localhost:", "/sms and https://localhost:",
                "user name u");
    }

    @Test
    void run_hostReachableByOtherMachines_warnsInOneLine() {
        simulate.interrupt();

        assertThat(simulate.run("--host", "0.0.0.0", "--port", "0")).as(simulate.err()).isZero();

        assertThat(simulate.err().lines()).singleElement().asString()
                .startsWith("camel-sms: The SMS simulator listens on 0.0.0.0, which other machines can reach.");
    }

    @Test
    void run_hostOfAnotherMachine_printsOneLineAndReturns1() {
        assertThat(simulate.run("--host", "192.0.2.254")).isEqualTo(1);

        assertThat(simulate.err().lines()).singleElement().asString().contains("host '192.0.2.254'", "127.0.0.1");
    }

    @Test
    void run_untilStopped_printsAddressThenStatistics() throws Exception {
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> simulate.run("--port=0"));
        await().until(() -> simulate.out().contains("Press Ctrl-C to stop it."));

        simulate.interrupt();

        assertThat(exit.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(simulate.out().lines().toList()).hasSize(2).last().asString()
                .startsWith("SMS simulator stopped: send requests 0, messages accepted 0").endsWith("smallest gap none");
    }

    @Test
    void run_portInUse_printsOneLineAndReturns1() {
        try (SmsSimulator other = SmsSimulator.builder().build().start()) {
            assertThat(simulate.run("--port", Integer.toString(other.port()))).isEqualTo(1);
        }

        assertThat(simulate.err().lines()).singleElement().asString().contains("cannot be opened", "--port");
    }
}
