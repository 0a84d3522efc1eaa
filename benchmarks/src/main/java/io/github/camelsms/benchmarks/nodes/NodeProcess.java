package io.github.camelsms.benchmarks.nodes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.benchmarks.JavaProcess;

/**
 * A {@link NodeClient} in a separate JVM.
 */
final class NodeProcess implements AutoCloseable {

    private final JavaProcess process;
    private volatile long statements;

    NodeProcess(List<String> arguments) throws IOException {
        process = JavaProcess.start(NodeClient.class, List.of("-Xmx512m", "-XX:+UseSerialGC"), arguments);
    }

    /** Waits until the node has stored a backlog. */
    void awaitReady() throws IOException {
        process.expect("READY");
        Thread reader = new Thread(this::read, "statements");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            for (String line = process.readLine(); line != null; line = process.readLine()) {
                statements = Long.parseLong(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of statements that the node has executed, at most a second old. */
    long statements() {
        return statements;
    }

    Duration processorTime() {
        return process.processorTime();
    }

    @Override
    public void close() throws InterruptedException {
        process.kill();
        process.close();
    }
}
