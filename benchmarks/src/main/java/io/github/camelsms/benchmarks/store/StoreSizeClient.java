package io.github.camelsms.benchmarks.store;

import java.lang.management.ManagementFactory;
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

/**
 * A JVM that opens a large store, and claims and records requests. Prints <code>OPEN</code> with the nanoseconds until
 * the store is open, <code>CLAIMS</code> with those of the first claim, of the median and of the 99th percentile, and
 * <code>HEAP</code> with the bytes in use after a full collection.
 */
public final class StoreSizeClient {

    static final String ACCOUNT = "benchmark";
    static final int BATCH = 200;
    /** The first claims, one part in so many, are not counted, because the JVM is cold. */
    private static final int COLD_SHARE = 7;

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final SmsWhenUnknown WHEN_UNKNOWN = new SmsWhenUnknown(Duration.ofSeconds(30), false);

    private final MessageStore store;
    private final SmsLease lease;

    private StoreSizeClient(MessageStore store, SmsLease lease) {
        this.store = store;
        this.lease = lease;
    }

    /**
     * Runs until it has printed its figures.
     *
     * @param arguments JDBC address, number of claims
     */
    public static void main(String[] arguments) {
        int claims = Integer.parseInt(arguments[1]);
        JdbcMessageStore store = store(arguments[0]);
        long begin = System.nanoTime();
        store.start();
        System.out.println("OPEN " + (System.nanoTime() - begin));
        SmsLeaseResult acquired = MessageStore.await(store.leases().acquire(ACCOUNT, "node-" + ProcessHandle.current().pid()));
        if (!(acquired instanceof SmsLeaseResult.Granted granted)) {
            throw new IllegalStateException("the account has another owner: " + acquired);
        }
        StoreSizeClient client = new StoreSizeClient(store, granted.lease());
        long[] times = new long[claims];
        for (int i = 0; i < claims; i++) {
            times[i] = client.claimAndRecord(i + 1);
        }
        long first = times[0];
        long[] counted = Arrays.copyOfRange(times, uncounted(claims), claims);
        Arrays.sort(counted);
        System.out.println("CLAIMS " + first + " " + counted[counted.length / 2] + " "
                           + counted[(int) Math.ceil(counted.length * 0.99) - 1]);
        System.gc();
        System.out.println("HEAP " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        MessageStore.await(store.leases().release(client.lease));
        store.close();
    }

    /** Returns how many claims are not counted. */
    static int uncounted(int claims) {
        return claims / COLD_SHARE;
    }

    private static JdbcMessageStore store(String url) {
        JdbcMessageStore store = new JdbcMessageStore();
        String sqlite = "jdbc:sqlite:";
        if (url.startsWith(sqlite)) {
            store.setFile(url.substring(sqlite.length()));
        } else {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(url);
            store.setDataSource(source);
        }
        return store;
    }

    /** Returns how long the claim took, in nanoseconds. */
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
