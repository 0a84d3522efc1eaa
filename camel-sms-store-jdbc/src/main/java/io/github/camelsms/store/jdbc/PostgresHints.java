package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.store.SmsHint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hints between nodes with <code>LISTEN</code> and <code>NOTIFY</code> of PostgreSQL. A thread listens on a separate
 * connection. Where this does not work, for example behind a connection pooler, the nodes poll. Thread-safe.
 */
final class PostgresHints {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresHints.class);
    private static final int WAIT_MILLIS = 1_000;
    /** Number of waits within which the node must receive its own first hint. */
    private static final int MAX_QUIET_BEFORE_PROBE = 5;
    /** Number of waits without a hint after which the connection is checked. */
    private static final int QUIET_BEFORE_CHECK = 10;
    private static final long RETRY_SECONDS = 60;
    /** Delay after the loss of a connection that had worked. */
    private static final long RECONNECT_SECONDS = 1;
    private static final int MAX_PAYLOAD = 1_000;
    /** Maximum number of notifications at a time. The driver holds them in memory without limit. */
    static final int MAX_RECEIVED = 20_000;
    private static final String PROBE = "PROBE";

    private final Dialect dialect;
    private final Database database;
    private final String settings;
    private final String channel;
    private final String self = UUID.randomUUID().toString();
    private final List<SmsHint.Listener> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> unsent = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Thread thread;
    private boolean isReported;
    private boolean hasWorked;
    private boolean isFlooded;
    private volatile boolean isListening;

    /**
     * @param fingerprints give the channel a name that only users of the tables know, because any role that may connect
     *                     can notify any channel
     */
    PostgresHints(Dialect dialect, Database database, Fingerprints fingerprints) {
        this.dialect = dialect;
        this.database = database;
        this.settings = database.sql("sms_setting");
        this.channel = "sms_hints_" + fingerprints.secret("hints");
    }

    synchronized void listen(SmsHint.Listener listener) {
        listeners.add(listener);
        if (thread == null) {
            thread = new Thread(this::work, "sms-store-hints");
            thread.setDaemon(true);
            thread.start();
        }
    }

    void unlisten(SmsHint.Listener listener) {
        listeners.remove(listener);
    }

    /** For tests: returns whether hints of other nodes are received. */
    boolean isListening() {
        return isListening;
    }

    void send(String account, SmsHint hint) {
        send(hint.name(), account);
    }

    /** Sends equal hints that are waiting only once. */
    private void send(String kind, String account) {
        String payload = kind + ' ' + self + ' ' + account;
        if (payload.length() <= MAX_PAYLOAD && unsent.add(payload)) {
            database.write(transaction -> {
                unsent.remove(payload);
                transaction.queryLater("SELECT pg_notify(?, ?)", row -> true, channel, payload);
                return true;
            }).exceptionally(failure -> unsent.remove(payload));
        }
    }

    private void work() {
        Persistent.repeat(() -> closing.getCount() > 0, () -> {
            try {
                listen();
            } finally {
                hasWorked |= isListening;
                isListening = false;
            }
        }, failure -> {
            try {
                report(failure);
            } finally {
                waitForRetry();
            }
        });
    }

    private void waitForRetry() {
        try {
            closing.await(hasWorked && !isFlooded ? RECONNECT_SECONDS : RETRY_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            LOG.debug("Unexpected interrupt", e);
        }
    }

    private void report(Throwable failure) {
        if (isFlooded) {
            LOG.warn(
                    "{}. The message store receives no notifications for {} s; nodes learn of messages within 1 s instead, by polling. Only roles that can read the table {} can send them: find the one that does",
                    failure.getMessage(), RETRY_SECONDS, settings);
            return;
        }
        if (isReported || hasWorked || closing.getCount() == 0) {
            LOG.debug("This node receives no notifications from PostgreSQL", failure);
            return;
        }
        isReported = true;
        LOG.info(
                "The message store receives no notifications from PostgreSQL: {}. Nodes learn of messages within 1 s instead, by polling; nothing else is affected. Notifications require direct connections to PostgreSQL. This is logged once",
                failure.toString());
    }

    private void listen() throws SQLException, ReflectiveOperationException {
        isFlooded = false;
        Connection connection = dialect.open();
        try {
            // By reflection, because the PostgreSQL driver is optional.
            Class<?> type = Class.forName("org.postgresql.PGConnection");
            Object notifying = connection.unwrap(type);
            checkDirect(connection, (int) type.getMethod("getBackendPID").invoke(notifying));
            execute(connection, "LISTEN " + channel);
            boolean isClosing = false;
            try {
                receive(connection, notifying, type.getMethod("getNotifications", int.class));
                isClosing = true;
            } finally {
                if (isClosing) {
                    execute(connection, "UNLISTEN " + channel);
                } else {
                    // The driver would keep the notifications that it has read, and read the others before the next result.
                    dialect.abort(connection);
                }
            }
        } finally {
            dialect.close(connection);
        }
    }

    /** Rejects a pooler that shares connections, because it would give the listening connection to other clients. */
    private void checkDirect(Connection connection, int expected) throws SQLException {
        int backend;
        try (Statement statement = connection.createStatement();
             ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            backend = row.getInt(1);
        }
        dialect.commit(connection);
        if (backend != expected) {
            throw new SQLException("there is a connection pooler in front of the database");
        }
    }

    private void receive(Connection connection, Object notifying, Method getNotifications)
            throws SQLException, ReflectiveOperationException {
        Method getParameter = Class.forName("org.postgresql.PGNotification").getMethod("getParameter");
        send(PROBE, "");
        int quiet = 0;
        while (closing.getCount() > 0) {
            Object[] received = nextNotifications(notifying, getNotifications);
            quiet = received.length == 0 ? quiet + 1 : 0;
            isFlooded = received.length > MAX_RECEIVED;
            if (isFlooded) {
                throw new SQLException(
                        "PostgreSQL has delivered " + received.length + " notifications at once, more than the nodes send");
            }
            for (Object each : received) {
                received(String.valueOf(getParameter.invoke(each)));
            }
            if (!isListening && quiet > MAX_QUIET_BEFORE_PROBE) {
                throw new SQLException("the connection's own notification did not come back");
            }
            if (quiet >= QUIET_BEFORE_CHECK) {
                quiet = 0;
                execute(connection, "SELECT 1");
            }
        }
    }

    /** Returns what the driver has read. It reads all notifications that have arrived. */
    private Object[] nextNotifications(Object notifying, Method getNotifications)
            throws SQLException, ReflectiveOperationException {
        try {
            Object[] received = (Object[]) getNotifications.invoke(notifying, WAIT_MILLIS);
            return received == null ? new Object[0] : received;
        } catch (InvocationTargetException e) {
            isFlooded = e.getCause() instanceof OutOfMemoryError;
            if (isFlooded) {
                throw new SQLException("The heap is too full to receive notifications of PostgreSQL", e);
            }
            throw e;
        }
    }

    private void received(String payload) {
        String[] parts = payload.split(" ", 3);
        if (parts.length < 3) {
            return;
        }
        boolean isOwn = parts[1].equals(self);
        isListening |= isOwn;
        if (!isOwn && !parts[0].equals(PROBE)) {
            deliver(parts[0], parts[2]);
        }
    }

    private void deliver(String kind, String account) {
        for (SmsHint hint : SmsHint.values()) {
            if (hint.name().equals(kind)) {
                listeners.forEach(listener -> deliver(listener, account, hint));
            }
        }
    }

    /** A hint that is lost delays the node until its next poll only. */
    private static void deliver(SmsHint.Listener listener, String account, SmsHint hint) {
        try {
            listener.hinted(account, hint);
        } catch (RuntimeException | Error e) {
            LOG.debug("A listener failed for hint {}", hint, e);
        }
    }

    private void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        dialect.commit(connection);
    }

    void close() {
        closing.countDown();
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            try {
                running.join(3L * WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
