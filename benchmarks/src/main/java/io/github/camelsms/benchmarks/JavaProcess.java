package io.github.camelsms.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A separate JVM with the classpath of this one. Its standard error is forwarded. It ends with this JVM at the latest.
 */
public final class JavaProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final Thread endWithUs;

    private JavaProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.endWithUs = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(endWithUs);
    }

    /**
     * Starts the JVM.
     *
     * @param mainClass    main class
     * @param jvmArguments for example <code>-Xmx64m</code>
     * @param arguments    arguments of the main class
     */
    public static JavaProcess start(Class<?> mainClass, List<String> jvmArguments, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", absoluteClassPath(), mainClass.getName()));
        command.addAll(arguments);
        return new JavaProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /**
     * Reads the next line of its standard output, which must have this prefix. Blocks.
     *
     * @return the rest of the line
     */
    public String expect(String beginning) throws IOException {
        String line = output.readLine();
        if (line == null || !line.startsWith(beginning)) {
            throw new IOException("the process printed " + line + " instead of " + beginning);
        }
        return line.substring(beginning.length()).strip();
    }

    /** Reads the lines printed so far, waits for one if there is none, and returns the last. */
    public String lastLine() throws IOException {
        String line = expect("");
        while (output.ready()) {
            line = expect("");
        }
        return line;
    }

    /** Waits for its end and returns its exit code. */
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** Returns its processor time. */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Kills it like <code>kill -9</code> and waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            kill();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(endWithUs);
        } catch (IllegalStateException e) {
            // This JVM is already shutting down.
        }
    }

    private static String absoluteClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    }
}
