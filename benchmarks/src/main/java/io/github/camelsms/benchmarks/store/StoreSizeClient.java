package io.github.camelsms.benchmarks.store;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.report.Times;
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
import org.slf4j.LoggerFactory;

/**
 * A JVM that opens a large store, and claims and records requests, each followed by a bare commit. Prints
 * <code>FIGURES</code> at the end.
 */
public final class StoreSizeClient {

    static final String OPEN = "open, s";
    static final String P99 = "claim p99, ms";
    static final String ACCOUNT = "benchmark";
    static final int BATCH = 200;
    /** Table of the bare commits. */
    static final String BARE_TABLE = "CREATE TABLE bare_commit (done_at BIGINT NOT NULL)";
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
    public static void main(String[] arguments) throws SQLException, IOException {
        Sample figures = new Sample();
        // Initializes logging before, which takes longer than opening the store and is already done in an application.
        LoggerFactory.getLogger(StoreSizeClient.class).debug("The store is opened next");
        JdbcMessageStore store = Jdbc.store(arguments[0]);
        long begin = System.nanoTime();
        store.start();
        figures.put(OPEN, (System.nanoTime() - begin) / 1e9);
        SmsLeaseResult acquired = MessageStore.await(store.leases().acquire(ACCOUNT, "node-" + ProcessHandle.current().pid()));
        if (!(acquired instanceof SmsLeaseResult.Granted granted)) {
            throw new IllegalStateException("the account has another owner: " + acquired);
        }
        try (Connection connection = Jdbc.connect(arguments[0])) {
            new StoreSizeClient(store, granted.lease(), connection).measure(Integer.parseInt(arguments[1]), figures);
        }
        System.gc();
        figures.put("live heap, MiB", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1048576.0);
        System.out.println("FIGURES " + figures.toJson());
        MessageStore.await(store.leases().release(granted.lease()));
        store.close();
    }

    private void measure(int claims, Sample figures) throws SQLException {
        Times times = new Times();
        Times commits = new Times();
        for (int i = 0; i < claims; i++) {
            long time = claimAndRecord(i + 1);
            long commit = commitBare();
            if (i == 0) {
                figures.put("first claim, ms", time / 1e6);
            }
            if (i >= claims / COLD_SHARE) {
                times.add(time);
                commits.add(commit);
            }
        }
        figures.put("claim median, ms", times.millis(50));
        figures.put(P99, times.millis(99));
        figures.put("one commit median, ms", commits.millis(50));
        figures.put("one commit p99, ms", commits.millis(99));
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
