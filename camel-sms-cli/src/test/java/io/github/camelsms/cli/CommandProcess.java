package io.github.camelsms.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command that a test runs as a process of its own. */
public final class CommandProcess implements AutoCloseable {

    private final Process process;
    private final Path out;
    private final Path err;

    private CommandProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts the command from the classes of this module. */
    public static CommandProcess ofClasses(Path directory, String baseUrl, String... arguments) throws IOException {
        return start(directory, baseUrl,
                List.of("-cp", System.getProperty("java.class.path"), "io.github.camelsms.cli.SmsCommand"), arguments);
    }

    /** Starts the command from the jar, which must have been built. */
    public static CommandProcess ofJar(Path directory, String baseUrl, String... arguments) throws IOException {
        return start(directory, baseUrl, List.of("-jar", Path.of("target", "camel-sms-cli.jar").toString()), arguments);
    }

    private static CommandProcess start(Path directory, String baseUrl, List<String> program, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("os.name").equals("Linux")) {
            // A build in the background of a shell ignores the signal of Ctrl-C, and so do its processes.
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(program);
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(directory, "out", null);
        Path err = Files.createTempFile(directory, "err", null);
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("SMS_BASE_URL", baseUrl);
        builder.environment().put("SMS_USERNAME", "demo");
        builder.environment().put("SMS_PASSWORD", "demo");
        builder.environment().put("SMS_STORE", directory.resolve("messages.db").toString());
        return new CommandProcess(builder.start(), out, err);
    }

    /** Sends the signal of Ctrl-C. */
    public void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Waits for the end of the process, and returns its exit code. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the process does not end: " + out() + err());
        }
        return process.exitValue();
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
