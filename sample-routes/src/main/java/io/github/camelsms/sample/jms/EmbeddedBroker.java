package io.github.camelsms.sample.jms;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.sample.files.PrivateFiles;
import org.apache.activemq.artemis.core.config.FileDeploymentManager;
import org.apache.activemq.artemis.core.config.impl.FileConfiguration;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/**
 * Embedded Artemis broker, for an application without a configured broker. It is accessible only from this JVM, and its
 * journal is on disk, so that the queues survive a crash.
 */
public class EmbeddedBroker implements AutoCloseable {

    /** Address of this broker for connection factories of the same JVM. */
    public static final String URL = "vm://0";

    private static final long START_SECONDS = 30;

    private final EmbeddedActiveMQ server;

    private EmbeddedBroker(EmbeddedActiveMQ server) {
        this.server = server;
    }

    /** Starts the broker for this JVM. */
    public static EmbeddedBroker start(Path folder) {
        return start(folder, URL);
    }

    /**
     * Starts the broker with its journal in the folder, which is created if it is missing. Only the user of the
     * application can read it, because the journal contains texts and phone numbers.
     *
     * @param  address               {@link #URL}, or such as <code>tcp://127.0.0.1:61616</code> for other processes
     * @throws IllegalStateException if it does not start; the message contains the remedy
     */
    public static EmbeddedBroker start(Path folder, String address) {
        EmbeddedActiveMQ embedded = new EmbeddedActiveMQ();
        boolean isActive;
        try {
            PrivateFiles.create(folder);
            FileConfiguration configuration = new FileConfiguration();
            new FileDeploymentManager("broker.xml").addDeployable(configuration).readConfiguration();
            configuration.setBrokerInstance(folder.toFile());
            configuration.addAcceptorConfiguration("application", address);
            embedded.setConfiguration(configuration).createActiveMQServer();
            ActiveMQServer server = embedded.getActiveMQServer();
            AtomicBoolean hasFailed = new AtomicBoolean();
            server.registerActivationFailureListener(failure -> hasFailed.set(true));
            embedded.start();
            isActive = !hasFailed.get() && server.waitForActivation(START_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("The embedded broker does not start on " + folder + ": " + e.getMessage(), e);
        }
        if (!isActive) {
            throw new IllegalStateException(
                    "The embedded broker does not start: is another process using " + folder + "?");
        }
        return new EmbeddedBroker(embedded);
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
