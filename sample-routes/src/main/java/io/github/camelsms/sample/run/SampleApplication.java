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
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The sample routes as an application that runs until it is stopped.
 */
@Command(name = "java -jar sample-routes.jar", abbreviateSynopsis = true, sortOptions = false, usageHelpWidth = 100,
         description = "Sends SMS from files and JMS queues, and polls their delivery statuses.%n",
         footer = {
                 "",
                 "Set any property also with java -Dname=value, or as an environment variable: sms.service.url as"
                     + " SMS_SERVICE_URL. Required are sms.service.url, sms.service.username, sms.service.password and"
                     + " sms.broker.url." })
public final class SampleApplication implements Callable<Integer> {

    /** Option of a demonstration's application: stop when the demonstration ends, even if it was killed. */
    public static final String STOP_WITH_PARENT = "--stop-with-parent";

    private final PrintStream out;

    @Option(names = "--work-dir", paramLabel = "DIRECTORY",
            description = "write all files below this directory (default: the current one)")
    private @Nullable Path workDir;

    @Option(names = "--config", paramLabel = "FILE", description = "properties that override those in the jar")
    private @Nullable Path config;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "print this")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Option(names = STOP_WITH_PARENT, hidden = true)
    private boolean stopWithParent;

    private SampleApplication(PrintStream out) {
        this.out = out;
    }

    /**
     * Exits with 0 for success, 1 if the application did not start, and 2 for a wrong option.
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
        setWorkDir(System.getenv("SMS_WORK_DIR"));
        Path folder = Path.of(System.getProperty("sms.work.dir", ""));
        SampleMain main = new SampleMain(out);
        if (config != null) {
            main.setOverrideProperties(read(config));
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
