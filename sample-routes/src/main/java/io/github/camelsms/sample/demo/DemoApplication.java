package io.github.camelsms.sample.demo;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import io.github.camelsms.sample.run.StartFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/**
 * The demonstration as a program: starts the sample application against a simulator and a broker of its own, until all
 * messages of the bundled input have their outcomes. Properties and environment variables have no effect on it.
 */
@Command(name = "DemoApplication", sortOptions = false, usageHelpWidth = 100,
         description = "Sends 1,000 bundled messages from a file and 400 from a queue to a simulator, and prints a summary.")
public final class DemoApplication implements Callable<Integer> {

    private final PrintStream out;

    @Option(names = "--work-dir", paramLabel = "DIRECTORY", defaultValue = "sample-routes/target/run",
            description = "write all files below this directory, which is emptied first (default: ${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init")
    private Path workDir;

    @Option(names = "--crash",
            description = "kill the application with SIGKILL half way, restart it, and lose a response")
    private boolean crash;

    @Option(names = "--campaign", paramLabel = "LINES",
            description = "instead, send a file of this many lines with opt-outs, a window and a cap, and kill the application twice")
    private @Nullable Integer campaign;

    @Option(names = "--keep-running", description = "continue after the summary until stopped")
    private boolean keepRunning;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "print this")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    private DemoApplication(PrintStream out) {
        this.out = out;
    }

    /**
     * Exits with 0 if each message has its outcome and none was lost or sent twice, with 1 otherwise, and with 2 for a
     * wrong option.
     */
    public static void main(String[] arguments) {
        System.exit(
                run(new PrintStream(System.out, true, StandardCharsets.UTF_8),
                        new PrintStream(System.err, true, StandardCharsets.UTF_8), arguments));
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        return new CommandLine(new DemoApplication(out)).setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setUnmatchedOptionsAllowedAsOptionParameters(false)
                .setParameterExceptionHandler((e, given) -> {
                    err.println("demo: " + e.getMessage());
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, given) -> {
                    err.println("demo: " + StartFailure.describe(e));
                    return ExitCode.SOFTWARE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        Path folder = workDir.toAbsolutePath().normalize();
        boolean isSuccess = campaign == null
                ? Demo.run(folder, crash, keepRunning, out) : CampaignDemo.run(folder, campaign, out);
        return isSuccess ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
