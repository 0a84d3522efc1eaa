package io.github.camelsms.sample.environment;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka server of one node (KRaft) on this machine.
 */
public final class KafkaBroker implements AutoCloseable {

    private final KafkaRaftServer server;
    private final String address;

    /** Starts it with its log in the folder. */
    public KafkaBroker(Path folder) throws IOException {
        address = "127.0.0.1:" + freePort();
        String controller = "127.0.0.1:" + freePort();
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("controller.quorum.voters", "1@" + controller);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller);
        properties.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("log.dirs", folder.resolve("log").toString());
        properties.setProperty("num.partitions", "4");
        properties.setProperty("offsets.topic.num.partitions", "1");
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        Path file = folder.resolve("server.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        String[] format = { "format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString() };
        if (StorageTool.execute(format, new PrintStream(output, true, StandardCharsets.UTF_8)) != 0) {
            throw new IllegalStateException(output.toString(StandardCharsets.UTF_8));
        }
        server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        server.startup();
    }

    /** Returns its address, for <code>bootstrap.servers</code>. */
    public String address() {
        return address;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
