package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.spi.Registry;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for routes from a transacted queue of a real broker, when the message is sent outside of the transaction.
 */
class TransactedQueueRouteTest extends CamelTestSupport {

    private static final String BROKER = "vm://8";
    private static final String QUEUE
            = "jms:orders?transacted=true&receiveTimeout=50&errorHandlerLoggingLevel=OFF&disableReplyTo=true";

    private final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0).build();
    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final SmsComponent component = new SmsComponent();
    private final AtomicInteger attempts = new AtomicInteger();

    @Override
    protected void setupResources() throws Exception {
        simulator.start();
        broker.setConfiguration(
                new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false).setJMXManagementEnabled(false)
                        .addAcceptorConfiguration(
                                new TransportConfiguration(InVMAcceptorFactory.class.getName(), Map.of("serverId", "8")))
                        .addAddressSetting("#", new AddressSettings().setMaxDeliveryAttempts(-1).setRedeliveryDelay(10)));
        broker.start();
    }

    @Override
    protected void bindToRegistry(Registry registry) {
        registry.bind("jms", JmsComponent.jmsComponent(new ActiveMQConnectionFactory(BROKER)));
        component.getConfiguration().setBaseUrl(simulator.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("demo");
        component.getConfiguration().setRequestsPerSecond(1_000);
        registry.bind("sms", component);
    }

    /** Stops the context before the broker, which the base class does afterwards. */
    @Override
    protected void cleanupResources() throws Exception {
        context.stop();
        broker.stop();
        simulator.stop();
    }

    @Test
    void aggregate_behindATransactedQueue_losesWhatWaitsInIt() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(QUEUE).aggregate(constant(true), AggregationStrategies.groupedBody()).completionSize(3)
                        .to("sms:send?results=counts");
            }
        });
        order("1");
        order("2");
        await().until(() -> orders() == 0);
        context.stop();

        assertThat(simulator.messages()).isEmpty();
        assertThat(orders()).isZero();
    }

    @Test
    void laterStep_failsWithoutAMessageStore_sendsAgain() throws Exception {
        context.addRoutes(failingAfter("sms:send"));
        order("1");

        await().until(() -> attempts.get() == 3 && orders() == 0);
        assertThat(sent()).containsExactly("1", "1", "1");
    }

    @Test
    void laterStep_failsWithAMessageStoreAndAnOwnId_isSentOnce(@TempDir Path directory) throws Exception {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(directory.resolve("sms.db").toString());
        component.setMessageStore(store);
        context.addRoutes(failingAfter("sms:send?completeOn=stored"));
        order("1");

        await().until(() -> attempts.get() == 3 && orders() == 0);
        await().until(() -> !sent().isEmpty());
        context.stop();
        assertThat(sent()).containsExactly("1");
    }

    private RouteBuilder failingAfter(String endpoint) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(QUEUE).setHeader("CamelSmsCorrelationId", header("order"))
                        .setHeader("CamelSmsDestination", constant("11987654321"))
                        .to(endpoint)
                        .process(exchange -> {
                            if (attempts.incrementAndGet() < 3) {
                                throw new IllegalStateException("out of stock");
                            }
                        });
            }
        };
    }

    private void order(String id) {
        template.sendBodyAndHeader("jms:orders", "Your order has arrived", "order", id);
    }

    private long orders() {
        return broker.getActiveMQServer().locateQueue("orders").getMessageCount();
    }

    private List<String> sent() {
        return simulator.messages().stream().map(SimulatedMessage::correlationId).toList();
    }
}
