package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.apache.camel.util.IOHelper;

/**
 * The sample routes as an application: runs until it is stopped, or, as a demonstration, until all messages of the
 * bundled input have their outcomes.
 */
public final class SampleApplication {

    /** Success; after a demonstration, each message has its outcome. */
    static final int OK = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private SampleApplication() {
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
        CommandLine options;
        try {
            options = CommandLine.parse(arguments);
            if (options.help()) {
                out.print(IOHelper.loadText(SampleApplication.class.getResourceAsStream("/usage.txt")));
                return OK;
            }
            prepareFolders(options);
        } catch (IllegalArgumentException | IOException e) {
            err.println("sample-routes: " + e.getMessage());
            return WRONG_USAGE;
        }
        try {
            return options.crash()
                    ? new CrashDemo(Objects.requireNonNull(options.workDir()).toAbsolutePath(), out).run()
                    : runCamel(options, variables, out);
        } catch (Exception e) {
            err.println("sample-routes: " + StartFailure.describe(e));
            return FAILED;
        }
    }

    /** Must be called before the first log line, because the log file is in the work folder. */
    private static void prepareFolders(CommandLine options) throws IOException {
        Path config = options.config();
        if (config != null && !Files.isReadable(config)) {
            throw new IllegalArgumentException("--config " + config + " cannot be read");
        }
        Path workDir = options.workDir();
        if (workDir == null) {
            Path current = Path.of(System.getProperty("sms.work.dir", ""));
            WorkFolder.check("the folder " + current.toAbsolutePath(), current);
            return;
        }
        if (options.demo() || options.crash()) {
            WorkFolder.renew(workDir);
        }
        WorkFolder.check("--work-dir " + workDir, workDir);
        System.setProperty("sms.work.dir", workDir.toString());
    }

    private static int runCamel(CommandLine options, Set<String> variables, PrintStream out) throws Exception {
        SampleMain main = options.demo()
                ? new Demo(variables, out, options.keepRunning()) : new SampleMain(variables, out, false);
        if (options.config() != null) {
            main.setPropertyPlaceholderLocations("file:" + options.config() + ",classpath:application.properties");
        }
        try {
            main.run();
            return main.getExitCode();
        } finally {
            main.shutdown();
        }
    }
}
