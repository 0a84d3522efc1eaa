package io.github.camelsms.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The parent side of a {@link TortureChild}. The child waits for its first input line, so that the next process can be
 * ready when this one is killed.
 */
final class TortureProcess {

    private final Process process;
    private final Thread reader;

    /**
     * @param command  starts a {@link TortureChild}
     *
     * @param listener called with each output line, also after the process was killed
     */
    TortureProcess(List<String> command, Consumer<String> listener) throws IOException {
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        reader = new Thread(() -> read(listener), "torture-output");
        reader.start();
    }

    private void read(Consumer<String> listener) {
        try (BufferedReader output = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                listener.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void say(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** Kills the process itself, so that its output is read to the end. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Waits until the process has exited and its output was read. Returns false after this time. */
    boolean awaitEnd(long milliseconds) throws InterruptedException {
        if (!process.waitFor(milliseconds, TimeUnit.MILLISECONDS)) {
            return false;
        }
        reader.join();
        return true;
    }

    /** Lets the process stop its routes and exit. */
    void stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!awaitEnd(60_000)) {
            kill();
            throw new IllegalStateException("The process does not end");
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }
}
