package io.github.camelsms.sample.jms;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.sample.files.PrivateFiles;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * An Artemis broker inside the application, for when none is configured: reached only from this JVM, with a journal on
 * disk, so that the queues outlive a crash.
 */
public class EmbeddedBroker implements AutoCloseable {

    /** Address of this broker for connection factories of the same JVM. */
    public static final String URL = "vm://0";

    /** A transaction that fails at once must not spin. */
    private static final long REDELIVERY_DELAY_MILLIS = 1000;

    private static final long START_SECONDS = 30;
    private static final long MEMORY_OF_ALL_QUEUES = 16L * 1024 * 1024;
    private static final int PAGE_SIZE = 1024 * 1024;

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

    private EmbeddedBroker() {
    }

    /**
     * Starts the broker on the journal in the folder, which is created if there is none: only the user of the
     * application can read it, because the journal holds texts and phone numbers.
     *
     * @throws IllegalStateException if it does not start; the message says what to check
     */
    public static EmbeddedBroker start(Path folder) {
        return start(folder, List.of(new TransportConfiguration(InVMAcceptorFactory.class.getName())));
    }

    /**
     * Starts the broker for processes of this machine, on <code>tcp://127.0.0.1:PORT</code>.
     */
    public static EmbeddedBroker start(Path folder, int port) {
        Map<String, Object> address = Map.of("host", "127.0.0.1", "port", port);
        return start(folder, List.of(new TransportConfiguration(NettyAcceptorFactory.class.getName(), address)));
    }

    private static EmbeddedBroker start(Path folder, List<TransportConfiguration> acceptors) {
        EmbeddedBroker broker = new EmbeddedBroker();
        boolean active;
        try {
            PrivateFiles.create(folder);
            broker.server.setConfiguration(configuration(folder, acceptors));
            broker.server.start();
            active = broker.server.getActiveMQServer().waitForActivation(START_SECONDS, TimeUnit.SECONDS);
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

    private static Configuration configuration(Path folder, List<TransportConfiguration> acceptors) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName("sample-routes")
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large-messages").toString())
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setGlobalMaxSize(MEMORY_OF_ALL_QUEUES)
                .setMaxDiskUsage(-1)
                .addAddressSetting("#", new AddressSettings()
                        .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                        .setDefaultQueueRoutingType(RoutingType.ANYCAST)
                        .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
                        .setPageSizeBytes(PAGE_SIZE)
                        .setAutoDeleteQueues(false)
                        .setAutoDeleteAddresses(false)
                        .setMaxDeliveryAttempts(-1)
                        .setRedeliveryDelay(REDELIVERY_DELAY_MILLIS));
        for (TransportConfiguration acceptor : acceptors) {
            configuration.addAcceptorConfiguration(acceptor);
        }
        return configuration;
    }
}
