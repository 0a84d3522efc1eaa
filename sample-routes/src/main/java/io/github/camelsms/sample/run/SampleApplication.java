package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
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
                     + " SMS_SERVICE_URL. Required are sms.service.url, sms.service.username and sms.service.password, or"
                     + " sms.simulator=true for a simulator. Without sms.broker.url the application starts a broker." })
public final class SampleApplication implements Callable<Integer> {

    /** Success; after a demonstration, each message has its outcome. */
    static final int OK = CommandLine.ExitCode.OK;
    static final int FAILED = CommandLine.ExitCode.SOFTWARE;
    static final int WRONG_USAGE = CommandLine.ExitCode.USAGE;

    private static final Path DEMO_FOLDER = Path.of("sample-routes", "target", "run");

    private final Set<String> variables;
    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--work-dir", paramLabel = "FOLDER",
            description = "write all files below this folder (default: the current one; with --demo or --crash:"
                          + " sample-routes/target/run, emptied first)")
    private @Nullable Path workDir;

    @Option(names = "--config", paramLabel = "FILE", description = "properties that override those in the jar")
    private @Nullable Path config;

    @Option(names = "--demo",
            description = "send 1,000 bundled messages from a file and 400 from a queue through the embedded simulator and"
                          + " broker, print a summary and exit")
    private boolean demo;

    @Option(names = "--crash",
            description = "as --demo, but the application runs in its own process, which is killed with SIGKILL half way and"
                          + " restarted; exits with 1 if a message was lost or sent twice")
    private boolean crash;

    @Option(names = "--keep-running", description = "with --demo: continue after the summary until stopped")
    private boolean keepRunning;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "print this")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    private SampleApplication(Set<String> variables, PrintStream out) {
        this.variables = variables;
        this.out = out;
    }

    /**
     * Exits with 0 for success, 1 if the application did not start or the demonstration found a message without an
     * outcome, 2 for a wrong option.
     */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(List.of(arguments), System.getenv().keySet(), out, err));
    }

    /**
     * @param variables the names of the environment variables
     */
    static int run(List<String> arguments, Set<String> variables, PrintStream out, PrintStream err) {
        return new CommandLine(new SampleApplication(variables, out)).setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false).setOverwrittenOptionsAllowed(true).setPosixClusteredShortOptionsAllowed(false)
                .registerConverter(Path.class, SampleApplication::path)
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
        Path folder = workDir == null && (demo || crash) ? DEMO_FOLDER : workDir;
        try {
            checkOptions();
            prepareFolders(folder);
        } catch (IllegalArgumentException | IOException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        return crash && folder != null ? new CrashDemo(folder.toAbsolutePath(), out).run() : runCamel();
    }

    private void checkOptions() {
        if (keepRunning && !demo) {
            throw new IllegalArgumentException(
                    "--keep-running is for --demo only: without it the application runs until it is stopped");
        }
        if (crash && (demo || config != null)) {
            throw new IllegalArgumentException("--crash is a separate demonstration: omit --demo and --config");
        }
        if (config != null && !Files.isReadable(config)) {
            throw new IllegalArgumentException("--config " + config + " cannot be read");
        }
    }

    /** Must be called before the first log line, because the log file is in the work folder. */
    private void prepareFolders(@Nullable Path folder) throws IOException {
        if (folder == null) {
            Path current = Path.of(System.getProperty("sms.work.dir", ""));
            WorkFolder.check("the folder " + current.toAbsolutePath(), current);
            return;
        }
        if (demo || crash) {
            WorkFolder.renew(folder);
        }
        WorkFolder.check("--work-dir " + folder, folder);
        System.setProperty("sms.work.dir", folder.toString());
    }

    private int runCamel() throws Exception {
        SampleMain main = demo ? new Demo(variables, out, keepRunning) : new SampleMain(variables, out, false);
        if (config != null) {
            main.setPropertyPlaceholderLocations("file:" + config + ",classpath:application.properties");
        }
        try {
            main.run();
            return main.getExitCode();
        } finally {
            main.shutdown();
        }
    }

    /** Names only the first unknown option, without its value, because the rest may contain a password. */
    private static @Nullable String describe(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            String option = unmatched.getUnmatched().get(0).split("=", 2)[0];
            String similar = String.join(" or ", unmatched.getSuggestions());
            return "unknown option " + option + ": " + (similar.isEmpty() ? "see --help" : "did you mean " + similar + "?");
        }
        return e.getMessage();
    }

    private static Path path(String text) {
        if (text.isBlank() || text.startsWith("--")) {
            throw new TypeConversionException("a path is needed");
        }
        return Path.of(text);
    }
}
