package io.github.camelsms.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A JVM of its own, on this one's class path; what it writes to standard error passes through. Ends with this JVM at
 * the latest.
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
     * Starts it.
     *
     * @param mainClass    what to run
     * @param jvmArguments for example <code>-Xmx64m</code>
     * @param arguments    of the main class
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

    /** The next line of its standard output, or null at its end. Blocks. */
    public @Nullable String readLine() throws IOException {
        return output.readLine();
    }

    /**
     * Reads the next line, which must begin so.
     *
     * @return what follows
     */
    public String expect(String beginning) throws IOException {
        String line = readLine();
        if (line == null || !line.startsWith(beginning)) {
            throw new IOException("the process was to say " + beginning + " but said: " + line);
        }
        return line.substring(beginning.length()).strip();
    }

    /** Waits for its end and answers its exit value. */
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Kills it as <code>kill -9</code> does, and waits for its end. */
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
            // this JVM is ending already
        }
    }

    private static String absoluteClassPath() {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }
}
