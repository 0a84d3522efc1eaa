package io.github.camelsms.cli;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs the jar: a simulator, and commands that use it. */
class RunnableJarIT {

    private static final Pattern STARTED = Pattern.compile("SMS simulator listens on (\\S+) ");

    @TempDir
    Path directory;

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void jar_simulatorAndCommands_runAndEnd() throws Exception {
        try (CommandProcess simulator = CommandProcess.ofJar(directory, "", "simulate", "--port", "0")) {
            await().until(() -> STARTED.matcher(simulator.out()).find());
            Matcher started = STARTED.matcher(simulator.out());
            assertThat(started.find()).isTrue();
            String baseUrl = started.group(1);

            assertThat(out(baseUrl, "send", "--to", "11987654321", "--text", "Good morning", "--id", "order-1"))
                    .matches("ACCEPTED \\d+ order-1\\R");
            assertThat(out(baseUrl, "status", "--id", "order-1")).contains("order-1");
            try (CommandProcess operations = CommandProcess.ofJar(directory, baseUrl, "operations", "--port", "0")) {
                await().until(() -> operations.out().contains("Operations page: "));
                operations.interrupt();
                assertThat(operations.exitCode()).isEqualTo(130);
            }

            simulator.interrupt();
            assertThat(simulator.exitCode()).isEqualTo(130);
            assertThat(simulator.out().lines()).hasSize(2).last().asString()
                    .startsWith("SMS simulator stopped: send requests 1, messages accepted 1 ");
        }
    }

    private String out(String baseUrl, String... arguments) throws Exception {
        try (CommandProcess command = CommandProcess.ofJar(directory, baseUrl, arguments)) {
            assertThat(command.exitCode()).as(command.err()).isZero();
            return command.out();
        }
    }
}
