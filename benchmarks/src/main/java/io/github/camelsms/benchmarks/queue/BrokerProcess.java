package io.github.camelsms.benchmarks.queue;

import java.nio.file.Path;
import java.util.Map;

import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * An Artemis broker in a separate process, with a journal on disk that is synced at each commit, as by default. Prints
 * <code>READY</code> when it is reachable.
 */
public final class BrokerProcess {

    private static final long REDELIVERY_DELAY_MILLIS = 1000;

    private BrokerProcess() {
    }

    /**
     * Runs the broker until the process is killed.
     *
     * @param arguments port, directory of the journal
     */
    public static void main(String[] arguments) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(configuration(arguments[0], Path.of(arguments[1])));
        broker.start();
        System.out.println("READY");
    }

    private static Configuration configuration(String port, Path folder) {
        Map<String, Object> address
                = Map.of(TransportConstants.HOST_PROP_NAME, "127.0.0.1", TransportConstants.PORT_PROP_NAME, port);
        return new ConfigurationImpl()
                .setName("benchmarks")
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large-messages").toString())
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration(new TransportConfiguration(NettyAcceptorFactory.class.getName(), address))
                .addAddressSetting("#", new AddressSettings()
                        .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                        .setDefaultQueueRoutingType(RoutingType.ANYCAST)
                        .setAutoDeleteQueues(false)
                        .setAutoDeleteAddresses(false)
                        .setMaxDeliveryAttempts(-1)
                        .setRedeliveryDelay(REDELIVERY_DELAY_MILLIS));
    }
}
