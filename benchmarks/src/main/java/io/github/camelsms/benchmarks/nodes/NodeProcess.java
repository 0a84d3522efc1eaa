package io.github.camelsms.benchmarks.nodes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.benchmarks.JavaProcess;

/**
 * A {@link NodeClient} in a JVM of its own.
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

    /** Returns what the node has taken since its start, as of a second ago at most. */
    NodeClient.Usage usage() {
        return usage;
    }

    @Override
    public void close() throws InterruptedException {
        process.kill();
        process.close();
    }
}
