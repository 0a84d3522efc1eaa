package io.github.camelsms.sample.run;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Options of the command line.
 *
 * @param demo        send the bundled messages through the embedded simulator and broker, print a summary and end
 * @param crash       send them from a process that is killed and restarted, count them at the simulator, and end
 * @param keepRunning do not end after the summary
 * @param help        only print the usage
 * @param workDir     folder of all written files, or null for the default
 * @param config      properties file that takes precedence over the one in the jar, or null
 */
record CommandLine(boolean demo, boolean crash, boolean keepRunning, boolean help, @Nullable Path workDir,
        @Nullable Path config) {

    private static final Path DEMO_FOLDER = Path.of("sample-routes", "target", "run");

    /**
     * @throws IllegalArgumentException if an option is unknown or lacks its value; the message says which
     */
    static CommandLine parse(List<String> arguments) {
        boolean demo = false;
        boolean crash = false;
        boolean keepRunning = false;
        boolean help = false;
        Path workDir = null;
        Path config = null;
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext();) {
            String option = rest.next();
            switch (option) {
                case "--demo" -> demo = true;
                case "--crash" -> crash = true;
                case "--keep-running" -> keepRunning = true;
                case "--help", "-h" -> help = true;
                case "--work-dir" -> workDir = value(option, rest);
                case "--config" -> config = value(option, rest);
                default -> throw new IllegalArgumentException("unknown option " + option + ": see --help");
            }
        }
        if (keepRunning && !demo) {
            throw new IllegalArgumentException(
                    "--keep-running is for --demo only: without it the application runs until it is stopped");
        }
        if (crash && (demo || config != null)) {
            throw new IllegalArgumentException("--crash is a separate demonstration: omit --demo and --config");
        }
        if ((demo || crash) && workDir == null) {
            workDir = DEMO_FOLDER;
        }
        return new CommandLine(demo, crash, keepRunning, help, workDir, config);
    }

    private static Path value(String option, Iterator<String> rest) {
        String path = rest.hasNext() ? rest.next() : "";
        if (path.isBlank() || path.startsWith("--")) {
            throw new IllegalArgumentException(option + " needs a path: see --help");
        }
        return Path.of(path);
    }
}
