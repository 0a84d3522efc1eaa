package io.github.camelsms.store.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsDevConsole;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.jdbc.docs.OrderRoutes;
import io.github.camelsms.store.jdbc.docs.OrderService;
import io.github.camelsms.store.jdbc.docs.OutboxConfiguration;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.console.DevConsole;
import org.apache.camel.spi.Registry;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests for <code>sms:send?joinTransaction=true</code> in transactions of Spring, of a route, and of a route from a
 * queue of a real broker: a message is sent if the transaction is committed, and never after a rollback.
 */
class JoinTransactionRouteTest extends CamelTestSupport {

    private static final String PHONE = "11987654321";
    private static final String BROKER = "vm://7";

    private final Postgres postgres = new Postgres();
    private final SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0).build();
    private final AnnotationConfigApplicationContext spring = new AnnotationConfigApplicationContext();
    private final SmsComponent component = new SmsComponent();
    private final JdbcTemplate sql = new JdbcTemplate(postgres.dataSource);
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger reservations = new AtomicInteger();
    private MessageStore store;

    @Override
    protected void setupResources() throws Exception {
        simulator.start();
        postgres.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY)");
        createTables();
    }

    @Override
    protected void bindToRegistry(Registry registry) {
        spring.registerBean(DataSource.class, () -> postgres.dataSource);
        spring.registerBean(OrderService.class, () -> new OrderService(sql, context.createProducerTemplate(), this::reserve));
        spring.register(OutboxConfiguration.class);
        spring.refresh();
        store = spring.getBean(JdbcMessageStore.class);
        registry.bind("transactionManager", spring.getBean(PlatformTransactionManager.class));
        component.setMessageStore(store);
        component.getConfiguration().setBaseUrl(simulator.baseUrl());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("demo");
        component.getConfiguration().setRequestsPerSecond(1_000);
        registry.bind("sms", component);
    }

    /** Stops the context before the store and the service, which the base class does afterwards. */
    @Override
    protected void cleanupResources() {
        context.stop();
        spring.close();
        simulator.stop();
    }

    @Test
    void transactionalMethod_commit_sendsTheMessage() {
        spring.getBean(OrderService.class).place(1, PHONE);

        assertThat(orders()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(sent()).containsExactly("order-1"));
    }

    @Test
    void transactionalMethod_rollback_sendsNothing() {
        failures.set(1);
        assertThatThrownBy(() -> spring.getBean(OrderService.class).place(1, PHONE)).hasMessage("out of stock");

        assertNothingOf("order-1");
        spring.getBean(OrderService.class).place(2, PHONE);
        await().untilAsserted(() -> assertThat(sent()).containsExactly("order-2"));
        assertThat(orders()).isEqualTo(1);
    }

    /** PostgreSQL cannot store U+0000. */
    @Test
    void transactedRoute_oneMessageCannotBeStored_isRejectedAndCounted() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:list").transacted().to("sms:send?completeOn=stored&joinTransaction=true");
            }
        });
        List<SmsMessage> messages = List.of(
                new SmsMessage("good", PHONE, "m1", null), new SmsMessage("bad\u0000", PHONE, "m2", null),
                new SmsMessage("worse", "1", "m3", null));
        Exchange exchange = template.request("direct:list", in -> in.getMessage().setBody(messages));

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeaders()).containsEntry("CamelSmsStoredMessages", 1)
                .containsEntry("CamelSmsRejected", 2);
        await().untilAsserted(() -> assertThat(sent()).containsExactly("m1"));
        SmsDevConsole console = new SmsDevConsole();
        console.setCamelContext(context);
        assertThat(console.call(DevConsole.MediaType.TEXT, Map.of())).asString().contains("rejected=2,");
    }

    @Test
    void transactedRoute_commit_sendsTheMessage() throws Exception {
        context.addRoutes(new OrderRoutes("direct:orders", sql, this::reserve));
        template.requestBodyAndHeaders("direct:orders", "", Map.of("OrderId", 1, "Phone", PHONE));

        assertThat(orders()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(sent()).containsExactly("order-1"));
    }

    @Test
    void transactedRoute_rollback_sendsNothing() throws Exception {
        context.addRoutes(new OrderRoutes("direct:orders", sql, this::reserve));
        failures.set(1);
        assertThatThrownBy(
                () -> template.requestBodyAndHeaders("direct:orders", "", Map.of("OrderId", 1, "Phone", PHONE)))
                .isInstanceOf(CamelExecutionException.class).hasRootCauseMessage("out of stock");

        assertNothingOf("order-1");
        template.requestBodyAndHeaders("direct:orders", "", Map.of("OrderId", 2, "Phone", PHONE));
        await().untilAsserted(() -> assertThat(sent()).containsExactly("order-2"));
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void transactedRoute_rollbackWithoutJoinTransaction_sendsTheMessage() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:orders").transacted().to("sms:send?completeOn=stored").process(exchange -> reserve());
            }
        });
        failures.set(1);
        assertThatThrownBy(() -> template.sendBody("direct:orders", new SmsMessage("confirmed", PHONE, "order-1", null)))
                .hasRootCauseMessage("out of stock");

        await().untilAsserted(() -> assertThat(sent()).containsExactly("order-1"));
    }

    @Test
    void transactedQueueRoute_rollbackAndRedelivery_sendsTheMessageOnce() throws Exception {
        EmbeddedActiveMQ broker = broker();
        try {
            context.addComponent("jms", JmsComponent.jmsComponent(new ActiveMQConnectionFactory(BROKER)));
            context.addRoutes(
                    new OrderRoutes("jms:orders?transacted=true&receiveTimeout=50&errorHandlerLoggingLevel=OFF", sql, () -> {
                        assertThat(simulator.messages()).as("sent before the commit").isEmpty();
                        reserve();
                    }));
            failures.set(2);
            template.sendBodyAndHeaders("jms:orders", "", Map.of("OrderId", 1, "Phone", PHONE));

            await().untilAsserted(() -> assertThat(sent()).containsExactly("order-1"));
            assertThat(reservations).as("attempts").hasValue(3);
            assertThat(orders()).isEqualTo(1);
            await().until(() -> count(SmsMessageState.ACCEPTED) == 1);
        } finally {
            context.stop();
            broker.stop();
        }
    }

    private void createTables() {
        try (JdbcMessageStore empty = postgres.store()) {
            empty.start();
        }
    }

    private static EmbeddedActiveMQ broker() throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(
                new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false).setJMXManagementEnabled(false)
                        .addAcceptorConfiguration(
                                new TransportConfiguration(InVMAcceptorFactory.class.getName(), Map.of("serverId", "7")))
                        .addAddressSetting("#", new AddressSettings().setMaxDeliveryAttempts(-1).setRedeliveryDelay(10)));
        return broker.start();
    }

    private void reserve() {
        reservations.incrementAndGet();
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("out of stock");
        }
    }

    private int orders() {
        return sql.queryForObject("SELECT count(*) FROM orders", Integer.class);
    }

    private List<String> sent() {
        return simulator.messages().stream().map(SimulatedMessage::correlationId).toList();
    }

    private void assertNothingOf(String id) {
        assertThat(orders()).isZero();
        assertThat(MessageStore.await(store.operations().find(component.getAccounts().get(0), List.of(id)))).isEmpty();
    }

    private long count(SmsMessageState state) {
        return MessageStore.await(store.operations().count(component.getAccounts().get(0))).get(state);
    }
}
