package io.github.camelsms.benchmarks.store;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.model.SmsMessage;

/**
 * Brings lists of 200 messages to their outcome, with each step on disk.
 *
 * @param count messages per round
 * @param cycle closed with the row
 */
record CycleRow(String name, int count, Messages messages, Cycle cycle) implements Contestant {

    static final int BATCH = 200;

    /** Cycle of the messages. */
    interface Cycle extends AutoCloseable {

        /** Returns when all messages are accepted, and their results acknowledged. */
        void run(List<List<SmsMessage>> lists) throws Exception;
    }

    CycleRow(String name, int count, Cycle cycle) {
        this(name, count, new Messages("m"), cycle);
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
}
