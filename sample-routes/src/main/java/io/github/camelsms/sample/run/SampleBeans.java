package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.sample.files.PrivateFiles;
import io.github.camelsms.sample.jms.BrokerConnections;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;
import jakarta.jms.ConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;

import org.apache.camel.CamelContext;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.util.TimeUtils;

/**
 * Folders and beans of the routes, configured with the application's properties: the message store and the component
 * <code>jms</code>.
 */
public final class SampleBeans {

    private SampleBeans() {
    }

    /**
     * Creates the folders and binds the beans to the context. The broker must be running when the context starts.
     *
     * @throws IllegalArgumentException if a property cannot be used; the message names it
     */
    public static void bind(CamelContext context) throws IOException {
        SampleProperties properties = new SampleProperties(context);
        createFolders(context);
        context.getRegistry().bind("smsStore", store(
                properties.text("sms.store.url"), properties.text("sms.store.username"),
                properties.text("sms.store.password"), Path.of(properties.text("sms.store.file")),
                TimeUtils.toDuration(properties.text("sms.store.lease"))));
        context.addComponent("jms", jms(BrokerConnections.cached(
                properties.text("sms.broker.url"), properties.text("sms.broker.username"),
                properties.text("sms.broker.password"))));
    }

    /**
     * Creates the folders of the routes, which only the user of the application can read, and makes their properties
     * absolute. Must be called before the routes are added.
     */
    public static void createFolders(CamelContext context) throws IOException {
        SampleProperties properties = new SampleProperties(context);
        for (String name : List.of("sms.files.inbox", "sms.files.done", "sms.files.failed", "sms.files.results")) {
            Path folder = Path.of(properties.text(name)).toAbsolutePath().normalize();
            PrivateFiles.create(folder);
            // Camel resolves a relative folder of the option move in the folder of the file.
            properties.override(name, folder.toString());
        }
    }

    /** Returns the component <code>jms</code> on connections of {@link BrokerConnections}. */
    public static JmsComponent jms(ConnectionFactory connections) {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(connections);
        // A local JMS transaction is enough, because a message that is stored again is recognized by its correlation id.
        jms.setLazyCreateTransactionManager(false);
        jms.setTestConnectionOnStartup(true);
        return jms;
    }

    /**
     * Creates a store in PostgreSQL, with its tables, or in a file if the address is empty. The component starts it.
     *
     * @param  url                      such as <code>jdbc:postgresql://host/database</code>, or empty
     * @param  file                     created with its folder if it is missing
     * @param  lease                    how long a process owns its accounts after it has died
     * @throws IllegalArgumentException if it is not an address of PostgreSQL
     */
    public static JdbcMessageStore store(String url, String username, String password, Path file, Duration lease)
            throws IOException {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setLeaseDuration(lease);
        if (!url.isEmpty()) {
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
        PrivateFiles.createFile(file);
        store.setFile(file.toString());
        return store;
    }
}
