package io.github.camelsms.sample.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

import org.apache.camel.main.Main;
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
        Properties overrides;
        try {
            options = CommandLine.parse(arguments);
            if (options.help()) {
                out.print(IOHelper.loadText(SampleApplication.class.getResourceAsStream("/usage.txt")));
                return OK;
            }
            overrides = overrides(options);
        } catch (IllegalArgumentException | IOException e) {
            err.println("sample-routes: " + e.getMessage());
            return WRONG_USAGE;
        }
        return options.crash() ? crash(options, out, err) : runCamel(options, overrides, variables, out, err);
    }

    /** Must be called before the first log line, because the log file is in the work folder. */
    private static Properties overrides(CommandLine options) throws IOException {
        Path config = options.config();
        if (config != null && !Files.isReadable(config)) {
            throw new IllegalArgumentException("--config " + config + " cannot be read");
        }
        Properties overrides = new Properties();
        Path workDir = options.workDir();
        if (workDir != null) {
            if (options.demo() || options.crash()) {
                WorkFolder.renew(workDir);
            }
            WorkFolder.check("--work-dir " + workDir, workDir);
            overrides.setProperty("sms.work.dir", workDir.toString());
            System.setProperty("sms.work.dir", workDir.toString());
        } else {
            Path current = Path.of(System.getProperty("sms.work.dir", ""));
            WorkFolder.check("the folder " + current.toAbsolutePath(), current);
        }
        if (options.demo()) {
            overrides.putAll(Demo.PROPERTIES);
        }
        return overrides;
    }

    private static int crash(CommandLine options, PrintStream out, PrintStream err) {
        try {
            return new CrashDemo(Objects.requireNonNull(options.workDir()).toAbsolutePath(), out).run();
        } catch (Exception e) {
            err.println("sample-routes: " + StartFailure.describe(e));
            return FAILED;
        }
    }

    private static int runCamel(
            CommandLine options, Properties overrides, Set<String> variables, PrintStream out,
            PrintStream err) {
        Main main = new Main();
        main.setOverrideProperties(overrides);
        if (options.config() != null) {
            main.setPropertyPlaceholderLocations(
                    "file:" + options.config() + ",classpath:application.properties");
        }
        try (EmbeddedServices services = new EmbeddedServices(options.demo())) {
            main.addMainListener(new ApplicationSetup(services, overrides, variables));
            Demo demo = options.demo()
                    ? new Demo(services, out, options.keepRunning()) : null;
            main.addMainListener(demo != null ? demo : new StartedNotice(out));
            main.run();
            return demo == null ? OK : demo.exitCode();
        } catch (Exception e) {
            err.println("sample-routes: " + StartFailure.describe(e));
            return FAILED;
        } finally {
            main.shutdown();
        }
    }
}
