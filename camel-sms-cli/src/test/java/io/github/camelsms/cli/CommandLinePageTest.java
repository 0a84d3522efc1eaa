package io.github.camelsms.cli;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the commands of {@code docs/command-line.md} in their order, and compares what they print with the page. Ids of
 * the service, times, ports and column widths are masked on both sides, and the numbers after an interruption.
 */
class CommandLinePageTest {

    private static final Path PAGE = Path.of("..", "docs", "command-line.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\R(\\$ .*?)^```$");
    private static final String PROMPT = "$ ";
    private static final String CTRL_C = "^C";
    /** Day in the examples. */
    private static final String DAY = "2026-11-29";

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(
            SmsSimulator.builder().deliveryDelay(Duration.ZERO, Duration.ZERO).everyStatus(MessageStatus.DELIVERED));

    @TempDir
    Path directory;

    private int lastExitCode;

    @Test
    void transcripts_ofThePage_areWhatTheCommandsPrint() throws Exception {
        String page = page();
        StringBuilder current = new StringBuilder();
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            block.appendReplacement(current, Matcher.quoteReplacement("```\n" + replay(block.group(1)) + "```"));
        }
        block.appendTail(current);
        Path copy = Files.writeString(Path.of("target", "command-line.md"), current);

        assertThat(masked(current.toString())).as("copy %s over the page", copy).isEqualTo(masked(page));
    }

    @Test
    void exitCodes_ofThePage_areAll() throws Exception {
        List<String> documented = Pattern.compile("(?m)^\\| (\\d+) \\|").matcher(page()).results()
                .map(row -> row.group(1)).toList();

        assertThat(documented).containsExactlyElementsOf(Arrays.stream(ExitCodes.class.getFields()).map(field -> {
            try {
                return String.valueOf(field.get(null));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }).toList());
    }

    /** Runs the commands of a block, and returns it with what they have printed. */
    private String replay(String block) throws Exception {
        StringBuilder replayed = new StringBuilder();
        for (String step : block.split("(?m)^(?=\\$ )", -1)) {
            if (!step.isEmpty()) {
                String command = step.lines().findFirst().orElseThrow().substring(PROMPT.length());
                String shown = step.substring(step.indexOf('\n') + 1);
                replayed.append(PROMPT).append(command).append('\n').append(run(command, shown));
            }
        }
        return replayed.toString();
    }

    private String run(String command, String shown) throws Exception {
        Matcher echo = Pattern.compile("echo '(.*)' \\| (.*)").matcher(command);
        if (command.startsWith("export ")) {
            return "";
        } else if (command.equals("echo $?")) {
            return lastExitCode + "\n";
        } else if (command.startsWith("cat ")) {
            Files.writeString(directory.resolve(command.substring("cat ".length())), shown);
            return shown;
        } else if (echo.matches()) {
            return run(echo.group(2), echo.group(1), shown);
        }
        return run(command, "", shown);
    }

    private String run(String command, String in, String shown) throws Exception {
        if (shown.startsWith(CTRL_C)) {
            return interrupted(command);
        }
        AccountRun account = new AccountRun(SMS.simulator(), directory);
        String day = command.contains(DAY) ? account.day("order-1") : DAY;
        int port = freePort();
        List<String> arguments = words(command.replaceFirst("^camel-sms ", "")).stream()
                .map(word -> word.endsWith(".csv") ? directory.resolve(word).toString() : word)
                .map(word -> word.equals("8089") || word.equals("8080") ? Integer.toString(port) : word)
                .map(word -> word.equals(DAY) ? day : word).toList();
        CommandRun run = account.command().in(in);
        CompletableFuture<Integer> exit
                = CompletableFuture.supplyAsync(() -> run.run(arguments.toArray(String[]::new)));
        if (shown.contains("Press Ctrl-C")) {
            await().until(() -> exit.isDone() || run.out().contains("Press Ctrl-C"));
            String out = run.out();
            run.interrupt();
            lastExitCode = exit.get(1, TimeUnit.MINUTES);
            return out.replace(Integer.toString(port), command.contains("8080") ? "8080" : "8089");
        }
        lastExitCode = exit.get(1, TimeUnit.MINUTES);
        return (run.out() + run.err()).replace(directory + "/", "").replace(day, DAY);
    }

    /** Interrupts a command that sends a file, with an account of its own, which the other examples do not show. */
    private String interrupted(String command) throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start()) {
            CommandRun run = new AccountRun(simulator, Files.createDirectories(directory.resolve("interrupted"))).command();
            String file = words(command).get(2);
            CompletableFuture<Integer> exit
                    = CompletableFuture.supplyAsync(() -> run.run("send", directory.resolve(file).toString()));
            await().until(() -> exit.isDone() || simulator.statistics().acceptedMessages() > 0);
            run.interrupt();
            lastExitCode = exit.get(1, TimeUnit.MINUTES);
            return CTRL_C + "\n" + (run.out() + run.err()).replace(directory + "/", "");
        }
    }

    /** Splits a command as a shell does. */
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        for (Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command); word.find();) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        return words;
    }

    private static String masked(String page) {
        String masked = page.replaceAll("\\b\\d{16}\\b", "ID").replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
                .replaceAll("(?m)(?<=\\S) {2,}", "  ");
        return Pattern.compile("(?m)^.*large\\.csv.*$").matcher(masked)
                .replaceAll(line -> Matcher.quoteReplacement(
                        line.group().replaceAll("\\d[\\d,]*", "N").replace(", N not sent", "")));
    }

    private String page() throws IOException {
        Files.writeString(
                directory.resolve("large.csv"),
                IntStream.range(0, 5_000).mapToObj(i -> "119%08d,Hello%n".formatted(80000000 + i))
                        .collect(Collectors.joining("", "destination,messageText\n", "")));
        return Files.readString(PAGE);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
