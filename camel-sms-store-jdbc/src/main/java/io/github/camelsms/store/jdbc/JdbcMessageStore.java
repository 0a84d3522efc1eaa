package io.github.camelsms.store.jdbc;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageReconciliation;
import io.github.camelsms.store.MessageResults;
import io.github.camelsms.store.MessageSending;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Message store in a database: SQLite in a file of this process, or PostgreSQL through a <code>DataSource</code>,
 * shared by any number of processes. Set the properties before {@link #start()}, which the <code>sms</code> component
 * calls. Thread-safe after its start.
 */
public class JdbcMessageStore implements MessageStore {

    private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9_]{0,19}");
    private static final Duration MIN_LEASE = Duration.ofSeconds(1);
    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);
    /** Time for the calls in progress, which a healthy database completes immediately. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration DEFAULT_RETENTION = Duration.ofDays(30);

    private @Nullable String file;
    private @Nullable DataSource dataSource;
    private SchemaInitialization initializeSchema = SchemaInitialization.EMBEDDED;
    private List<String> scripts = Schema.SCRIPTS;
    private String tablePrefix = Database.DEFAULT_PREFIX;
    private Duration leaseDuration = DEFAULT_LEASE;
    private Duration retention = DEFAULT_RETENTION;
    private boolean retainText = true;
    private boolean optOutBlacklisted;
    private InstantSource clock = new SystemClock();
    private List<String> pragmas = List.of();
    private Duration closeTimeout = CLOSE_TIMEOUT;
    private volatile @Nullable OpenStore opened;

    @Override
    public synchronized void start() {
        if (opened == null) {
            validate();
            // On another thread, because this one may have a transaction, which would be committed: Camel starts a component
            // when its first endpoint is used.
            opened = MessageStore.await(
                    CompletableFuture.supplyAsync(this::open, opening -> new Thread(opening, "sms-store-start").start()));
        }
    }

    private OpenStore open() {
        return OpenStore.open(this, dialect(), scripts);
    }

    private void validate() {
        if ((file == null) == (dataSource == null)) {
            throw new SmsStoreException(
                    "The message store needs either file, the path of a SQLite database, or dataSource, for PostgreSQL; "
                                        + (file == null ? "neither is set" : "both are set"),
                    false, null);
        }
        if (!PREFIX.matcher(tablePrefix).matches()) {
            throw new SmsStoreException(
                    "tablePrefix=" + tablePrefix + " is not valid: use up to 20 lower-case letters, digits and"
                                        + " underscores, a letter first",
                    false, null);
        }
        if (leaseDuration.compareTo(MIN_LEASE) < 0) {
            throw new SmsStoreException(
                    "leaseDuration=" + leaseDuration + " is too short: use 15 seconds or more; the minimum is 1 second",
                    false, null);
        }
        // Camel converts a text that is not a duration to zero, and digits without a unit to milliseconds.
        if (retention.compareTo(MessageOperations.MIN_RETENTION) < 0) {
            throw new SmsStoreException(
                    "retention=" + retention + " is too short: use 1 minute or more, with a unit, such as 30d; digits alone"
                                        + " are milliseconds",
                    false, null);
        }
    }

    private Dialect dialect() {
        DataSource source = dataSource;
        if (source == null) {
            return new SqliteDialect(path(String.valueOf(file)), tablePrefix, clock, pragmas);
        }
        try (Connection connection = PostgresConnections.connect(source)) {
            String product = connection.getMetaData().getDatabaseProductName();
            if (!product.toLowerCase(Locale.ROOT).contains("postgresql")) {
                throw new SmsStoreException(
                        "The message store does not support the database " + product + ". Use a DataSource of PostgreSQL, or"
                                            + " set file instead, for SQLite",
                        false, null);
            }
            String schema = connection.getSchema();
            if (schema == null) {
                throw new SmsStoreException(
                        "The message store cannot be opened, because its database role may use no schema of its search path"
                                            + " (search_path). Nothing was stored. Let an administrator execute GRANT USAGE ON"
                                            + " SCHEMA for the schema of the tables, or add currentSchema to the JDBC URL",
                        false, null);
            }
            return new PostgresDialect(source, schema, tablePrefix);
        } catch (SQLException e) {
            throw new SmsStoreException(
                    "The message store cannot be opened, because its DataSource gives no connection: " + e.getMessage(),
                    false, e);
        }
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new SmsStoreException(
                    "file=" + file + " is not a path: " + e.getReason()
                                        + ". Set it to the path of a SQLite database, for example"
                                        + " data/messages.db",
                    false, e);
        }
    }

    @Override
    public MessageIntake intake() {
        return opened().intake();
    }

    @Override
    public AccountLeases leases() {
        return opened().leases();
    }

    @Override
    public MessageSending sending() {
        return opened().sending();
    }

    @Override
    public MessageReconciliation reconciliation() {
        return opened().reconciliation();
    }

    @Override
    public MessageResults results() {
        return opened().results();
    }

    @Override
    public MessageStatuses statuses() {
        return opened().statuses();
    }

    @Override
    public MessageOperations operations() {
        return opened().operations();
    }

    @Override
    public OptOuts optOuts() {
        return opened().optOuts();
    }

    /** Returns whether the store uses a <code>DataSource</code>. A file belongs to one process. */
    @Override
    public boolean isShared() {
        return dataSource != null;
    }

    @Override
    public void hint(String account, SmsHint hint) {
        opened().hints().ifPresent(hints -> hints.send(account, hint));
    }

    @Override
    public void listen(SmsHint.Listener listener) {
        opened().hints().ifPresent(hints -> hints.listen(listener));
    }

    @Override
    public void unlisten(SmsHint.Listener listener) {
        opened().hints().ifPresent(hints -> hints.unlisten(listener));
    }

    /** For tests: returns whether hints of other nodes are received. */
    boolean isListening() {
        return opened().hints().filter(PostgresHints::isListening).isPresent();
    }

    /** Returns the open store. Throws an exception before the start. */
    OpenStore opened() {
        OpenStore open = opened;
        if (open == null) {
            throw new SmsStoreException("The message store is not started; nothing was stored. Start it first", false, null);
        }
        return open;
    }

    /**
     * Completes the calls in progress. If the database server does not respond within 10 seconds, they fail.
     */
    @Override
    public synchronized void close() {
        OpenStore open = opened;
        opened = null;
        if (open != null) {
            open.close(closeTimeout);
        }
    }

    /** For tests: sets the scripts of another version. */
    void setScripts(List<String> scripts) {
        this.scripts = scripts;
    }

    /** For tests: sets how long {@link #close()} waits for a database server. */
    void setCloseTimeout(Duration closeTimeout) {
        this.closeTimeout = closeTimeout;
    }

    /** For tests with SQLite: sets the clock, and additional pragmas of each connection. */
    void setEmbedded(InstantSource otherClock, List<String> morePragmas) {
        this.clock = otherClock;
        this.pragmas = morePragmas;
    }

    public @Nullable String getFile() {
        return file;
    }

    /**
     * Sets the path of a SQLite database, which is created if it is missing. The file belongs to this process. Blanks
     * at its beginning and end are ignored, and a blank text is the same as null.
     */
    public void setFile(@Nullable String file) {
        this.file = file == null || file.isBlank() ? null : file.strip();
    }

    public @Nullable DataSource getDataSource() {
        return dataSource;
    }

    /**
     * Sets the <code>DataSource</code> of a PostgreSQL database. The store uses up to four connections at a time, one
     * of which listens for notifications, and takes four at its start. For <code>joinTransaction</code> it must return
     * the connection of the caller's transaction, like Spring's <code>TransactionAwareDataSourceProxy</code>.
     */
    public void setDataSource(@Nullable DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public SchemaInitialization getInitializeSchema() {
        return initializeSchema;
    }

    /** Sets when tables are created; by default only in a file. */
    public void setInitializeSchema(SchemaInitialization initializeSchema) {
        this.initializeSchema = initializeSchema;
    }

    public String getTablePrefix() {
        return tablePrefix;
    }

    /**
     * Sets the prefix of all table names: up to 20 lower-case letters, digits and underscores, beginning with a letter;
     * <code>sms_</code> by default.
     */
    public void setTablePrefix(String tablePrefix) {
        this.tablePrefix = tablePrefix;
    }

    public Duration getLeaseDuration() {
        return leaseDuration;
    }

    /**
     * Sets how long a node owns an account after its last renewal of the lease; 30 seconds by default. Use 15 seconds
     * or more; the minimum is 1 second.
     */
    public void setLeaseDuration(Duration leaseDuration) {
        this.leaseDuration = leaseDuration;
    }

    public Duration getRetention() {
        return retention;
    }

    /** Sets how long messages in a final state are kept: a minute or more; 30 days by default. */
    public void setRetention(Duration retention) {
        this.retention = retention;
    }

    public boolean isRetainText() {
        return retainText;
    }

    /**
     * Sets whether accepted and rejected messages keep their text and destination; true by default. If not, the text is
     * dropped and the destination replaced by a keyed hash.
     */
    public void setRetainText(boolean retainText) {
        this.retainText = retainText;
    }

    public boolean isOptOutBlacklisted() {
        return optOutBlacklisted;
    }

    /**
     * Sets whether a polled status BLACKLIST adds its number to the opt-outs; false by default.
     */
    public void setOptOutBlacklisted(boolean optOutBlacklisted) {
        this.optOutBlacklisted = optOutBlacklisted;
    }
}
