package io.github.camelsms.benchmarks.nodes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.benchmarks.JavaProcess;

/**
 * A {@link NodeClient} in a separate JVM.
 */
final class NodeProcess implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JavaProcess process;
    private volatile NodeClient.Usage usage = NodeClient.Usage.NONE;

    NodeProcess(List<String> arguments) throws IOException {
        process = JavaProcess.start(NodeClient.class, List.of("-Xmx512m", "-XX:+UseSerialGC"), arguments);
    }

    /** Waits until the node has stored a backlog. */
    void awaitReady() throws IOException {
        process.expect("READY");
        Thread reader = new Thread(this::read, "usage");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            for (String line = process.readLine(); line != null; line = process.readLine()) {
                usage = JSON.readValue(line, NodeClient.Usage.class);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the node's usage since its start, at most a second old. */
    NodeClient.Usage usage() {
        return usage;
    }

    @Override
    public void close() throws InterruptedException {
        process.kill();
        process.close();
    }
}
