package io.github.camelsms.sample.jms;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * Connection factories for an Artemis broker. Connections never deserialize Java objects, regardless of the options of
 * the address, because deserialization can execute malicious code.
 */
public final class BrokerConnections {

    private static final int MAX_CACHED_SESSIONS = 20;
    /**
     * Prefetch window of a consumer in the routes in bytes, about 20 messages. With the client's default of 1 MiB, the
     * first consumer prefetches thousands of messages, which it then processes alone.
     */
    private static final int CONSUMER_WINDOW = 16 * 1024;

    private BrokerConnections() {
    }

    /**
     * Returns a factory for the routes, which keeps its connection and sessions open.
     *
     * @param url      <code>tcp://host:61616</code>, or {@link EmbeddedBroker#URL}
     * @param username empty for none
     */
    public static CachingConnectionFactory cached(String url, String username, String password) {
        ActiveMQConnectionFactory artemis = plain(url, username, password);
        if (!url.contains("consumerWindowSize=")) {
            artemis.setConsumerWindowSize(CONSUMER_WINDOW);
        }
        CachingConnectionFactory caching = new CachingConnectionFactory(artemis);
        caching.setSessionCacheSize(MAX_CACHED_SESSIONS);
        caching.setCacheConsumers(false);
        return caching;
    }

    /**
     * Returns a factory that opens a connection for each use. Its prefetch window is the client's default, because a
     * browser on a busy machine can end after the messages in its window.
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
                    "sms.broker.url '" + url + "' is not a broker address: write tcp://host:61616", e);
        }
    }
}
