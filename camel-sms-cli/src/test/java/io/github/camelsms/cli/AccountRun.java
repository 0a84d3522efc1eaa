package io.github.camelsms.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.simulator.SmsSimulator;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands that tests run with the account of a simulator and a message store in a directory. */
public final class AccountRun {

    private final SmsSimulator simulator;
    private final Path directory;

    public AccountRun(SmsSimulator simulator, Path directory) {
        this.simulator = simulator;
        this.directory = directory;
    }

    /** Returns a command that has its settings in the environment. */
    public CommandRun command(String... prefix) {
        return new CommandRun(prefix).home(directory).with("SMS_BASE_URL", simulator.baseUrl())
                .with("SMS_USERNAME", simulator.username()).with("SMS_PASSWORD", "demo")
                .with("SMS_STORE", directory.resolve("messages.db").toString());
    }

    /** Runs a command, and returns what it printed. */
    public String out(String... arguments) {
        CommandRun command = command();
        int exitCode = command.run(arguments);
        if (exitCode != 0) {
            throw new AssertionError("exit code " + exitCode + ": " + command.err());
        }
        return command.out();
    }

    /** Returns the day on which a message was sent, in the zone of the service. */
    public String day(String id) {
        String found = out("messages", "find", id, "--json");
        Matcher sentAt = Pattern.compile("\"sentAt\":\"([^\"]+)\"").matcher(found);
        assertThat(sentAt.find()).as(found).isTrue();
        return LocalDate.ofInstant(Instant.parse(sentAt.group(1)), ZoneId.of("America/Sao_Paulo")).toString();
    }
}
