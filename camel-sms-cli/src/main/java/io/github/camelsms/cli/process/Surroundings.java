package io.github.camelsms.cli.process;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * The parts of the process environment that commands use.
 *
 * @param environment  environment variables
 * @param home         the user's home directory
 * @param in           standard input
 * @param isTerminal   whether a person watches the error stream
 * @param interruption the request to end, such as Ctrl-C
 */
public record Surroundings(
        Map<String, String> environment, Path home, InputStream in, boolean isTerminal, Interruption interruption) {

    /** Returns those of this process. */
    public static Surroundings ofThisProcess() {
        return new Surroundings(
                System.getenv(), Path.of(System.getProperty("user.home", ".")), System.in, System.console() != null,
                Interruption.ofThisProcess());
    }
}
