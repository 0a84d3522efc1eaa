package io.github.camelsms.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.cli.process.Interruption;
import io.github.camelsms.cli.process.Surroundings;

/**
 * A command that a test runs in this process, with what it printed. One instance is for one run.
 */
public final class CommandRun {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Interruption interruption = new Interruption();
    private final Map<String, String> environment = new HashMap<>();
    private final String[] prefix;
    private Path home = Path.of("no-such-home");
    private InputStream in = InputStream.nullInputStream();

    /**
     * @param prefix arguments before those of {@link #run}, such as the name of the command
     */
    public CommandRun(String... prefix) {
        this.prefix = prefix;
    }

    /** Sets an environment variable. */
    public CommandRun with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Sets the home directory. */
    public CommandRun home(Path directory) {
        home = directory;
        return this;
    }

    /** Sets the standard input. */
    public CommandRun in(String text) {
        return in(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Sets the standard input. */
    public CommandRun in(InputStream stream) {
        in = stream;
        return this;
    }

    /** Runs the command and returns its exit code. */
    public int run(String... arguments) {
        return SmsCommand
                .commandLine(printer(out), printer(err), new Surroundings(
                        environment, home, in, false, interruption))
                .execute(Stream.of(prefix, arguments).flatMap(Stream::of).toArray(String[]::new));
    }

    /** Does what Ctrl-C does. */
    public void interrupt() {
        interruption.request();
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
