package io.github.camelsms.sample.docs;

import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the queue example, with a real broker.
 */
class QueueExampleTest extends CamelTestSupport {

    private static final String BROKER = "vm://0?deserializationDenyList=*";
    /** Idle time after which a listener ends. */
    private static final int RECEIVE_TIMEOUT_MILLIS = 50;
    private static final AtomicInteger DESERIALIZED = new AtomicInteger();

    @RegisterExtension
    static final SmsSimulatorExtension SMS
            = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    @SuppressWarnings("NullAway.Init")
    private JMSContext jms;

    @Override
    protected void setupResources() throws Exception {
        broker.setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false)
                .addAcceptorConfiguration(new TransportConfiguration(InVMAcceptorFactory.class.getName()))
                // A dead letter is dropped if its queue does not exist yet.
                .addQueueConfiguration(QueueConfiguration.of("DLQ").setRoutingType(RoutingType.ANYCAST))
                .addAddressSetting("#", new AddressSettings().setDefaultAddressRoutingType(RoutingType.ANYCAST)
                        .setDefaultQueueRoutingType(RoutingType.ANYCAST).setMaxDeliveryAttempts(3)
                        .setDeadLetterAddress(SimpleString.of("DLQ"))));
        broker.start();
        jms = new ActiveMQConnectionFactory(BROKER).createContext();
    }

    @Override
    protected void bindToRegistry(Registry registry) {
        JmsComponent queues = JmsComponent.jmsComponentAutoAcknowledge(new ActiveMQConnectionFactory(BROKER));
        queues.setReceiveTimeout(RECEIVE_TIMEOUT_MILLIS);
        registry.bind("jms", queues);
        SmsComponent sms = new SmsComponent();
        sms.getConfiguration().setBaseUrl(SMS.baseUrl());
        sms.getConfiguration().setUsername("demo");
        sms.getConfiguration().setPassword("demo");
        sms.getConfiguration().setRequestsPerSecond(1_000);
        registry.bind("sms", sms);
    }

    /** Stops the context before the broker, which the base class does afterwards. */
    @Override
    protected void cleanupResources() throws Exception {
        context.stop();
        jms.close();
        broker.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_message_isSentAndItsResultHasPlainHeaders(String language) throws Exception {
        start(language);
        Message request = request("Hello");
        request.setJMSReplyTo(jms.createQueue("my.answers"));
        send(request);

        Message result = receive("sms.results");

        String id = id(request);
        assertThat(result.getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(result.getStringProperty("correlationId")).isEqualTo(id);
        assertThat(result.getJMSReplyTo()).isNull();
        assertThat(result.getBody(String.class)).isEqualTo("ACCEPTED");
        assertThat(SMS.simulator().message(id).map(SimulatedMessage::destination)).contains("11987654321");
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_unknownOutcome_isOnTheUnknownQueueWithTheIdSent(String language) throws Exception {
        SMS.simulator().failNext(Fault.httpStatusAfterAccepting(503));
        start(language);
        Message request = request("Hello");
        request.setJMSReplyTo(jms.createQueue("my.answers"));
        send(request);

        Message unknown = receive("sms.unknown");

        assertThat(unknown.getStringProperty("correlationId")).isEqualTo(id(request));
        assertThat(unknown.getStringProperty("reason")).contains("503");
        assertThat(unknown.getStringProperty("destination")).isEqualTo("11987654321");
        assertThat(unknown.getJMSReplyTo()).isNull();
        assertThat(unknown.getBody(String.class)).isEqualTo("Hello");
        assertThat(SMS.simulator().message(id(request))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_messageNotSent_isRedeliveredWithTheSameId(String language) throws Exception {
        SMS.simulator().failNext(Fault.httpStatus(400));
        start(language);
        Message request = request("Hello");
        send(request);

        Message result = receive("sms.results");

        assertThat(result.getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(result.getStringProperty("correlationId")).isEqualTo(id(request));
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_messageWithoutRecipient_isRejected(String language) throws Exception {
        start(language);
        send(jms.createTextMessage("Hello"));

        Message result = receive("sms.results");

        assertThat(result.getStringProperty("outcome")).isEqualTo("REJECTED");
        assertThat(result.getStringProperty("reason")).contains("destination");
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void outbox_serializedObject_isDeadLetteredWithoutDeserialization(String language) throws Exception {
        DESERIALIZED.set(0);
        start(language);
        send(jms.createObjectMessage(new Gadget()));
        send(request("Hello"));

        assertThat(receive("sms.results").getStringProperty("outcome")).isEqualTo("ACCEPTED");
        assertThat(receive("DLQ")).isNotNull();
        assertThat(DESERIALIZED).hasValue(0);
    }

    private void start(String language) throws Exception {
        if (language.equals("java")) {
            context.addRoutes(new QueueExample());
        } else {
            PluginHelper.getRoutesLoader(context).loadRoutes(
                    PluginHelper.getResourceLoader(context).resolveResource("classpath:docs/queue.camel.yaml"));
        }
    }

    private Message request(String text) throws Exception {
        Message message = jms.createTextMessage(text);
        message.setStringProperty("destination", "11987654321");
        return message;
    }

    private void send(Message message) {
        jms.createProducer().setPriority(SmsMessage.HIGHEST_PRIORITY).send(jms.createQueue("sms.outbox"), message);
    }

    private Message receive(String queue) {
        try (JMSConsumer consumer = jms.createConsumer(jms.createQueue(queue))) {
            return consumer.receive(60_000);
        }
    }

    private static String id(Message sent) throws Exception {
        return HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-1").digest(sent.getJMSMessageID().getBytes(StandardCharsets.UTF_8)));
    }

    /** A class with a side effect on deserialization, like a gadget of an attack. */
    private static class Gadget implements Serializable {

        @Serial
        private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            DESERIALIZED.incrementAndGet();
        }
    }
}
