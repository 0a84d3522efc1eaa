package io.github.camelsms.sample.jms;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.sample.files.PrivateFiles;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.FileDeploymentManager;
import org.apache.activemq.artemis.core.config.impl.FileConfiguration;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/**
 * Embedded Artemis broker, for an application without a configured broker. It is accessible only from this JVM, and its
 * journal is on disk, so that the queues survive a crash.
 */
public class EmbeddedBroker implements AutoCloseable {

    /** Address of this broker for connection factories of the same JVM. */
    public static final String URL = "vm://0";

    private static final long START_SECONDS = 30;

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

    private EmbeddedBroker() {
    }

    /**
     * Starts the broker with its journal in the folder, which is created if it is missing. Only the user of the
     * application can read it, because the journal contains texts and phone numbers.
     *
     * @throws IllegalStateException if it does not start; the message contains the remedy
     */
    public static EmbeddedBroker start(Path folder) {
        return start(folder, URL);
    }

    /**
     * Starts the broker for processes of this machine, on <code>tcp://127.0.0.1:PORT</code>.
     */
    public static EmbeddedBroker start(Path folder, int port) {
        return start(folder, "tcp://127.0.0.1:" + port);
    }

    private static EmbeddedBroker start(Path folder, String address) {
        EmbeddedBroker broker = new EmbeddedBroker();
        boolean active;
        try {
            PrivateFiles.create(folder);
            broker.server.setConfiguration(configuration(folder, address));
            broker.server.createActiveMQServer();
            AtomicBoolean hasFailed = new AtomicBoolean();
            broker.server.getActiveMQServer().registerActivationFailureListener(failure -> hasFailed.set(true));
            broker.server.start();
            active = !hasFailed.get() && broker.server.getActiveMQServer().waitForActivation(START_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("The embedded broker does not start on " + folder + ": " + e.getMessage(), e);
        }
        if (!active) {
            throw new IllegalStateException(
                    "The embedded broker does not start: is another process using " + folder + "?");
        }
        return broker;
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    /** Returns the settings of <code>broker.xml</code>, with its folders below this one. */
    private static Configuration configuration(Path folder, String address) throws Exception {
        FileConfiguration configuration = new FileConfiguration();
        new FileDeploymentManager("broker.xml").addDeployable(configuration).readConfiguration();
        configuration.setBrokerInstance(folder.toFile());
        configuration.addAcceptorConfiguration("application", address);
        return configuration;
    }
}
