package io.github.camelsms.sample.demo;

import java.nio.file.Path;

import io.github.camelsms.sample.run.PrivateFolders;
import org.apache.activemq.artemis.core.config.FileDeploymentManager;
import org.apache.activemq.artemis.core.config.impl.FileConfiguration;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/**
 * Embedded Artemis broker. Its journal is on disk, so that the queues survive a crash.
 */
public class EmbeddedBroker implements AutoCloseable {

    /** Address of this broker for connection factories of the same JVM. */
    public static final String URL = "vm://0";

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

    /**
     * Starts the broker with its journal in the folder, which is created if it is missing. Only the user of the
     * application can read it, because the journal contains texts and phone numbers.
     *
     * @param  address               {@link #URL}, or <code>tcp://127.0.0.1:0</code> for other processes as well
     * @throws IllegalStateException if it does not start; the message contains the remedy
     */
    public static EmbeddedBroker start(Path folder, String address) {
        EmbeddedBroker broker = new EmbeddedBroker();
        try {
            PrivateFolders.create(folder);
            FileConfiguration configuration = new FileConfiguration();
            new FileDeploymentManager("broker.xml").addDeployable(configuration).readConfiguration();
            configuration.setBrokerInstance(folder.toFile());
            configuration.addAcceptorConfiguration("application", address);
            broker.server.setConfiguration(configuration).start();
        } catch (Exception e) {
            throw new IllegalStateException("The embedded broker does not start on " + folder + ": " + e.getMessage(), e);
        }
        if (!broker.server.getActiveMQServer().isActive()) {
            throw new IllegalStateException("The embedded broker does not start: is another process using " + folder + "?");
        }
        return broker;
    }

    /** Returns the port of its address. */
    public int port() {
        return server.getActiveMQServer().getRemotingService().getAcceptor("application").getActualPort();
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
