package io.github.camelsms.sample.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.github.camelsms.sample.files.PrivateFiles;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Factory of the message store of a sample application.
 */
public final class MessageStores {

    private MessageStores() {
    }

    /**
     * Creates a store in PostgreSQL, with its tables, or in a file if the address is empty. The component starts it.
     *
     * @param  url                      such as <code>jdbc:postgresql://host/database</code>, or empty
     * @param  file                     created with its folder if it is missing
     * @param  lease                    how long a process owns its accounts after it has died
     * @throws IllegalArgumentException if it is not an address of PostgreSQL, or the folder cannot be created
     */
    public static JdbcMessageStore create(String url, String username, String password, Path file, Duration lease) {
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
        try {
            PrivateFiles.createFile(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("sms.store.file=" + file + " cannot be created: " + e, e);
        }
        store.setFile(file.toString());
        return store;
    }
}
