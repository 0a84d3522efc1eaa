package io.github.camelsms.benchmarks.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.model.SmsMessage;

/**
 * Brings lists of 200 messages to their outcome, with each step on disk.
 */
final class CycleRow implements Contestant {

    static final int BATCH = 200;

    private static final long TIMEOUT_NANOS = 60_000_000_000L;

    private final String name;
    private final int count;
    private final Cycle cycle;
    private final Messages messages = new Messages("m");

    /** Cycle of the messages. */
    interface Cycle extends AutoCloseable {

        /** Returns when all messages are accepted, and their results acknowledged. */
        void run(List<List<SmsMessage>> lists) throws Exception;
    }

    /**
     * @param count messages per round
     *
     * @param cycle closed with the row
     */
    CycleRow(String name, int count, Cycle cycle) {
        this.name = name;
        this.count = count;
        this.cycle = cycle;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void measure(Sample sample) throws Exception {
        List<List<SmsMessage>> lists = new ArrayList<>();
        for (int from = 0; from < count; from += BATCH) {
            lists.add(messages.next(BATCH));
        }
        Stopwatch stopwatch = new Stopwatch();
        cycle.run(lists);
        stopwatch.stop((long) lists.size() * BATCH, sample);
    }

    @Override
    public void close() throws Exception {
        cycle.close();
    }

    /** Waits until a store has no unacknowledged result. */
    static void awaitAcknowledged(Connection connection) throws Exception {
        long end = System.nanoTime() + TIMEOUT_NANOS;
        while (hasResults(connection)) {
            if (System.nanoTime() > end) {
                throw new TimeoutException("results were not acknowledged");
            }
            Thread.sleep(2);
        }
    }

    private static boolean hasResults(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT message_id FROM sms_result LIMIT 1");
             ResultSet rows = statement.executeQuery()) {
            return rows.next();
        } finally {
            connection.rollback();
        }
    }
}
