package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The sample routes as an application: runs until it is stopped, or, as a demonstration, until all messages of the
 * bundled input have their outcomes.
 */
@Command(name = "java -jar sample-routes.jar", abbreviateSynopsis = true, sortOptions = false, usageHelpWidth = 100,
         description = "Sends SMS from files and JMS queues, and polls their delivery statuses.%n",
         footer = {
                 "",
                 "Set any property also with java -Dname=value, or as an environment variable: sms.service.url as"
                     + " SMS_SERVICE_URL. Required are sms.service.url, sms.service.username and sms.service.password."
                     + " Without sms.broker.url the application starts a broker. With --demo and --crash, properties and"
                     + " variables have no effect." })
public final class SampleApplication implements Callable<Integer> {

    /** Option of a demonstration's application: stop when the demonstration ends, even if it was killed. */
    static final String STOP_WITH_PARENT = "--stop-with-parent";

    private final PrintStream out;

    @Option(names = "--work-dir", paramLabel = "DIRECTORY",
            description = "write all files below this directory (default: the current one; with --demo or --crash:"
                          + " sample-routes/target/run, emptied first)")
    private @Nullable Path workDir;

    @ArgGroup
    private Mode mode = new Mode();

    @Option(names = "--keep-running", description = "with --demo or --crash: continue after the summary until stopped")
    private boolean keepRunning;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "print this")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Option(names = STOP_WITH_PARENT, hidden = true)
    private boolean stopWithParent;

    /** Options of which only one can be given. */
    private static final class Mode {

        @Option(names = "--config", paramLabel = "FILE", description = "properties that override those in the jar")
        private @Nullable Path config;

        @Option(names = "--demo",
                description = "send 1,000 bundled messages from a file and 400 from a queue to a simulator, print a summary and"
                              + " exit; with 1 if a message has no outcome, or was lost or sent twice")
        private boolean demo;

        @Option(names = "--crash",
                description = "as --demo, but kill the application with SIGKILL half way, restart it, and lose a response")
        private boolean crash;
    }

    private SampleApplication(PrintStream out) {
        this.out = out;
    }

    /**
     * Exits with 0 for success, 1 if the application did not start, or if a message of the demonstration has no
     * outcome, was lost or was sent twice, and 2 for a wrong option.
     */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, arguments));
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        return new CommandLine(new SampleApplication(out)).setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false).setOverwrittenOptionsAllowed(true).setUnmatchedOptionsAllowedAsOptionParameters(false)
                .setParameterExceptionHandler((e, given) -> {
                    err.println("sample-routes: " + describe(e));
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, given) -> {
                    err.println("sample-routes: " + StartFailure.describe(e));
                    return ExitCode.SOFTWARE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        boolean isDemonstration = mode.demo || mode.crash;
        if (keepRunning && !isDemonstration) {
            throw new ParameterException(
                    new CommandLine(this),
                    "--keep-running has no effect without --demo or --crash: add one of them, or remove it");
        }
        if (workDir == null && isDemonstration) {
            workDir = Path.of("sample-routes/target/run");
        }
        setWorkDir(isDemonstration ? null : System.getenv("SMS_WORK_DIR"));
        Path folder = Path.of(System.getProperty("sms.work.dir", ""));
        if (isDemonstration) {
            return Demo.run(folder, mode.crash, keepRunning, out) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        SampleMain main = new SampleMain(out);
        if (mode.config != null) {
            main.setOverrideProperties(read(mode.config));
        }
        // Before the first log line.
        PrivateFolders.create(folder.resolve("logs"));
        // Log4j would continue without a log.
        Files.newByteChannel(folder.resolve("logs/sample-routes.log"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                .close();
        if (stopWithParent) {
            ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(ExitCode.SOFTWARE)));
        }
        try {
            main.run();
            return main.getExitCode();
        } finally {
            main.shutdown();
        }
    }

    private static Properties read(Path config) {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(config)) {
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalArgumentException("--config " + config + " cannot be read: name a file of properties");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--config " + config + " has a backslash before a u: write each backslash twice, or a slash in paths");
        }
        // As Camel does.
        properties.replaceAll((name, value) -> value.toString().stripTrailing());
        return properties;
    }

    /** Sets the properties of the directory. The first one also determines the place of the log. */
    private void setWorkDir(@Nullable String variable) {
        if (workDir != null) {
            String path = workDir.toAbsolutePath().normalize().toString();
            System.setProperty("sms.work.dir", path);
            // Camel prefers the variable to the other property.
            System.setProperty("sample-routes.work.dir", path);
        } else if (variable != null) {
            System.setProperty("sms.work.dir", variable.trim());
        }
    }

    /** Names only the first unknown option, without its value, because the rest may contain a password. */
    private static @Nullable String describe(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? "unknown option " + unmatched.getUnmatched().get(0).split("=", 2)[0] + ": see --help" : e.getMessage();
    }
}
