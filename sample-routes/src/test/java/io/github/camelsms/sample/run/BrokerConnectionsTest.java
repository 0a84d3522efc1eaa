package io.github.camelsms.sample.run;

import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerConnectionsTest {

    private static final AtomicInteger DESERIALIZED = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private EmbeddedBroker broker;

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = EmbeddedBroker.start(folder, EmbeddedBroker.URL);
    }

    @AfterAll
    void stop() throws Exception {
        broker.close();
    }

    @BeforeEach
    void reset() {
        DESERIALIZED.set(0);
    }

    @Test
    void otherConsumer_serializedObject_isDeserialized() throws Exception {
        receive(new ActiveMQConnectionFactory(EmbeddedBroker.URL), new Gadget());

        assertThat(DESERIALIZED).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            EmbeddedBroker.URL, EmbeddedBroker.URL + "?deserializationAllowList=*&deserializationDenyList=none" })
    void consumer_serializedObject_isRejectedForEachUrl(String url) {
        for (Serializable object : objects()) {
            assertThatThrownBy(() -> receive(SampleBeans.connections(url, "", ""), object)).isInstanceOf(JMSException.class);
        }

        assertThat(DESERIALIZED).hasValue(0);
    }

    /** As recommended by the component page. */
    @Test
    void consumer_serializedObjectAndUrlDeniesAllClasses_isRejected() {
        ConnectionFactory connections = new ActiveMQConnectionFactory(EmbeddedBroker.URL + "?deserializationDenyList=*");

        for (Serializable object : objects()) {
            assertThatThrownBy(() -> receive(connections, object)).isInstanceOf(JMSException.class);
        }

        assertThat(DESERIALIZED).hasValue(0);
    }

    /** Otherwise one of several consumers has prefetched all messages, and processes them while the others are idle. */
    @Test
    void consumer_secondOnAFullQueue_receivesMessages() throws Exception {
        try (Connection connection = SampleBeans.connections(EmbeddedBroker.URL, "", "").createConnection();
             Session first = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
             Session second = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
             MessageConsumer prefetching = first.createConsumer(first.createQueue("many"));
             MessageProducer producer = second.createProducer(second.createQueue("many"))) {
            connection.start();
            for (int i = 0; i < 500; i++) {
                producer.send(second.createTextMessage("text " + i));
            }

            try (MessageConsumer consumer = second.createConsumer(second.createQueue("many"))) {
                assertThat(consumer.receive(5_000)).isNotNull();
                assertThat(prefetching.receive(5_000)).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({ EmbeddedBroker.URL + ", 16384", EmbeddedBroker.URL + "?consumerWindowSize=7, 7" })
    void connections_url_hasASmallWindowUnlessItNamesOne(String url, int window) {
        assertThat(SampleBeans.connections(url, "", "").getTargetConnectionFactory())
                .isInstanceOfSatisfying(ActiveMQConnectionFactory.class,
                        artemis -> assertThat(artemis.getConsumerWindowSize()).isEqualTo(window));
    }

    private static List<Serializable> objects() {
        return List.of(new Gadget(), new Gadget[] { new Gadget() }, new ArrayList<>(List.of(new Gadget())),
                (Serializable) Proxy.newProxyInstance(Gadget.class.getClassLoader(),
                        new Class<?>[] { Serializable.class }, new Gadget()));
    }

    private static void receive(ConnectionFactory connections, Serializable object) throws JMSException {
        try (Connection connection = connections.createConnection();
             Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            connection.start();
            Queue queue = session.createQueue("objects");
            session.createProducer(queue).send(session.createObjectMessage(object));
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                ((ObjectMessage) consumer.receive(20_000)).getObject();
            }
        }
    }

    /** A class with a side effect on deserialization, like a gadget of an attack. */
    private static class Gadget implements Serializable, InvocationHandler {

        @Serial
        private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            DESERIALIZED.incrementAndGet();
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return method.getName();
        }
    }
}
