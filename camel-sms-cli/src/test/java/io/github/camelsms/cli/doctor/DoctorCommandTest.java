package io.github.camelsms.cli.doctor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.cli.process.Interruption;
import io.github.camelsms.cli.process.Surroundings;
import io.github.camelsms.cli.service.ServiceOptions;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorCommandTest {

    private static final String NUMBER = DoctorRun.NUMBER;

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock(DoctorRun.START);
    private final SmsSimulator simulator = SmsSimulator.builder().clock(clock).build();
    private final Map<String, String> environment = new HashMap<>(Map.of("SMS_USERNAME", "demo", "SMS_PASSWORD", "demo"));
    private final Interruption interruption = new Interruption();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() {
        simulator.start();
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    @Test
    void run_yes_examinesEverything() {
        assertThat(run("", "--to", NUMBER, "--yes")).isZero();

        assertThat(out.toString()).contains("Report of the Camel SMS doctor", "Options to set").doesNotContain(NUMBER);
        assertThat(err.toString()).isEmpty();
        assertThat(simulator.messages()).hasSize(4);
    }

    @Test
    void run_json_printsOneObject() throws IOException {
        assertThat(run("", "--to", NUMBER, "--yes", "--json")).isZero();

        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(report.path("messagesSpent").asInt()).isEqualTo(4);
        assertThat(report.path("findings")).hasSize(Point.values().length);
        assertThat(err.toString()).contains("Step 1 of 10");
    }

    @Test
    void run_answersInTheTerminal_runsTheStepsThatAreWanted() {
        assertThat(run("y\nY\nno\n", "--to", NUMBER)).isZero();

        assertThat(out.toString()).contains("Run this step? [y/N]", "Meaning of date: skipped: not wanted");
        assertThat(simulator.messages()).hasSize(1);
    }

    @Test
    void run_endOfInput_makesNoRequest() {
        assertThat(run("", "--to", NUMBER)).isZero();

        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    @Test
    void run_interrupted_printsTheReportOfTheStepsBefore() {
        interruption.request();

        assertThat(run("", "--to", NUMBER, "--yes")).isEqualTo(130);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(out.toString()).contains("Report of the Camel SMS doctor", "skipped: the examination was interrupted");
        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void run_reportFile_hasTheReportForItsOwnerOnly() throws IOException {
        Path report = directory.resolve("report.txt");

        run("", "--to", NUMBER, "--yes", "--report", report.toString());

        assertThat(out.toString()).endsWith(Files.readString(report));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "--to 12 ; --to is not a number", "--to 11987654321 --wait 0 ; --wait 0 is not from 1 to 240 minutes",
            "--to 11987654321 --requests-per-second 0 ; --requests-per-second 0.0 is not above 0",
            "--to 11987654321 --base-url http://u:secret@localhost ; without user name, password and query",
            "--yes ; --to" })
    void run_wrongOption_isWrongUsage(String arguments, String message) {
        assertThat(run("", arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString()).contains(message).doesNotContain("secret");
        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    @ParameterizedTest
    @CsvSource({ "wrong, true, 7", "demo, false, 6" })
    void run_serviceCannotBeUsed_returnsTheCodeForIt(String password, boolean isReachable, int code) {
        environment.put("SMS_PASSWORD", password);
        if (!isReachable) {
            simulator.stop();
        }

        assertThat(run("", "--to", NUMBER, "--yes")).isEqualTo(code);
    }

    /** The transcript in the documentation is that of this examination. */
    @Test
    void run_defaultSimulator_printsWhatTheDocumentationShows() throws IOException {
        run("y\n".repeat(20), "--to", NUMBER, "--statuses", directory.resolve("s").toString());

        String page = Files.readString(Path.of("..", "docs", "doctor.md"));
        String transcript
                = out.toString().replace(System.lineSeparator(), "\n").replace(simulator.baseUrl(), "http://localhost:8089")
                        .replace(directory.resolve("s").toString(), "camel-sms-doctor-73d51abb.statuses")
                        .replace("[y/N] ", "[y/N] y\n");
        Path copy = Files.writeString(Path.of("target", "doctor.txt"), transcript);
        for (String block : blocks(page)) {
            assertThat(transcript).as("copy from %s into the page", copy).contains(block);
        }
        assertThat(blocks(page)).hasSizeGreaterThanOrEqualTo(2);
    }

    /** Returns the parts of the transcript in the page, without the lines of the omitted ones. */
    private static List<String> blocks(String page) {
        return Stream.of(page.split("```")).filter(block -> block.startsWith("\nStep") || block.startsWith("\nReport"))
                .flatMap(block -> Stream.of(block.substring(1).split("(?m)^…\n"))).toList();
    }

    private int run(String in, String... arguments) {
        environment.putIfAbsent("SMS_BASE_URL", simulator.baseUrl());
        Surroundings surroundings = new Surroundings(
                environment, directory, new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)), false, interruption);
        CommandLine command = new CommandLine(
                new DoctorCommand(surroundings, new DoctorRun.Time(clock), new Random(1)), new CommandLine.IFactory() {
                    @Override
                    public <K> K create(Class<K> type) throws Exception {
                        return type == ServiceOptions.class
                                ? type.cast(new ServiceOptions(surroundings)) : CommandLine.defaultFactory().create(type);
                    }
                });
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        boolean hasStatuses = List.of(arguments).contains("--statuses");
        return command.execute(hasStatuses
                ? arguments : Stream.concat(Stream.of(arguments), Stream.of("--statuses", directory.resolve("x").toString()))
                        .toArray(String[]::new));
    }
}
