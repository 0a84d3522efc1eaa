package io.github.camelsms.sample.jms;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * Connection factories for the routes.
 */
public final class BrokerConnections {

    private BrokerConnections() {
    }

    /**
     * Connections to an Artemis broker on which a consumer takes no message before it is asked to: the listener must
     * not hold back what {@link QueueGatherer} wants for its batch.
     *
     * @param url      <code>tcp://host:61616</code>, or {@link EmbeddedBroker#URL}
     * @param username empty for none
     */
    public static CachingConnectionFactory to(String url, String username, String password) {
        ActiveMQConnectionFactory artemis = plain(url, username, password);
        artemis.setConsumerWindowSize(0);
        return caching(artemis);
    }

    /**
     * Connections without any of that, for a visitor of the queues. No connection of this class deserializes Java
     * objects, whatever the options of the address say: a class can do harm while it is deserialized.
     */
    public static ActiveMQConnectionFactory plain(String url, String username, String password) {
        try {
            ActiveMQConnectionFactory artemis = new ActiveMQConnectionFactory(url);
            artemis.setDeserializationDenyList("*");
            if (!username.isEmpty()) {
                artemis.setUser(username);
                artemis.setPassword(password);
            }
            return artemis;
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "sms.broker.url '" + url + "' is no broker address: write tcp://host:61616", e);
        }
    }

    private static CachingConnectionFactory caching(ConnectionFactory target) {
        CachingConnectionFactory caching = new CachingConnectionFactory(target);
        // A cached consumer would go on taking messages between two batches.
        caching.setCacheConsumers(false);
        return caching;
    }
}
