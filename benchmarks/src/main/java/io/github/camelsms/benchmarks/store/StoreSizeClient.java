package io.github.camelsms.benchmarks.store;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.LoggerFactory;

/**
 * A JVM that opens a large store, and claims and records requests, each followed by a bare commit. Prints
 * <code>OPEN</code> with the nanoseconds until the store is open, <code>CLAIMS</code> with those of the first claim,
 * the median and the 99th percentile, <code>COMMITS</code> with the median and the 99th percentile of the bare commits,
 * and <code>HEAP</code> with the bytes in use after a full collection.
 */
public final class StoreSizeClient {

    static final String ACCOUNT = "benchmark";
    static final int BATCH = 200;
    /** Table of the bare commits. */
    static final String BARE_TABLE = "CREATE TABLE bare_commit (done_at BIGINT NOT NULL)";
    private static final String SQLITE = "jdbc:sqlite:";
    /** This fraction of the claims, the first ones, is not counted, because the JVM is cold. */
    private static final int COLD_SHARE = 7;

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final SmsWhenUnknown WHEN_UNKNOWN = new SmsWhenUnknown(Duration.ofSeconds(30), false);

    private final MessageStore store;
    private final SmsLease lease;
    private final Connection connection;
    private final PreparedStatement bareInsert;

    private StoreSizeClient(MessageStore store, SmsLease lease, Connection connection) throws SQLException {
        this.store = store;
        this.lease = lease;
        this.connection = connection;
        this.bareInsert = connection.prepareStatement("INSERT INTO bare_commit (done_at) VALUES (?)");
    }

    /**
     * Runs the measurement.
     *
     * @param arguments JDBC URL, number of claims
     */
    public static void main(String[] arguments) throws SQLException {
        int claims = Integer.parseInt(arguments[1]);
        // Initializes logging before, which takes longer than opening the store and is already done in an application.
        LoggerFactory.getLogger(StoreSizeClient.class).debug("The store is opened next");
        JdbcMessageStore store = store(arguments[0]);
        long begin = System.nanoTime();
        store.start();
        System.out.println("OPEN " + (System.nanoTime() - begin));
        SmsLeaseResult acquired = MessageStore.await(store.leases().acquire(ACCOUNT, "node-" + ProcessHandle.current().pid()));
        if (!(acquired instanceof SmsLeaseResult.Granted granted)) {
            throw new IllegalStateException("the account has another owner: " + acquired);
        }
        try (Connection connection = connection(arguments[0])) {
            StoreSizeClient client = new StoreSizeClient(store, granted.lease(), connection);
            long[] times = new long[claims];
            long[] commits = new long[claims];
            for (int i = 0; i < claims; i++) {
                times[i] = client.claimAndRecord(i + 1);
                commits[i] = client.commitBare();
            }
            System.out.println("CLAIMS " + times[0] + " " + percentiles(times));
            System.out.println("COMMITS " + percentiles(commits));
        }
        System.gc();
        System.out.println("HEAP " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        MessageStore.await(store.leases().release(granted.lease()));
        store.close();
    }

    /** Returns the median and the 99th percentile of the counted durations. */
    private static String percentiles(long[] times) {
        long[] counted = Arrays.copyOfRange(times, uncounted(times.length), times.length);
        Arrays.sort(counted);
        return counted[counted.length / 2] + " " + counted[(int) Math.ceil(counted.length * 0.99) - 1];
    }

    /** Returns the number of claims that are not counted. */
    static int uncounted(int claims) {
        return claims / COLD_SHARE;
    }

    private static JdbcMessageStore store(String url) {
        JdbcMessageStore store = new JdbcMessageStore();
        if (url.startsWith(SQLITE)) {
            store.setFile(url.substring(SQLITE.length()));
        } else {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(url);
            store.setDataSource(source);
        }
        return store;
    }

    private static Connection connection(String url) throws SQLException {
        if (url.startsWith(SQLITE)) {
            return SqliteFiles.open(url);
        }
        Connection connection = DriverManager.getConnection(url);
        connection.setAutoCommit(false);
        return connection;
    }

    /** Returns the duration of the insert of one row and its commit, in nanoseconds. */
    private long commitBare() throws SQLException {
        long begin = System.nanoTime();
        bareInsert.setLong(1, begin);
        bareInsert.executeUpdate();
        connection.commit();
        return System.nanoTime() - begin;
    }

    /** Returns the duration of the claim, in nanoseconds. */
    private long claimAndRecord(int number) {
        SmsClaim claim = new SmsClaim(lease, number, 1, BATCH, TIMEOUT);
        long begin = System.nanoTime();
        SmsClaimed claimed = MessageStore.await(store.sending().claim(claim));
        long time = System.nanoTime() - begin;
        SmsClaimed.Request request = claimed.requests().get(0);
        if (request.messages().size() != BATCH) {
            throw new IllegalStateException(request.messages().size() + " messages were claimed");
        }
        List<SmsMessageOutcome> outcomes = request.messages().stream().map(StoreSizeClient::accepted).toList();
        MessageStore.await(store.sending().record(request.id(), outcomes, WHEN_UNKNOWN));
        return time;
    }

    private static SmsMessageOutcome accepted(SmsStoredMessage message) {
        SmsSendResult result = new SmsSendResult(
                SmsOutcome.ACCEPTED, 5, "s-" + message.correlationId(), null, message.correlationId(), Instant.now());
        return new SmsMessageOutcome(message.id(), result, false);
    }
}
