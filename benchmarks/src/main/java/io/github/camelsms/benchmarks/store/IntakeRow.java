package io.github.camelsms.benchmarks.store;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Callers;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.model.SmsMessage;

/**
 * Callers that store messages for a time, each waiting until its messages are durable.
 *
 * @param size     messages per call
 * @param resource closed with the row
 */
record IntakeRow(String name, Callers callers, int size, int seconds, Messages messages, Intake intake,
        AutoCloseable resource) implements Contestant {

    /** Stores messages. */
    @FunctionalInterface
    interface Intake {

        /** Returns when they are durable. */
        void store(List<SmsMessage> messages) throws Exception;
    }

    IntakeRow(String name, int callers, int size, int seconds, Intake intake, AutoCloseable resource) {
        this(name, new Callers(callers), size, seconds, new Messages("m"), intake, resource);
    }

    @Override
    public void measure(Sample sample) throws Exception {
        LongAdder stored = new LongAdder();
        Stopwatch stopwatch = new Stopwatch();
        long start = System.nanoTime();
        callers.run(() -> {
            do {
                intake.store(messages.next(size));
                stored.add(size);
            } while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds));
            return null;
        });
        stopwatch.stop(stored.sum(), sample);
    }

    @Override
    public void close() throws Exception {
        callers.close();
        resource.close();
    }
}
