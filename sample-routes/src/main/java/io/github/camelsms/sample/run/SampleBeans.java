package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;
import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.DefaultErrorHandlerBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.util.TimeUtils;
import org.apache.camel.util.URISupport;

/**
 * Folders and beans of the routes, configured with the application's properties: the message store, and the component
 * <code>jms</code> with its connections.
 */
public final class SampleBeans {

    private static final Logger LOG = LoggerFactory.getLogger(SampleBeans.class);
    private static final int MAX_CACHED_SESSIONS = 20;
    /**
     * Prefetch window of a consumer in bytes, about 20 messages. With the client's default of 1 MiB, the first consumer
     * prefetches thousands of messages, which it then processes alone.
     */
    private static final int CONSUMER_WINDOW = 16 * 1024;

    private SampleBeans() {
    }

    /**
     * Creates the folders and binds the beans to the context. The broker must be running when the context starts.
     *
     * @throws IllegalArgumentException if a property cannot be used; the message names it
     */
    public static void bind(CamelContext context) throws IOException {
        Settings settings = new Settings(context);
        createFolders(context);
        // One line for a failed exchange is enough: its message history shows Camel's ids only.
        context.getCamelContextExtension()
                .setErrorHandlerFactory(new DefaultErrorHandlerBuilder().logExhaustedMessageHistory(false));
        context.getRegistry().bind("smsStore", store(
                settings.text("sms.store.url"), settings.text("sms.store.username"),
                settings.text("sms.store.password"), Path.of(settings.text("sms.store.file")),
                TimeUtils.toDuration(settings.text("sms.store.lease"))));
        context.addComponent("jms", jms(connections(
                settings.text("sms.broker.url"), settings.text("sms.broker.username"),
                settings.text("sms.broker.password"))));
    }

    /**
     * Creates the folders of the routes, which only the user of the application can read, and checks that existing ones
     * can be written.
     */
    public static void createFolders(CamelContext context) throws IOException {
        warnIfNamesAreUnreadable(System.getProperty("sun.jnu.encoding", "UTF-8"));
        Settings settings = new Settings(context);
        for (String name : List.of("sms.files.inbox", "sms.files.failed", "sms.files.results")) {
            Path folder = Path.of(settings.text(name)).toAbsolutePath().normalize();
            PrivateFolders.create(folder);
            // Otherwise a file that cannot be moved would be read again and again.
            Files.delete(Files.createTempFile(folder, ".check", null));
        }
    }

    /** Java lists files with unreadable names under other names, and then does not find them. */
    static void warnIfNamesAreUnreadable(String charset) {
        if (!Charset.forName(charset).newEncoder().canEncode('\u00e3')) {
            LOG.warn(
                    "Files whose names have other characters than {} stay in the inbox: start the process with LC_ALL=C.UTF-8",
                    charset);
        }
    }

    /**
     * Returns a factory that keeps its connection and sessions to an Artemis broker open. The connection never
     * deserializes Java objects, regardless of the options of the address, because that can execute malicious code.
     *
     * @param url      <code>tcp://host:61616</code>
     * @param username empty for none
     */
    public static CachingConnectionFactory connections(String url, String username, String password) {
        rejectCredentials("sms.broker.url", url, "sms.broker.username and sms.broker.password");
        ActiveMQConnectionFactory artemis;
        try {
            artemis = new ActiveMQConnectionFactory(url);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "sms.broker.url '" + url + "' is not a broker address: write tcp://host:61616", e);
        }
        artemis.setDeserializationDenyList("*");
        if (!url.contains("consumerWindowSize=")) {
            artemis.setConsumerWindowSize(CONSUMER_WINDOW);
        }
        if (!username.isEmpty()) {
            artemis.setUser(username);
            artemis.setPassword(password);
        }
        CachingConnectionFactory caching = new CachingConnectionFactory(artemis);
        caching.setSessionCacheSize(MAX_CACHED_SESSIONS);
        caching.setCacheConsumers(false);
        return caching;
    }

    /** Credentials in an address would be printed wherever the address is. */
    private static void rejectCredentials(String name, String url, String remedy) {
        // Camel masks a user and password after "//" only.
        if (!URISupport.sanitizeUri(url).equals(url) || url.split("\\?", 2)[0].contains("@")) {
            throw new IllegalArgumentException(name + " contains a user name or password: remove it and set " + remedy);
        }
    }

    /** Returns the component <code>jms</code> on {@link #connections}. */
    public static JmsComponent jms(ConnectionFactory connections) {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(connections);
        // A local JMS transaction is enough, because a message that is stored again is recognized by its correlation id.
        jms.setLazyCreateTransactionManager(false);
        jms.setTestConnectionOnStartup(true);
        // Messages that are rejected while the consumers stop would be logged with the properties that have their numbers.
        jms.setAcceptMessagesWhileStopping(true);
        return jms;
    }

    /**
     * Creates a store in PostgreSQL, with its tables, or, if the address is empty, in a file, with its folder. The
     * component starts it.
     *
     * @throws IllegalArgumentException if it is not an address of PostgreSQL
     */
    public static JdbcMessageStore store(String url, String username, String password, Path file, Duration lease)
            throws IOException {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setLeaseDuration(lease);
        if (url.isEmpty()) {
            PrivateFolders.create(file.toAbsolutePath().resolveSibling(""));
            store.setFile(file.toString());
            return store;
        }
        rejectCredentials("sms.store.url", url, "sms.store.username and sms.store.password");
        PGSimpleDataSource database = new PGSimpleDataSource();
        try {
            database.setUrl(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "sms.store.url is not an address of PostgreSQL: write jdbc:postgresql://host/database, without user"
                                               + " name and password",
                    e);
        }
        database.setUser(username);
        database.setPassword(password);
        store.setDataSource(database);
        store.setInitializeSchema(SchemaInitialization.ALWAYS);
        return store;
    }
}
