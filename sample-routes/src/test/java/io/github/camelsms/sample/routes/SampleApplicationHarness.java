package io.github.camelsms.sample.routes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsResource;
import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.sample.run.SampleBeans;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.component.file.FileEndpoint;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/**
 * The sample routes with their own directory and queues, against a simulator without a rate limit. Queue names in this
 * class are the default names.
 */
class SampleApplicationHarness implements AutoCloseable {

    private static final Map<String, String> QUEUES = Map.of("sms.jms.outbox", "sms.outbox", "sms.jms.results", "sms.results",
            "sms.jms.statuses", "sms.statuses");

    /** Idle time after which a listener ends. */
    private static final int RECEIVE_TIMEOUT_MILLIS = 50;
    private static final int RESULTS_DELAY_MILLIS = 20;
    private static final int FILES_DELAY_MILLIS = 20;
    private static final int READ_LOCK_CHECK_MILLIS = 1;
    private static final int READ_LOCK_TIMEOUT_MILLIS = 100;

    final SmsSimulator simulator;
    private final Properties properties = new Properties();
    private final String suffix;
    private final ConnectionFactory connections = new ActiveMQConnectionFactory("vm://0");
    private @Nullable CamelContext context;
    private @Nullable InterceptStrategy interceptor;
    private boolean isManaged;

    /**
     * @param suffix suffix of the queue names, unique per test
     */
    SampleApplicationHarness(Path folder, String suffix) {
        this.suffix = suffix;
        this.simulator = SmsSimulator.builder().requestsPerSecond(0).keepTexts(true).everyStatus(MessageStatus.DELIVERED)
                .deliveryDelay(Duration.ZERO, Duration.ZERO).rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build()
                .start();
        QUEUES.forEach((property, queue) -> properties.setProperty(property, queue(queue)));
        properties.setProperty("sms.work.dir", folder.toString());
        properties.setProperty("sms.broker.url", EmbeddedBroker.URL);
        properties.setProperty("sms.pause", "10");
        properties.setProperty("sms.status.cron", "0/1+*+*+*+*+?");
    }

    SampleApplicationHarness with(String name, String value) {
        properties.setProperty(name, value);
        return this;
    }

    /** Registers the context in JMX, which takes much of its start. */
    SampleApplicationHarness managed() {
        isManaged = true;
        return this;
    }

    /**
     * Fails the first exchange after its step to the endpoint, as a crash after the commit of the store does.
     *
     * @param step start of the endpoint's URI
     * @param seen called after each exchange's step
     */
    void failOnce(String step, Consumer<Exchange> seen) {
        AtomicBoolean hasFailed = new AtomicBoolean();
        after(step, exchange -> {
            seen.accept(exchange);
            if (!hasFailed.getAndSet(true)) {
                throw new IllegalStateException("failed by the test");
            }
        });
    }

    /** Observes each exchange after its step to the endpoint. */
    void observe(String step, Consumer<Exchange> seen) {
        after(step, seen::accept);
    }

    /** Calls these before and after each exchange's step to the endpoint. */
    void around(String step, Processor before, Processor after) {
        interceptor = (context, definition, target, next) -> definition instanceof ToDefinition to
                && to.getUri().startsWith(step) ? exchange -> {
                    before.process(exchange);
                    target.process(exchange);
                    after.process(exchange);
                } : target;
    }

    private void after(String step, Processor then) {
        around(step, exchange -> {
        }, then);
    }

    /**
     * Polls outcomes without the default delays, of a second before the first poll, and skips files that are not ready
     * to be read sooner than after the default of ten seconds.
     */
    private static Endpoint withShortDelays(String uri, Endpoint endpoint) {
        if (endpoint instanceof SmsEndpoint sms && sms.getResource() == SmsResource.results) {
            sms.setInitialDelay(0);
            sms.setDelay(RESULTS_DELAY_MILLIS);
        } else if (endpoint instanceof FileEndpoint files) {
            files.setReadLockCheckInterval(READ_LOCK_CHECK_MILLIS);
            files.setReadLockTimeout(READ_LOCK_TIMEOUT_MILLIS);
            files.setInitialDelay(0);
            files.setDelay(FILES_DELAY_MILLIS);
        }
        return endpoint;
    }

    /** Starts the routes. */
    void start() throws Exception {
        CamelContext context = new DefaultCamelContext();
        this.context = context;
        if (!isManaged) {
            context.disableJMX();
        }
        context.getPropertiesComponent().setLocation("classpath:application.properties");
        context.getPropertiesComponent().setOverrideProperties(properties);
        context.getShutdownStrategy().setTimeout(5);
        // The application does so with more than 128 KiB.
        context.getStreamCachingStrategy().setSpoolEnabled(true);
        context.getStreamCachingStrategy().setSpoolThreshold(1);
        SampleBeans.bind(context);
        SmsComponent sms = context.getComponent("sms", SmsComponent.class);
        sms.getConfiguration().setBaseUrl(simulator.baseUrl());
        sms.getConfiguration().setUsername(simulator.username());
        sms.getConfiguration().setPassword(simulator.password());
        sms.getConfiguration().setRequestsPerSecond(100);
        context.getComponent("jms", JmsComponent.class).setReceiveTimeout(RECEIVE_TIMEOUT_MILLIS);
        context.getCamelContextExtension().registerEndpointCallback(SampleApplicationHarness::withShortDelays);
        if (interceptor != null) {
            context.getCamelContextExtension().addInterceptStrategy(interceptor);
        }
        for (Resource routes : PluginHelper.getPackageScanResourceResolver(context)
                .findResources("classpath:routes/*.camel.yaml")) {
            PluginHelper.getRoutesLoader(context).loadRoutes(routes);
        }
        context.start();
    }

    CamelContext context() {
        return java.util.Objects.requireNonNull(context);
    }

    /** Returns the name of a queue of this test. */
    String queue(String name) {
        return name + suffix;
    }

    /** Produces all messages in one transaction, so that they appear on the queue together. */
    void produce(String queue, int count, Customizer each) throws Exception {
        produce(queue, count, false, each);
    }

    /** Produces all messages in one transaction, without JMS message ids. */
    void produceWithoutMessageIds(String queue, int count, Customizer each) throws Exception {
        produce(queue, count, true, each);
    }

    private void produce(String queue, int count, boolean isIdDisabled, Customizer each) throws Exception {
        try (JMSContext jms = connections.createContext(JMSContext.SESSION_TRANSACTED)) {
            for (int i = 0; i < count; i++) {
                jms.createProducer().setDisableMessageID(isIdDisabled)
                        .send(jms.createQueue(queue(queue)), each.message(jms, i));
            }
            jms.commit();
        }
    }

    Message receive(String queue) throws Exception {
        try (JMSContext jms = connections.createContext();
             JMSConsumer consumer = jms.createConsumer(jms.createQueue(queue(queue)))) {
            return consumer.receive(Duration.ofSeconds(60).toMillis());
        }
    }

    /** Returns the number of messages on the queue; 0 until the queue exists. */
    int depth(String queue) throws Exception {
        return count(queue(queue));
    }

    /** Returns the number of dead letters of all tests. */
    int deadLetters() throws Exception {
        return count("sms.dead");
    }

    private int count(String name) throws Exception {
        int depth = 0;
        try (JMSContext jms = connections.createContext()) {
            Enumeration<?> messages = jms.createBrowser(jms.createQueue(name)).getEnumeration();
            for (; messages.hasMoreElements(); messages.nextElement()) {
                depth++;
            }
        } catch (InvalidDestinationException | InvalidDestinationRuntimeException e) {
            return 0;
        }
        return depth;
    }

    /** Stops the routes; the simulator keeps running. */
    void stop() throws Exception {
        if (context != null) {
            context.close();
        }
    }

    @Override
    public void close() throws Exception {
        stop();
        simulator.close();
    }

    interface Customizer {
        Message message(JMSContext jms, int index) throws Exception;
    }
}
