package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import io.github.camelsms.sample.files.PrivateFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
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

    /** Success; after a demonstration, each message has its outcome. */
    static final int OK = CommandLine.ExitCode.OK;
    static final int FAILED = CommandLine.ExitCode.SOFTWARE;
    static final int WRONG_USAGE = CommandLine.ExitCode.USAGE;

    /** Option of a demonstration's application: stop when standard input ends, because the demonstration was killed. */
    static final String STOP_WITH_PARENT = "--stop-with-parent";

    private static final Path DEMO_FOLDER = Path.of("sample-routes", "target", "run");

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--work-dir", paramLabel = "FOLDER",
            description = "write all files below this folder (default: the current one; with --demo or --crash:"
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
        System.exit(run(List.of(arguments), out, err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        return new CommandLine(new SampleApplication(out)).setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false).setOverwrittenOptionsAllowed(true).setUnmatchedOptionsAllowedAsOptionParameters(false)
                .setParameterExceptionHandler((e, given) -> {
                    err.println("sample-routes: " + describe(e));
                    return WRONG_USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, given) -> {
                    err.println("sample-routes: " + StartFailure.describe(e));
                    return FAILED;
                })
                .execute(arguments.toArray(String[]::new));
    }

    @Override
    public Integer call() throws Exception {
        if (mode.config != null && !Files.isReadable(mode.config)) {
            throw new ParameterException(
                    spec.commandLine(), "--config " + mode.config + " cannot be read: name a file of properties");
        }
        boolean isDemonstration = mode.demo || mode.crash;
        if (keepRunning && !isDemonstration) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--keep-running has no effect without a demonstration, because the application runs until it is stopped:"
                                        + " add --demo or --crash, or remove it");
        }
        Path folder = Objects.requireNonNullElse(
                workDir, isDemonstration ? DEMO_FOLDER : Path.of(System.getProperty("sms.work.dir", ""))).toAbsolutePath()
                .normalize();
        try {
            if (isDemonstration) {
                Demo.prepare(folder);
            }
            // Before the first log line.
            PrivateFiles.create(folder.resolve("logs"));
        } catch (DirectoryNotEmptyException e) {
            throw new ParameterException(
                    spec.commandLine(), "the folder " + e.getMessage() + ", and is not empty: choose another with --work-dir",
                    e);
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "the folder " + folder + " cannot be written to (" + e
                                        + "): choose another with --work-dir, or change its permissions",
                    e);
        }
        if (isDemonstration || workDir != null) {
            System.setProperty("sms.work.dir", folder.toString());
        }
        if (isDemonstration) {
            return new Demo(folder, mode.crash, out).run(keepRunning) ? OK : FAILED;
        }
        return runCamel();
    }

    private int runCamel() throws Exception {
        if (stopWithParent) {
            Thread watcher = new Thread(SampleApplication::exitAtEndOfInput, "parent");
            watcher.setDaemon(true);
            watcher.start();
        }
        SampleMain main = new SampleMain(out, mode.config);
        try {
            main.run();
            return main.getExitCode();
        } finally {
            main.shutdown();
        }
    }

    /** Stops the application in good order when the process that has started it ends, even if that was killed. */
    private static void exitAtEndOfInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Nothing more can be read, as at the end.
        }
        System.exit(FAILED);
    }

    /** Names only the first unknown option, without its value, because the rest may contain a password. */
    private static @Nullable String describe(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? "unknown option " + unmatched.getUnmatched().get(0).split("=", 2)[0] + ": see --help" : e.getMessage();
    }
}
